// SPDX-License-Identifier: Apache-2.0
// What AddressSanitizer does by default in a fuzz target. ASAN_OPTIONS goes before it: replay a finding with
// malloc_context_size=30 to see where its memory comes from.

// Each case takes and frees memory thousands of times: to walk and keep the stacks of that costs as much as
// the case.
extern "C" const char* __asan_default_options();  // NOLINT(bugprone-reserved-identifier)
extern "C" const char* __asan_default_options() {
  return "malloc_context_size=1";
}
