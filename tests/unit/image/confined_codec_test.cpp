// SPDX-License-Identifier: Apache-2.0
#include "image/confined_codec.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "support/catch.hpp"
#include "support/sandboxed.hpp"
#include "support/scratch_folder.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

/// Obeys the "image", as a decoder with a hole would: its bytes are a path.
class HostileCodec final : public Codec {
 public:
  std::unique_ptr<Pixels> new_pixels() const override { return nullptr; }
  std::optional<Rejected> decode(std::string_view file, const DecodeOptions& /*options*/, Pixels& /*image*/,
                                 DecodeReport& /*report*/) const override {
    const std::string path(file);
    const bool is_harmless = is_refused(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) &&
                             is_refused(::open(path.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC)) &&
                             is_refused(::unlink(path.c_str())) &&
                             is_refused(::execl("/bin/rm", "rm", path.c_str(), nullptr)) &&
                             is_refused(::socket(AF_INET, SOCK_STREAM, 0));
    return is_harmless ? std::optional(Rejected{"is hostile"}) : std::nullopt;
  }
  std::optional<Rejected> resize(const Pixels& /*from*/, const ResizeOptions& /*options*/,
                                 Pixels& /*to*/) const override {
    return std::nullopt;
  }
  std::optional<Rejected> encode_jpeg(const Pixels& /*image*/, int /*quality*/,
                                      EncodedBytes& /*out*/) const override {
    return std::nullopt;
  }
  std::optional<Rejected> encode_png(const Pixels& /*image*/, EncodedBytes& /*out*/) const override {
    return std::nullopt;
  }
  std::optional<Rejected> encode_webp(const Pixels& /*image*/, int /*quality*/,
                                      EncodedBytes& /*out*/) const override {
    return std::nullopt;
  }
  std::string opencv_version() const override { return "0"; }
  std::string jpeg_version() const override { return "0"; }
};

}  // namespace

TEST_CASE("A decoder with a hole neither reads, writes nor removes a file, and runs and calls nothing") {
  const ScratchFolder scratch;
  const std::string file = scratch.write("secret", "content");
  const HostileCodec hostile;
  const ConfinedCodec safe(hostile);
  const auto pixels = codec().new_pixels();
  check_in_sandbox({}, {{"decode", [&] {
                           DecodeReport report;
                           const auto rejected = safe.decode(file, {}, *pixels, report);
                           return rejected && rejected->reason == "is hostile";
                         }}});
  CHECK(scratch.files() == Files{{"secret", "content"}});
}
