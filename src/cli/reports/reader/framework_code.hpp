// SPDX-License-Identifier: Apache-2.0
// What the programs of all frameworks have in common, and the program of each.
#pragma once

#include <string>
#include <vector>

#include "cli/reports/reader/fill_template.hpp"
#include "operations/reader/reader.hpp"

namespace tfrec::cli {

/// $files, $classes, $batch_size, $steps, $split, $shuffle_buffer, $image_size; facts: splits, gzip, zlib,
/// resize.
TemplateValues common_values(const ReaderFacts& facts);

/// Throws Error (usage): why the framework can't read the shards, and what can.
[[noreturn]] void refuse_framework(const std::string& framework, const std::string& problem,
                                   const std::string& hint);

/// In the words of the program: a feature's name as a literal.
std::string word_of(const ReaderFeature& feature);

std::string tensorflow_code(const ReaderFacts& facts);
std::string torch_code(const ReaderFacts& facts);
std::string jax_code(const ReaderFacts& facts);
std::string dali_code(const ReaderFacts& facts);

}  // namespace tfrec::cli
