// SPDX-License-Identifier: Apache-2.0
// What the programs of all frameworks have in common, and the program of each.
#pragma once

#include <string>
#include <vector>

#include "cli/reports/reader/fill_template.hpp"
#include "operations/reader/reader.hpp"

namespace tfrec::cli {

/// $constants (files, classes, sizes of batches), $globs, $split; facts: splits, gzip, zlib, resize.
/// `process` is what takes STEPS_PER_EPOCH steps: "host" or "GPU".
TemplateValues common_values(const ReaderFacts& facts, const std::string& process);

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
