// SPDX-License-Identifier: Apache-2.0
#include "tfrecord/reading/damage.hpp"

#include <array>

#include "base/text/printable.hpp"

namespace tfrec {

std::string_view to_string(DamageKind kind) {
  constexpr std::array<std::string_view, 7> k_names{"not_a_tfrecord", "header",  "length",    "payload",
                                                    "truncated",      "garbage", "compressed"};
  return k_names[static_cast<std::size_t>(kind)];
}

std::string text_of(const Damage& damage) {
  return "record " + std::to_string(damage.record) + " at byte " + std::to_string(damage.offset) + " (+" +
         std::to_string(damage.length) + "): " + printable(damage.message);
}

}  // namespace tfrec
