// SPDX-License-Identifier: Apache-2.0
#include "sets/input/filter_input.hpp"

#include "base/text/quantity.hpp"

namespace tfrec {

void filter_input(BuildInput& input, const BuildOptions& options, Observer& observer) {
  if (!options.filter.wanted()) return;
  const SourceRows& rows = *input.rows;
  const FilteredRows filtered =
      find_filtered(rows, options.filter, options.image.decode.orientation, options.threads);
  input.filtered = filtered.rows.size();
  if (filtered.rows.empty()) return;
  const std::string what = "--min-size, --max-size or --max-aspect, for instance " + filtered.example;
  if (filtered.rows.size() == rows.size()) {
    throw Error(ErrorKind::bad_data, options.images.string(), "all images are left out by " + what);
  }
  observer.note(counted(filtered.rows.size(), "image is", "images are") + " left out by " + what);
  input.rows = std::make_unique<SourceRows>(without_rows(rows, filtered));
}

}  // namespace tfrec
