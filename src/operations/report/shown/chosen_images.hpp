// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <utility>
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
  /// Reads them, those that are shown with thumbnails of the size that `from` gives.
  void read(const Reread& from);
  /// Of an image that was compared; null if it could not be read.
  const ImageLooks* looks(std::uint32_t row) const;
  /// The place of an image that is shown in `result.shown`, where it is put.
  std::size_t place(std::uint32_t row, const SetRows& set, ReportResult& result);

 private:
  std::map<std::uint32_t, RereadImage> m_wanted;
  std::map<std::uint32_t, std::size_t> m_places;
};

inline constexpr std::uint64_t k_usual_samples = 4;   // of a class
inline constexpr std::uint64_t k_most_samples = 160;  // of all classes, unless --samples asks for more

/// Rows by their class; SIZE_MAX: none.
using SampledRows = std::vector<std::pair<std::size_t, std::vector<std::uint32_t>>>;

/// How many images of each class are shown if nobody asks for a number: fewer of many classes.
std::uint64_t samples_per_class(std::size_t classes);
/// Up to `per_class` images of each class, chosen by the seed. Images without a class are one group, one of
/// several classes belongs to each of their groups.
SampledRows choose_samples(const SetRows& set, const ReportResult& result, std::uint64_t per_class,
                           std::uint64_t seed);
/// As many of each class as samples_per_class() says, of at most k_most_samples classes. A note of the
/// result, which ends with `advice`, says so if there are more.
SampledRows usual_samples(const SetRows& set, ReportResult& result, std::uint64_t seed,
                          const std::string& advice);

/// Images that are one image: the candidates whose looks agree.
struct ConfirmedGroup {
  bool is_equal = false;
  std::vector<std::uint32_t> rows;
};
std::vector<ConfirmedGroup> confirmed_repeats(const FoundRepeats& repeats, const ChosenImages& images);

}  // namespace tfrec
