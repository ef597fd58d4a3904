// SPDX-License-Identifier: Apache-2.0
#include "sets/cards/cards.hpp"

#include "sets/cards/croissant.hpp"
#include "sets/cards/hugging_face.hpp"
#include "sets/cards/kaggle.hpp"

namespace tfrec {

std::string card_content(const Manifest& set, std::string_view name) {
  if (name == k_croissant_name) return croissant_json(set);
  return name == k_kaggle_name ? kaggle_json(set) : hugging_face_readme(set);
}

}  // namespace tfrec
