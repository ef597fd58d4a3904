// SPDX-License-Identifier: Apache-2.0
#include "tfrecord/source/window.hpp"

#include <algorithm>
#include <cstring>
#include <new>

#include "base/concurrency/stop.hpp"

namespace tfrec {

Window::Window(std::unique_ptr<ByteSource> source) : m_source(std::move(source)) {}

std::optional<std::uint64_t> Window::left() const {
  if (m_at_end) return m_end - m_begin;
  const std::optional<std::uint64_t> size = m_source->size();
  if (!size) return std::nullopt;
  return *size - m_position;
}

// The buffer at least doubles each time, so that a length that lies makes it no larger than twice what is
// there.
void Window::fetch(std::size_t wanted) {
  while (m_end - m_begin < wanted && !m_at_end) {
    const std::size_t held = m_end - m_begin;
    make_room(std::min(wanted, std::max(2 * held, k_block_bytes)));
    read_block(wanted);
  }
}

void Window::make_room(std::size_t wanted) {
  if (m_begin > 0) std::memmove(m_bytes.get(), m_bytes.get() + m_begin, m_end - m_begin);
  m_end -= m_begin;
  m_begin = 0;
  // Room for one more block behind the bytes that are wanted, so that many small records share a read.
  std::size_t capacity = wanted + k_block_bytes;
  // One byte more than there is shows the end.
  if (const auto left_here = left())
    capacity = static_cast<std::size_t>(std::min<std::uint64_t>(capacity, *left_here + 1));
  if (m_capacity >= capacity) return;
  auto* bytes = static_cast<char*>(std::realloc(m_bytes.get(), capacity));
  if (bytes == nullptr) throw std::bad_alloc();
  static_cast<void>(m_bytes.release());
  m_bytes.reset(bytes);
  m_capacity = capacity;
}

void Window::read_block(std::size_t wanted) {
  throw_if_stopped();  // a small compressed file may be endless
  const std::size_t held = m_end - m_begin;
  const std::size_t missing = wanted > held ? wanted - held : 0;
  const std::size_t room = m_capacity - m_end;
  const std::size_t count = std::min(room, std::max(missing, k_block_bytes));
  const std::size_t got = m_source->read({m_bytes.get() + m_end, count});
  m_end += got;
  m_at_end = got < count;
}

}  // namespace tfrec
