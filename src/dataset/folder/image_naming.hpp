// SPDX-License-Identifier: Apache-2.0
// The forms in which a table names images.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tfrec {

enum class ImageNaming : std::uint8_t { path, name, path_stem, name_stem };
inline constexpr std::size_t k_namings = 4;

/// The image's relative path in that form: "s/a.jpg", "a.jpg", "s/a", "a".
std::string_view named(std::string_view path, ImageNaming naming);

/// For messages: "name without extension".
std::string_view describe(ImageNaming naming);

/// Finds the form that most values have. In a flat folder a name is a path, too: such a value counts for
/// both.
class NamingTally {
 public:
  void add(std::string_view value, std::string_view path);

  /// Of equals the first; path where no value has any form.
  ImageNaming usual() const;
  std::uint64_t values() const { return m_values; }
  std::uint64_t values_in(ImageNaming naming) const { return m_in[static_cast<std::size_t>(naming)]; }

 private:
  std::uint64_t m_values = 0;
  std::array<std::uint64_t, k_namings> m_in{};
};

}  // namespace tfrec
