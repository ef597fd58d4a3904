// SPDX-License-Identifier: Apache-2.0
#include "records/image/made_array.hpp"

#include <utility>
#include <variant>

#include "base/sha256.hpp"
#include "image/npy/npy.hpp"

namespace tfrec {

namespace {

std::optional<Rejected> refused(const RecordLayout& layout, const ImageOptions& options) {
  if (layout.has(FeatureKind::jpeg) || layout.has(FeatureKind::png)) {
    return Rejected{"is a NumPy array, which only raw-uint8 and raw-float32 take"};
  }
  if (options.resize.wanted() || !options.sizes.empty())
    return Rejected{"is a NumPy array, which is not resized"};
  return std::nullopt;
}

/// Moves the values into `target`, or gives the reason against.
std::optional<Rejected> take(std::variant<std::string, Rejected> values, std::string& target) {
  if (Rejected* bad = std::get_if<Rejected>(&values)) return std::move(*bad);
  target = std::move(std::get<std::string>(values));
  return std::nullopt;
}

void take_shape(const NpyHeader& header, MadeImage& made) {
  const auto side = [&](std::size_t i) {
    return i < header.shape.size() ? static_cast<int>(header.shape[i]) : 1;
  };
  made.shape = header.shape;
  made.size = {side(1), side(0)};
  made.channels = side(2);
}

}  // namespace

std::optional<Rejected> make_from_array(std::string_view file, const RecordLayout& layout,
                                        const ImageOptions& options, MadeImage& made) {
  if (auto bad = refused(layout, options)) return bad;
  auto parsed = parse_npy(file);
  if (Rejected* bad = std::get_if<Rejected>(&parsed)) return std::move(*bad);
  const auto& header = std::get<NpyHeader>(parsed);
  if (layout.has(FeatureKind::raw_uint8)) {
    if (auto bad = take(npy_as_uint8(header, file), made.raw_uint8)) return bad;
  }
  if (layout.has(FeatureKind::raw_float32)) {
    if (auto bad = take(npy_as_float32(header, file, layout.scale), made.raw_float32)) return bad;
  }
  take_shape(header, made);
  made.format = "RAW";
  made.stored = layout.has(FeatureKind::raw_uint8) ? made.raw_uint8 : made.raw_float32;
  if (layout.has(FeatureKind::sha256)) made.sha256 = sha256_hex(made.stored);
  return std::nullopt;
}

}  // namespace tfrec
