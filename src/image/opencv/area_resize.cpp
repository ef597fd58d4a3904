// SPDX-License-Identifier: Apache-2.0
// The sums are OpenCV's (modules/imgproc/src/resize.cpp, ResizeArea_Invoker) in the same order and precision:
// each target pixel is a weighted sum along each row it covers, and of these rows. OpenCV adds one sample at
// a time to an array; here three samples of a pixel, of two rows, are added at once in registers.
#include "image/opencv/area_resize.hpp"

#ifdef __x86_64__

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <immintrin.h>
#include <vector>

#include <opencv2/imgproc.hpp>

namespace tfrec {

namespace {

constexpr int k_channels = 3;
constexpr int k_lanes = 4;  // floats of a pixel, the last one unused

/// One source column (or row) in one of the target.
struct Share {
  int target;
  int source;
  float weight;
};

/// As OpenCV's computeResizeAreaTab, rounding for rounding.
std::vector<Share> shares_of(int source, int target) {
  const double scale = 1. / (static_cast<double>(target) / source);
  constexpr double k_least = 1e-3;
  std::vector<Share> shares;
  for (int at = 0; at < target; ++at) {
    const double begin = at * scale;
    const double end = begin + scale;
    const double cell = std::min(scale, source - begin);
    const int last = std::min(static_cast<int>(std::floor(end)), source - 1);
    const int first = std::min(static_cast<int>(std::ceil(begin)), last);
    if (first - begin > k_least)
      shares.push_back({at, first - 1, static_cast<float>((first - begin) / cell)});
    for (int i = first; i < last; ++i) shares.push_back({at, i, static_cast<float>(1. / cell)});
    if (end - last > k_least)
      shares.push_back({at, last, static_cast<float>(std::min(std::min(end - last, 1.), cell) / cell)});
  }
  return shares;
}

/// Two source rows brought to the target's width.
class RowPair {
 public:
  RowPair(const cv::Mat& from, int width)
      : m_from(from),
        m_columns(shares_of(from.cols, width)),
        m_last_row(static_cast<std::size_t>(k_channels * from.cols + 1)) {
    for (std::vector<float>& sums : m_sums) sums.resize(static_cast<std::size_t>(k_lanes * width));
    // Four bytes are read for three, which the last row of all has no room for.
    std::memcpy(m_last_row.data(), from.ptr(from.rows - 1), m_last_row.size() - 1);
  }

  /// The sums of a source row, which is at least the one asked for before.
  const float* row(int y) {
    if (y > m_first + 1 || m_first < 0) {
      m_first = y;
      sum_rows(source(y), source(std::min(y + 1, m_from.rows - 1)));
    }
    return m_sums[static_cast<std::size_t>(y - m_first)].data();
  }

 private:
  const unsigned char* source(int y) const {
    return y == m_from.rows - 1 ? m_last_row.data() : m_from.ptr(y);
  }

  [[gnu::target("avx2")]] static __m256 pixels(const unsigned char* upper, const unsigned char* lower) {
    int low = 0;
    int high = 0;
    std::memcpy(&low, upper, sizeof low);
    std::memcpy(&high, lower, sizeof high);
    return _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(_mm_insert_epi32(_mm_cvtsi32_si128(low), high, 1)));
  }

  [[gnu::target("avx2")]] void sum_rows(const unsigned char* upper, const unsigned char* lower) {
    const Share* share = m_columns.data();
    const Share* const end = share + m_columns.size();
    while (share != end) {
      const int target = share->target;
      __m256 sum = _mm256_setzero_ps();
      for (; share != end && share->target == target; ++share) {
        const std::ptrdiff_t at = std::ptrdiff_t{k_channels} * share->source;
        sum =
            _mm256_add_ps(sum, _mm256_mul_ps(pixels(upper + at, lower + at), _mm256_set1_ps(share->weight)));
      }
      const auto to = static_cast<std::size_t>(k_lanes * target);
      _mm_storeu_ps(&m_sums[0][to], _mm256_castps256_ps128(sum));
      _mm_storeu_ps(&m_sums[1][to], _mm256_extractf128_ps(sum, 1));
    }
  }

  const cv::Mat& m_from;
  const std::vector<Share> m_columns;
  std::vector<unsigned char> m_last_row;
  std::array<std::vector<float>, 2> m_sums;
  int m_first = -1;
};

/// `sum` += `row` × `weight`, or replaced by it.
void add_row(std::vector<float>& sum, const float* row, float weight, bool is_first) {
  const __m128 factor = _mm_set1_ps(weight);
  for (std::size_t i = 0; i < sum.size(); i += k_lanes) {
    const __m128 share = _mm_mul_ps(factor, _mm_loadu_ps(row + i));
    _mm_storeu_ps(&sum[i], is_first ? share : _mm_add_ps(share, _mm_loadu_ps(&sum[i])));
  }
}

/// Rounded to the nearest, ties to even, as OpenCV does.
void store_row(const std::vector<float>& sum, unsigned char* to) {
  for (std::size_t i = 0; i < sum.size(); i += k_lanes, to += k_channels) {
    const __m128i words = _mm_cvtps_epi32(_mm_loadu_ps(&sum[i]));
    const __m128i bytes = _mm_packus_epi16(_mm_packs_epi32(words, words), words);
    const int pixel = _mm_cvtsi128_si32(bytes);
    std::memcpy(to, &pixel, k_channels);
  }
}

void resize_rows(const cv::Mat& from, cv::Mat& to) {
  RowPair rows(from, to.cols);
  std::vector<float> sum(static_cast<std::size_t>(k_lanes * to.cols));
  int target = -1;
  for (const Share& share : shares_of(from.rows, to.rows)) {
    if (target >= 0 && share.target != target) store_row(sum, to.ptr(target));
    add_row(sum, rows.row(share.source), share.weight, share.target != target);
    target = share.target;
  }
  store_row(sum, to.ptr(target));
}

bool is_whole(int source, int target) {
  const double scale = 1. / (static_cast<double>(target) / source);
  return std::abs(scale - std::round(scale)) < 2.3e-16;
}

/// Whether this OpenCV makes the same of noise.
bool agrees_with_opencv() {
  cv::RNG random(1);
  cv::Mat noise(61, 97, CV_8UC3);
  random.fill(noise, cv::RNG::UNIFORM, 0, 256);
  for (const cv::Size size : {cv::Size(40, 17), cv::Size(96, 60), cv::Size(7, 59), cv::Size(97, 13)}) {
    cv::Mat theirs;
    cv::Mat ours(size, CV_8UC3);
    cv::resize(noise, theirs, size, 0, 0, cv::INTER_AREA);
    resize_rows(noise, ours);
    for (int y = 0; y < size.height; ++y) {
      if (std::memcmp(theirs.ptr(y), ours.ptr(y), static_cast<std::size_t>(k_channels * size.width)) != 0)
        return false;
    }
  }
  return true;
}

}  // namespace

bool resize_area(const cv::Mat& from, cv::Mat& to, cv::Size size) {
  if (from.type() != CV_8UC3 || size.width > from.cols || size.height > from.rows) return false;
  if (is_whole(from.cols, size.width) && is_whole(from.rows, size.height)) return false;
  static const bool may = __builtin_cpu_supports("avx2") > 0 && agrees_with_opencv();
  if (!may) return false;
  to.create(size, CV_8UC3);
  resize_rows(from, to);
  return true;
}

}  // namespace tfrec

#else

namespace tfrec {

bool resize_area(const cv::Mat&, cv::Mat&, cv::Size) {
  return false;
}

}  // namespace tfrec

#endif
