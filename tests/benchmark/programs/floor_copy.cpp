// SPDX-License-Identifier: Apache-2.0
// The floor of `tfrec build --encode copy`, reshard and repair: read, check, CRC32C, write and sync the same
// bytes, one output file a thread.
//   floor_copy FOLDER THREADS OUT [full|structure|none]
// `full` decodes each image as tfrec does, `structure` looks at markers and ends; `none` takes no checksum
// either.
#include <memory>

#include <isa-l/crc.h>

#include "floor.hpp"
#include "image/codec.hpp"
#include "image/jpeg/jpeg_segments.hpp"

namespace {

class Copier {
 public:
  Copier(const std::filesystem::path& out, std::string check) : m_check(std::move(check)) {
    m_fd = ::open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (m_check == "full") m_image = tfrec::codec().new_pixels();
  }
  Copier(const Copier&) = delete;
  Copier& operator=(const Copier&) = delete;
  ~Copier() {
    if (::fsync(m_fd) != 0) std::exit(3);
    ::close(m_fd);
  }

  std::size_t operator()(const std::filesystem::path& path) {
    floors::read_file(path, m_bytes);
    const std::string_view file(reinterpret_cast<const char*>(m_bytes.data()), m_bytes.size());
    if (m_check == "full" && tfrec::codec().decode(file, {}, *m_image, m_report)) return 0;
    if (m_check == "structure" && tfrec::check_jpeg_structure(file)) return 0;
    if (m_check != "none") m_crc = crc32_iscsi(m_bytes.data(), static_cast<int>(m_bytes.size()), m_crc);
    if (::write(m_fd, m_bytes.data(), m_bytes.size()) < 0) std::exit(3);
    return m_bytes.size() + (m_crc == 1 ? 1 : 0);  // so that the checksum is needed
  }

 private:
  std::string m_check;
  int m_fd;
  unsigned m_crc = 0;
  floors::Buffer m_bytes;
  std::unique_ptr<tfrec::Pixels> m_image;
  tfrec::DecodeReport m_report;
};

}  // namespace

int main(int argc, char** argv) {
  const floors::Arguments given = floors::arguments(argc, argv);
  if (given.rest.empty()) return 2;
  const std::filesystem::path out = given.rest[0];
  const std::string check = given.rest.size() > 1 ? given.rest[1] : "full";
  std::filesystem::create_directories(out);
  floors::run(given, [&](unsigned thread) { return Copier(out / std::to_string(thread), check); });
}
