// SPDX-License-Identifier: Apache-2.0
#include "tfrecord/reading/damage.hpp"

namespace tfrec {

std::string_view to_string(DamageKind kind) {
  switch (kind) {
    case DamageKind::not_a_tfrecord:
      return "not_a_tfrecord";
    case DamageKind::header:
      return "header";
    case DamageKind::length:
      return "length";
    case DamageKind::payload:
      return "payload";
    case DamageKind::truncated:
      return "truncated";
    case DamageKind::garbage:
      return "garbage";
    case DamageKind::compressed:
      return "compressed";
  }
  return "unknown";
}

}  // namespace tfrec
