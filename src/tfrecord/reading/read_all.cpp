// SPDX-License-Identifier: Apache-2.0
#include "tfrecord/reading/read_all.hpp"

#include "base/concurrency/stop.hpp"

namespace tfrec {

End read_all(Reader& reader, const std::function<void(const Record&)>& take_record,
             const std::function<void(const Damage&)>& take_damage) {
  for (;;) {
    throw_if_stopped();
    const ReadItem item = reader.next();
    if (const auto* record = std::get_if<Record>(&item)) {
      take_record(*record);
    } else if (const auto* damage = std::get_if<Damage>(&item)) {
      take_damage(*damage);
    } else {
      return std::get<End>(item);
    }
  }
}

}  // namespace tfrec
