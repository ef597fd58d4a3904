// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "tfrecord/reading/reader.hpp"

namespace tfrec {

/// Reads to the end and hands over what is found, in file order. Ends early as
/// throw_if_stopped() does.
End read_all(Reader& reader, const std::function<void(const Record&)>& take_record,
             const std::function<void(const Damage&)>& take_damage);

}  // namespace tfrec
