// SPDX-License-Identifier: Apache-2.0
// What is left to a file that takes over the library that decodes it. The process runs no program, uses no
// network and writes only where its outputs are; threads that decode open no file at all.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

namespace tfrec {

enum class SandboxUse {
  automatic,  // as much of it as the kernel can
  on,         // all of it, or an Error
  off
};

/// Where the process is going to write. Empty: anywhere.
using SandboxOutputs = std::vector<std::filesystem::path>;

/// Puts the process, which still has one thread, into the sandbox for good. Returns what it lacks, for
/// --verbose; empty if nothing. Throws Error (machine) with `on` where the kernel refuses.
std::string enter_sandbox(SandboxUse use, const SandboxOutputs& outputs);

/// To be called once a folder of the outputs has been made: until then the nearest folder above it can be
/// written to. From then on only empty folders are removed there.
void narrow_sandbox();

/// In the sandbox, what this thread does next is confined for the rest of its life as by run_confined().
/// For threads that only compute. Throws Error (machine) with `on` where the kernel refuses.
void stay_confined();

/// Does `work`, which only computes, on a thread that can do nothing else: it opens no file. Outside of the
/// sandbox, in such a thread, or where no other thread can be started or confined (an Error with `on`), just
/// does it.
/// Exceptions arrive here.
void run_confined(const std::function<void()>& work);

/// The same of work that returns a value.
template <class Work>
auto confined(const Work& work) {
  std::invoke_result_t<Work> result{};
  run_confined([&] { result = work(); });
  return result;
}

}  // namespace tfrec
