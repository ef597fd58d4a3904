// SPDX-License-Identifier: Apache-2.0
#include "image/opencv/require_memory.hpp"

#include <cstdlib>
#include <new>

namespace tfrec {

void require_memory(std::size_t bytes) {
  void* volatile memory = std::malloc(bytes);  // volatile: else the pair is optimised away
  if (memory == nullptr) throw std::bad_alloc();
  std::free(memory);
}

}  // namespace tfrec
