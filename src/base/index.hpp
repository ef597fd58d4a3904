// SPDX-License-Identifier: Apache-2.0
// Numbers of different things as different types: a row cannot be passed where a sample is expected.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace tfrec {

/// A number of one kind. It converts to no other kind and to no integer.
template <class Kind, class Value = std::uint32_t>
class Index {
 public:
  constexpr Index() = default;
  constexpr explicit Index(std::uint64_t value) : m_value(static_cast<Value>(value)) {}

  constexpr Value value() const { return m_value; }
  constexpr Index& operator++() {
    ++m_value;
    return *this;
  }
  friend constexpr auto operator<=>(Index, Index) = default;  // NOLINT(modernize-use-nullptr)

 private:
  Value m_value = 0;
};

/// All numbers from 0 up to a size, for range-based loops.
template <class Index>
class IndexRange {
 public:
  class Iterator {
   public:
    constexpr explicit Iterator(Index at) : m_at(at) {}
    constexpr Index operator*() const { return m_at; }
    constexpr Iterator& operator++() {
      ++m_at;
      return *this;
    }
    friend constexpr bool operator==(Iterator, Iterator) = default;

   private:
    Index m_at;
  };

  constexpr explicit IndexRange(std::size_t size) : m_end(size) {}
  constexpr Iterator begin() const { return Iterator(Index()); }
  constexpr Iterator end() const { return Iterator(m_end); }
  std::vector<Index> list() const {
    std::vector<Index> all;
    for (const Index one : *this) all.push_back(one);
    return all;
  }

 private:
  Index m_end;
};

/// A vector with one element for each number of a kind.
template <class Index, class Element>
class IndexedVector : public std::vector<Element> {
 public:
  using std::vector<Element>::vector;
  IndexedVector(std::vector<Element> elements) : std::vector<Element>(std::move(elements)) {}

  decltype(auto) operator[](Index index) { return std::vector<Element>::operator[](index.value()); }
  decltype(auto) operator[](Index index) const { return std::vector<Element>::operator[](index.value()); }
};

}  // namespace tfrec

template <class Kind, class Value>
struct std::hash<tfrec::Index<Kind, Value>> {
  std::size_t operator()(tfrec::Index<Kind, Value> index) const { return std::hash<Value>()(index.value()); }
};
