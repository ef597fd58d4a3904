// SPDX-License-Identifier: Apache-2.0
// --test: unlabelled images beside a labelled set, built in one call.
#pragma once

#include <memory>

#include "dataset/folder/image_naming.hpp"
#include "sets/plan/prepare_build.hpp"

namespace tfrec {

/// The images of --test as a build of their own: one split called test, whose records hold the features of
/// the labelled ones that need no column but the image's. Throws Error: usage if there is no such feature,
/// bad_data if there is no image.
std::unique_ptr<PreparedBuild> prepare_test(const PreparedBuild& labelled, Observer& observer);

/// Takes off what concerns labelled images alone: the table, and --equal.
void take_labelled_options_off(BuildOptions& options);

/// The form in which the rows of the labelled set name images; those of --test get names of the same form.
/// Warns where not all rows agree.
ImageNaming usual_naming(const BuildInput& labelled, Observer& observer);

/// Its layout, split and maker, where the input is there.
void bind_test(PreparedBuild& test, const PreparedBuild& labelled);

/// Throws Error (usage) if the labelled set has a split of that name itself.
void require_no_test_split(const std::vector<std::string>& names);

/// Warns if images of --test have the bytes of labelled ones, but for --dedupe ignore. With --dedupe error:
/// throws Error (bad_data) if one equals a labelled one, or looks so.
void check_shared_images(const PreparedBuild& labelled, const PreparedBuild& test, Observer& observer);

/// Adds the test split to the description of the labelled ones.
void add_test(Manifest& set, const Manifest& test);

}  // namespace tfrec
