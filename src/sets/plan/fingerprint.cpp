// SPDX-License-Identifier: Apache-2.0
#include "sets/plan/fingerprint.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include "base/concurrency/parallel_for.hpp"
#include "base/concurrency/stop.hpp"
#include "base/files/file.hpp"
#include "base/sha256.hpp"
#include "image/codec.hpp"
#include "records/image/made_image.hpp"
#include "sets/input/record_options.hpp"
#include "tfrecord/crc32c.hpp"

namespace tfrec {

namespace {

/// Fields one after the other, each with its length, so that no two lists run into the same bytes.
class Fields {
 public:
  void add(std::string_view text) {
    m_hash.add(std::to_string(text.size()) + ":");
    m_hash.add(text);
  }
  void add(std::uint64_t number) { add(std::string_view(std::to_string(number))); }
  void add(const OptionValue& value) {
    std::visit([&](const auto& held) { add_held(held); }, value);
  }
  std::string hex() { return m_hash.hex(); }

 private:
  void add_held(bool held) { add(std::string_view(held ? "yes" : "no")); }
  void add_held(std::int64_t held) { add(std::string_view(std::to_string(held))); }
  void add_held(double held) {
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%a", held);
    add(std::string_view(text.data()));
  }
  void add_held(const std::string& held) { add(std::string_view(held)); }
  void add_held(const std::vector<std::string>& held) {
    add(std::uint64_t{held.size()});
    for (const std::string& text : held) add(std::string_view(text));
  }

  Sha256 m_hash;
};

void add_layout(Fields& fields, const RecordLayout& layout) {
  for (const BoundFeature& feature : layout.features) fields.add(std::string_view(to_string(feature.spec)));
  for (const auto& known : layout.classes) {
    fields.add(std::uint64_t{known->classes.size()});
    for (const std::string& name : known->classes.names()) fields.add(std::string_view(name));
    if (known->classes.ids() == ClassIds{layout.label_base}) continue;
    for (const std::int64_t id : known->classes.ids().all(known->classes.size()))
      fields.add(std::string_view(std::to_string(id)));
  }
}

void add_samples(Fields& fields, const Samples& samples) {
  fields.add(std::uint64_t{samples.size()});
  samples.for_each_row([&](SampleIndex sample, RowIndex, std::span<const std::string_view> cells) {
    for (const std::string_view cell : cells) fields.add(cell);
    fields.add(std::string_view(samples.image_path(sample)));
  });
  for (const SampleIndex sample : samples.all()) {
    if (samples.rows_of(sample).empty()) fields.add(std::string_view(samples.image_path(sample)));
  }
  for (const Companions& list : samples.companions) {
    for (const std::string& path : list.paths) fields.add(std::string_view(path));
  }
}

/// The version of this program's library, unless the set is made with another.
std::string version_in(const LibraryVersions& versions, std::string_view library,
                       const std::string& of_program) {
  const auto found = std::ranges::find(versions, library, &LibraryVersions::value_type::first);
  return found == versions.end() ? of_program : found->second;
}

std::string request_of(const std::vector<BuildPart>& parts, const LibraryVersions& versions) {
  Fields fields;
  fields.add(std::string_view("tfrec set 4"));
  const PreparedBuild& first = *parts.front().prepared;
  fields.add(std::string_view(first.options.name));
  fields.add(first.options.seed);
  if (may_decode(first.layout, first.options.image)) {
    fields.add(std::string_view(version_in(versions, "opencv", codec().opencv_version())));
    fields.add(std::string_view(version_in(versions, "libjpeg", codec().jpeg_version())));
  }
  for (const auto& [name, value] : recorded_options(first.options, *first.input, first.layout)) {
    fields.add(std::string_view(name));
    fields.add(value);
  }
  for (const BuildPart& part : parts) {
    add_layout(fields, part.prepared->layout);
    add_samples(fields, part.samples());
  }
  return fields.hex();
}

}  // namespace

SetIdentity identity_of(const std::vector<BuildPart>& parts, const LibraryVersions& versions) {
  SetIdentity identity;
  identity.request = request_of(parts, versions);
  Fields fields;
  fields.add(std::string_view(identity.request));
  for (const BuildPart& part : parts) {
    for (const std::uint64_t bytes : part.samples().image_bytes) fields.add(bytes);
    for (const Companions& list : part.samples().companions) {
      for (const std::uint64_t bytes : list.bytes) fields.add(bytes);
    }
  }
  identity.fingerprint = fields.hex();
  return identity;
}

std::string plan_hash(const std::string& request, const std::vector<BuildPart>& parts) {
  Fields fields;
  fields.add(std::string_view(request));
  for (const BuildPart& part : parts) {
    const BuildPlan& plan = part.planned.plan;
    fields.add(std::uint64_t{plan.order.size()});
    for (const SampleIndex sample : plan.order) fields.add(std::uint64_t{sample.value()});
    fields.add(std::uint64_t{plan.shards.size()});
    for (const PlaceRange& shard : plan.shards) fields.add(shard.size());
  }
  return fields.hex();
}

std::string versions_text(const Manifest& set) {
  std::string text;
  for (const auto& [library, version] : set.versions)
    text += (text.empty() ? "" : ", ") + library + " " + version;
  return text;
}

std::string checksum_of_sources(std::span<const std::vector<std::uint32_t>> crcs) {
  std::uint32_t sum = 0;
  for (const auto& part : crcs) {
    for (const std::uint32_t crc : part) sum = crc32c_of_number(crc, sum);
  }
  return crc32c_hex(sum);
}

std::vector<std::uint32_t> read_image_checksums(const Samples& samples, std::span<const SampleIndex> wanted,
                                                unsigned threads) {
  std::vector<std::uint32_t> crcs(wanted.size());
  parallel_for(wanted.size(), threads, [&](std::size_t i) {
    throw_if_stopped();
    crcs[i] = crc32c(read_whole(samples.open(wanted[i])));
    for (std::size_t list = 0; list < samples.companions.size(); ++list)
      crcs[i] = crc32c(read_whole(samples.open_companion(list, wanted[i])), crcs[i]);
  });
  return crcs;
}

}  // namespace tfrec
