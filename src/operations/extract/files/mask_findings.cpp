// SPDX-License-Identifier: Apache-2.0
#include "operations/extract/files/mask_findings.hpp"

#include "base/text/quantity.hpp"
#include "image/facts/image_facts.hpp"
#include "image/png/gray_png_writer.hpp"
#include "image/png/plain_png.hpp"
#include "image/png/png_samples.hpp"

namespace tfrec {

namespace {

/// To look at a larger one may take more memory than there is.
constexpr std::uint64_t k_most_pixels = std::uint64_t{1} << 25;

/// Whether build is known to store a mask of these bytes as it is.
bool is_as_written(std::string_view png, const ImageFacts& facts) {
  std::string written;
  if (is_plain_png(png)) {
    copy_gray_png(png, written);
    return written == png;
  }
  if (std::uint64_t{facts.width} * facts.height > k_most_pixels) return false;
  StoredSamples ids;
  if (read_png_samples(png, ids) || ids.channels != 1) return false;
  GrayPngWriter().write(ids, written);
  return written == png;
}

std::string in_records(std::uint64_t records) {
  return "in " + counted(records, "record", "records");
}

}  // namespace

void MaskFileFindings::add_mask(std::string_view png, const MaskedImage& image, bool is_recorded) {
  const ImageFacts facts = image_facts(png);
  const Extent size{static_cast<int>(facts.width), static_cast<int>(facts.height)};
  const bool is_deep = facts.bits > 8;
  ++(is_deep ? m_deep : m_shallow);
  if (image.is_array || size != image.size) {
    ++(image.is_array ? m_of_arrays : m_of_other_size);
    return;
  }
  // To look at one of 16 bits is to decode it; build wrote those of its own sets.
  const bool is_known = is_deep && is_recorded;
  if (!is_known && !is_as_written(png, facts)) ++(is_deep ? m_deep_rewritten : m_rewritten);
}

void MaskFileFindings::add(const MaskFileFindings& other) {
  m_missing += other.m_missing;
  m_unreadable += other.m_unreadable;
  m_of_other_size += other.m_of_other_size;
  m_of_arrays += other.m_of_arrays;
  m_shallow += other.m_shallow;
  m_deep += other.m_deep;
  m_rewritten += other.m_rewritten;
  m_deep_rewritten += other.m_deep_rewritten;
}

std::string MaskFileFindings::problem() const {
  if (m_missing > 0)
    return "it is missing " + in_records(m_missing) + ", and build needs a mask for each image";
  if (m_unreadable > 0) return "it is not a PNG of one channel " + in_records(m_unreadable);
  if (m_of_arrays > 0) {
    return counted(m_of_arrays, "image becomes an array", "images become arrays") +
           ", and build has no masks for arrays";
  }
  if (m_of_other_size > 0)
    return counted(m_of_other_size, "mask is", "masks are") + " not of the size of the image";
  return {};
}

std::string MaskFileFindings::difference() const {
  // One mask of 16 bits makes all of them so.
  const std::uint64_t rewritten = m_deep_rewritten + (m_deep > 0 ? m_shallow : m_rewritten);
  if (rewritten == 0) return {};
  return counted(rewritten, "mask is another PNG", "masks are other PNGs") +
         " than build writes of the same ids";
}

}  // namespace tfrec
