// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <vector>

#include "operations/report/shown/shown_images.hpp"

namespace tfrec {

/// Which images are read again: those on the page, those that are compared, and those whose names are listed.
class ChosenImages {
 public:
  void show(std::uint32_t row) { m_wanted[row].is_shown = true; }
  void compare(std::uint32_t row) { m_wanted[row].is_compared = true; }
  void name(std::uint32_t row) { m_wanted[row]; }

  std::size_t shown() const;
  bool has(std::uint32_t row) const { return m_wanted.contains(row); }
  /// Reads them, those that are shown with thumbnails of the size that `from` gives.
  void read(const Reread& from);
  const RereadImage& at(std::uint32_t row) const { return m_wanted.at(row); }
  /// The place of an image that is shown in `result.shown`, where it is put.
  std::size_t place(std::uint32_t row, const SetRows& set, ReportResult& result);

 private:
  std::map<std::uint32_t, RereadImage> m_wanted;
  std::map<std::uint32_t, std::size_t> m_places;
};

/// Up to `per_class` images of each class, chosen by the seed. Images without a class are one group.
std::vector<std::pair<std::size_t, std::vector<std::uint32_t>>> choose_samples(const SetRows& set,
                                                                               std::uint64_t per_class,
                                                                               std::uint64_t seed);

/// Images that are one image: the candidates whose looks agree.
struct ConfirmedGroup {
  bool is_equal = false;
  std::vector<std::uint32_t> rows;
};
std::vector<ConfirmedGroup> confirmed_repeats(const FoundRepeats& repeats, const ChosenImages& images);

}  // namespace tfrec
