// SPDX-License-Identifier: Apache-2.0
// The floor of `tfrec extract`: files are read and their bytes written into PIECES smaller ones, then the
// file system is synced once.
//   floor_scatter FOLDER THREADS OUT PIECES
#include "floor.hpp"

namespace {

class Scatterer {
 public:
  Scatterer(std::string prefix, std::size_t pieces) : m_prefix(std::move(prefix)), m_pieces(pieces) {}

  std::size_t operator()(const std::filesystem::path& path) {
    floors::read_file(path, m_bytes);
    for (std::size_t i = 0; i < m_pieces; ++i) {
      const std::size_t begin = m_bytes.size() * i / m_pieces;
      const std::size_t end = m_bytes.size() * (i + 1) / m_pieces;
      const std::string name = m_prefix + std::to_string(m_done++) + ".jpg";
      const int fd = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL, 0666);
      if (::write(fd, m_bytes.data() + begin, end - begin) < 0) std::exit(3);
      ::close(fd);
    }
    return m_bytes.size();
  }

 private:
  std::string m_prefix;
  std::size_t m_pieces;  // of each file
  std::size_t m_done = 0;
  floors::Buffer m_bytes;
};

}  // namespace

int main(int argc, char** argv) {
  const floors::Arguments given = floors::arguments(argc, argv);
  if (given.rest.size() < 2 || given.files.empty()) return 2;
  const std::string out = given.rest[0];
  const std::size_t pieces = std::stoul(given.rest[1]) / given.files.size();
  std::filesystem::create_directories(out);
  floors::run(given,
              [&](unsigned thread) { return Scatterer(out + "/" + std::to_string(thread) + "-", pieces); });
  const int folder = ::open(out.c_str(), O_RDONLY | O_DIRECTORY);
  return ::syncfs(folder) == 0 ? 0 : 3;
}
