// SPDX-License-Identifier: Apache-2.0
#include "base/concurrency/parallel_for.hpp"

#include <algorithm>

#include "base/concurrency/task_pool.hpp"

namespace tfrec {

void parallel_for(std::size_t count, unsigned threads, const std::function<void(std::size_t)>& work) {
  const auto useful = static_cast<unsigned>(std::min<std::size_t>(threads, count));
  TaskPool(PoolLimits{useful}).run(count, work);
}

}  // namespace tfrec
