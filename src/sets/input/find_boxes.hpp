// SPDX-License-Identifier: Apache-2.0
// Which columns of the labels are boxes, and how they are read.
#pragma once

#include "base/concurrency/observer.hpp"
#include "sets/input/build_input.hpp"
#include "sets/options/build_options.hpp"
#include "sets/options/earlier_set.hpp"

namespace tfrec {

/// The command that builds a set with boxes from the same input.
std::string detection_command(const BuildOptions& options);

/// Whether records store boxes: known from the options, before any table is read.
bool stores_boxes(const BuildOptions& options, const EarlierSet* earlier);

/// Throws Error (usage) if an option of boxes is given: no record stores boxes.
void refuse_unused_boxes(const BoxOptions& options);

/// The columns that are not labels: those of splits and groups, of boxes and of stated sizes.
std::vector<std::size_t> set_aside_columns(const BuildOptions& options, const BuildInput& input);

/// "--boxes xmin,ymin,xmax,ymax": takes these columns in this order, whatever their names mean.
std::string boxes_option(const BoxColumns& columns);

/// Where records store boxes, finds their columns, and reports what was guessed. Where they do not, but the
/// table has boxes, warns that they are not stored as boxes. Throws Error (usage) if there are no such
/// columns.
void find_boxes(BuildInput& input, const BuildOptions& options, const EarlierSet* earlier,
                Observer& observer);

}  // namespace tfrec
