// SPDX-License-Identifier: Apache-2.0
// Checks every box of a set against the headers of its images, before anything is encoded.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "dataset/boxes/sample_boxes.hpp"
#include "dataset/samples/samples.hpp"
#include "records/image/image_options.hpp"

namespace tfrec {

/// One fault of one box.
struct BadBox {
  RowIndex row;
  SampleIndex sample;
  std::string reason;
  bool is_kept = false;  // the box is cut to the image
  BoxFault fault{};      // not known of a plan that was read
};

struct BoxAudit {
  std::vector<BadBox> bad;                      // by sample, then by row
  IndexedVector<RowIndex, bool> skipped;        // rows whose box is faulty
  IndexedVector<RowIndex, bool> out_of_view;    // rows whose box a crop leaves out, at the first size
  PerSample<std::uint32_t> boxes;               // stored of each sample, at the first size
  std::vector<std::uint64_t> left_out_by_crop;  // boxes, at each size
  std::uint64_t rounded = 0;                    // boxes cut by at most a pixel
  std::uint64_t turned = 0;     // images whose boxes were given for the image before its EXIF orientation
  std::uint64_t undecided = 0;  // images whose boxes may have been, for all that the stated size shows
};

/// Reads the headers of all images on `threads` threads. Throws Error as ImageOpener does.
BoxAudit audit_boxes(const Samples& samples, const RowLists& lists, const BoxRules& rules,
                     const ImageOptions& options, unsigned threads);

}  // namespace tfrec
