// SPDX-License-Identifier: Apache-2.0
#include "tfrecord/reading/reader.hpp"

#include "tfrecord/reading/reader_state.hpp"

namespace tfrec {

Reader::Reader(const InputFile& file) : m_state(std::make_unique<State>(open_source(file))) {}
Reader::Reader(std::unique_ptr<ByteSource> source) : m_state(std::make_unique<State>(std::move(source))) {}
Reader::Reader(Reader&&) noexcept = default;
Reader::~Reader() = default;

ReadItem Reader::next() {
  return m_state->next();
}

}  // namespace tfrec
