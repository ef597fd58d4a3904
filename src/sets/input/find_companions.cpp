// SPDX-License-Identifier: Apache-2.0
#include "sets/input/find_companions.hpp"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <map>
#include <optional>
#include <system_error>
#include <unordered_set>
#include <utility>

#include "base/concurrency/parallel_for.hpp"
#include "base/concurrency/stop.hpp"
#include "base/error.hpp"
#include "base/text/in_quotes.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "base/text/shell_word.hpp"
#include "dataset/folder/relative_path.hpp"
#include "dataset/join/mask_pairs.hpp"
#include "dataset/join/nearest_image.hpp"
#include "dataset/table/missing_cell.hpp"
#include "records/image/image_headers.hpp"
#include "sets/input/check_masks.hpp"
#include "sets/options/mask_rules.hpp"

namespace tfrec {

namespace {

constexpr std::size_t k_examples = 5;
constexpr unsigned k_threads = 16;  // each open may be a request to a distant server

/// What a companion is called in messages.
std::string noun(bool is_mask) {
  return is_mask ? "mask" : "file";
}

std::filesystem::path root_of(const BuildOptions& options, bool is_mask) {
  const std::filesystem::path& given = is_mask ? options.masks.folder : options.files;
  return given.empty() ? options.images : given;
}

/// Paths of the companions of samples, empty where there is none.
class PathSearch {
 public:
  PathSearch(BuildInput& input, const BuildOptions& options, bool is_mask, Observer& observer)
      : m_input(input),
        m_options(options),
        m_is_mask(is_mask),
        m_root(root_of(options, is_mask)),
        m_observer(observer) {
    m_paths.resize(input.samples->size());
  }

  /// Pairs masks with images by their names.
  void pair() {
    const ImageFolder& masks = walk();
    const MaskPairs pairs(masks, m_options.masks.suffix);
    std::map<std::uint32_t, std::uint32_t> image_of;
    for (const SampleIndex sample : m_input.samples->all()) {
      const auto mask = pairs.mask_of(m_input.samples->image_path(sample));
      if (!mask) continue;
      const std::uint32_t image = m_input.samples->images[sample];
      const std::uint32_t other = image_of.try_emplace(*mask, image).first->second;
      if (other != image) throw shared(masks.paths[*mask], other, image);
      m_paths[sample] = masks.paths[*mask];
    }
    report_orphans(pairs.without_image(m_input.folder.paths));
  }

  /// Takes the files that a column names.
  void take_column(const std::string& name) {
    const std::size_t column = column_named(*m_input.table, name, "--feature");
    m_input.samples->for_each_row([&](SampleIndex sample, RowIndex, std::span<const std::string_view> cells) {
      if (is_missing(cells[column])) return;
      std::string& path = m_paths[sample];
      if (!path.empty() && path != cells[column]) throw differs(name, sample);
      path = std::string(cells[column]);
    });
    const ImageOpener opener(m_root, ImageOpener::Reach::beneath);
    std::vector<char> found(m_paths.size());
    parallel_for(found.size(), k_threads, [&](std::size_t i) {
      throw_if_stopped();
      found[i] =
          static_cast<char>(m_paths[SampleIndex(i)].empty() || exists(opener, m_paths[SampleIndex(i)]));
    });
    for (const SampleIndex sample : m_input.samples->all()) {
      if (found[sample.value()] == 0) m_named[sample.value()] = std::exchange(m_paths[sample], "");
    }
    if (m_is_mask && !m_options.masks.folder.empty()) report_unnamed();
  }

  /// Leaves out samples without one, or throws.
  PerSample<std::string> complete() {
    std::vector<SampleIndex> without;
    for (const SampleIndex sample : m_input.samples->all()) {
      if (m_paths[sample].empty()) without.push_back(sample);
    }
    if (without.empty()) return std::move(m_paths);
    const bool may_leave_out = m_is_mask && m_options.masks.allow_missing;
    if (!may_leave_out || without.size() == m_input.samples->size()) throw missing(without);
    leave_out(without);
    PerSample<std::string> kept;
    for (std::string& path : m_paths) {
      if (!path.empty()) kept.push_back(std::move(path));
    }
    return kept;
  }

 private:
  const ImageFolder& walk() {
    if (!m_walked) {
      m_walked = walk_files(m_root, m_options.out);
      const std::string& suffix = m_options.masks.suffix;
      if (m_is_mask && !suffix.empty())
        std::erase_if(m_walked->paths, [&](const std::string& path) { return !has_suffix(path, suffix); });
    }
    return *m_walked;
  }

  /// Throws if the path leads out of the folder, or the file can't be opened.
  bool exists(const ImageOpener& opener, const std::string& path) const {
    try {
      opener.open(path);
      return true;
    } catch (const Error& error) {
      std::error_code failed;
      const bool is_missing = !std::filesystem::exists(m_root / path, failed) && !failed;
      if (is_missing && error.kind() == ErrorKind::machine) return false;
      throw;
    }
  }

  Error differs(const std::string& column, SampleIndex sample) const {
    return Error(ErrorKind::bad_data, m_input.table->source(),
                 "column " + in_quotes(column) + " differs within image " +
                     in_quotes(m_input.samples->image_path(sample)) + ", and a record has one " +
                     noun(m_is_mask),
                 "name one file, or make a record per row");
  }

  /// Masks of --masks that no row names.
  void report_unnamed() {
    std::unordered_set<std::string> named;
    for (const std::string& path : m_paths) named.insert(tidied(path));
    std::vector<std::uint32_t> others;
    for (std::uint32_t i = 0; i < walk().paths.size(); ++i) {
      if (!named.contains(walk().paths[i])) others.push_back(i);
    }
    report_orphans(others);
  }

  Error shared(const std::string& mask, std::uint32_t one, std::uint32_t other) const {
    return Error(ErrorKind::bad_data, (m_root / mask).string(),
                 "would be the mask of two images, " + in_quotes(m_input.folder.path(one)) + " and " +
                     in_quotes(m_input.folder.path(other)),
                 "call masks as their images with the extension: a.jpg.png for a.jpg");
  }

  void report_orphans(const std::vector<std::uint32_t>& masks) {
    if (masks.empty()) return;
    const std::string text = counted(masks.size(), "mask belongs", "masks belong") + " to no image" +
                             (masks.size() == 1 ? ": " : ", first ") + in_quotes(walk().paths[masks.front()]);
    if (m_options.strict) {
      throw Error(ErrorKind::bad_data, m_root.string(), text + " (--strict)",
                  "remove what does not belong to the set");
    }
    m_observer.note(printable(m_root.string()) + ": " + text);
  }

  /// "'a.jpg' (nearest: 'x/a.png')"
  std::string example(SampleIndex sample) {
    const std::string& image = m_input.samples->image_path(sample);
    const auto named = m_named.find(sample.value());
    const std::string wanted =
        named == m_named.end() ? std::string(without_image_extension(image)) : named->second;
    const auto near = nearest_image(wanted, walk());
    return in_quotes(image) + (named == m_named.end() ? "" : ": " + in_quotes(wanted)) +
           (near ? " (nearest: " + in_quotes(walk().path(*near)) + ")" : "");
  }

  Error missing(const std::vector<SampleIndex>& without) {
    std::string list;
    for (std::size_t i = 0; i < std::min(without.size(), k_examples); ++i)
      list += (i == 0 ? "" : ", ") + example(without[i]);
    const std::uint64_t all = m_input.samples->size();
    const std::string count = format_count(without.size()) + " of " + counted(all, "image", "images");
    const bool is_all = without.size() == all;
    return Error(ErrorKind::bad_data, m_root.string(),
                 count + (without.size() == 1 ? " has no " : " have no ") + noun(m_is_mask) + ": " + list +
                     (without.size() > k_examples ? ", …" : ""),
                 !m_is_mask ? "add the files, or skip rows without a name with --drop-missing COLUMN"
                 : is_all
                     ? "give the folder of the masks with --masks, and how their names end with --mask-suffix"
                     : "add the masks, or skip these images with --allow-missing-masks");
  }

  void leave_out(const std::vector<SampleIndex>& without) {
    const Samples& samples = *m_input.samples;
    for (const SampleIndex sample : without) {
      m_input.left_out.push_back(
          {samples.line(sample).value(), samples.image_path(sample), "left out: it has no mask"});
    }
    std::ranges::stable_sort(m_input.left_out, {}, &LeftOutRow::row);
    m_observer.warning(counted(without.size(), "image is", "images are") + " left out: no mask" +
                       (without.size() == 1 ? ": " : ", first ") +
                       in_quotes(samples.image_path(without.front())));
    auto kept = std::make_unique<Samples>(without_samples(samples, without));
    kept->companions = samples.companions;
    m_input.samples = std::move(kept);
  }

  BuildInput& m_input;
  const BuildOptions& m_options;
  bool m_is_mask;
  std::filesystem::path m_root;
  Observer& m_observer;
  std::optional<ImageFolder> m_walked;
  PerSample<std::string> m_paths;
  std::map<std::uint32_t, std::string> m_named;  // what cells name, where there is no such file
};

/// What the headers of masks state.
struct MaskHeaders {
  std::atomic<bool> is_deep = false;  // more than 8 bits
  std::atomic<std::uint64_t> lossy = 0;
};

void read_headers(const BuildInput& input, const BuildOptions& options, MaskHeaders& headers) {
  const Samples& samples = *input.samples;
  parallel_for(samples.size(), options.threads, [&](std::size_t i) {
    throw_if_stopped();
    const InputFile file = samples.open_companion(input.mask_rules->companion, SampleIndex(i));
    const ImageFacts facts = header_facts(file, nullptr);
    if (facts.format == ImageFormat::png && facts.bits > 8 && facts.channels <= 2) headers.is_deep = true;
    if (facts.format == ImageFormat::jpeg) ++headers.lossy;
  });
}

void take_rules(BuildInput& input, BuildOptions& options, Observer& observer) {
  read_mask_files(options.masks);
  auto rules = std::make_shared<MaskRules>(mask_rules(options.masks, options.image.decode.max_pixels));
  const bool is_padding_a_class = !rules->allowed.empty() && rules->ignore < rules->allowed.size() &&
                                  rules->allowed[rules->ignore] && options.image.resize.fit == Fit::pad;
  if (is_padding_a_class) {
    throw Error(ErrorKind::usage, "",
                "--mask-ignore " + std::to_string(rules->ignore) +
                    ", the id of padding, is also one of --mask-classes",
                "choose another id with --mask-ignore");
  }
  input.mask_rules = rules;
  MaskHeaders headers;
  read_headers(input, options, headers);
  const bool deep_ids = std::ranges::any_of(rules->colors, [](const auto& one) { return one.second > 255; });
  const bool deep_padding = rules->ignore > 255;
  if (options.masks.bits == 0) options.masks.bits = headers.is_deep || deep_ids || deep_padding ? 16 : 8;
  rules->bits = options.masks.bits;
  if (headers.lossy > 0) {
    observer.warning(counted(headers.lossy, "mask is a JPEG", "masks are JPEGs") +
                     ", which changes ids at edges; use the PNG files that the JPEGs were made from");
  }
}

/// --like leaves out features of columns that the table does not have, but no masks that are asked for.
void leave_out_absent(CompanionSources& sources, const BuildOptions& options, const Table& table) {
  const auto is_absent = [&](const std::string& column) {
    return !column.empty() && std::ranges::find(table.columns(), column) == table.columns().end();
  };
  if (sources.has_masks && is_absent(sources.columns.front())) {
    if (!options.masks.folder.empty()) {
      throw Error(ErrorKind::usage, "",
                  "--masks: a column " + in_quotes(sources.columns.front()) +
                      " named the masks of --like; the columns are " + listed_columns(table),
                  "add the column, or pair masks with images by their names: --feature " +
                      shell_word(sources.mask_feature + "=mask"));
    }
    sources.has_masks = false;
  }
  std::erase_if(sources.columns, is_absent);
}

}  // namespace

void check_companion_options(const BuildOptions& options, const CompanionSources& sources) {
  const MaskOptions& masks = options.masks;
  const auto refuse_if = [](bool is_given, const std::string& message, const std::string& hint) {
    if (is_given) throw Error(ErrorKind::usage, "", message, hint);
  };
  const bool by_column = sources.has_masks && !sources.columns.front().empty();
  const bool has_files = sources.columns.size() > (sources.has_masks ? 1U : 0U);
  refuse_if(!options.files.empty() && !has_files, "--files has no effect: no feature is of kind file",
            "add --feature NAME=file:COLUMN");
  if (!sources.has_masks) {
    const char* const to_store = "to store masks: --layout segmentation, or --feature mask=mask";
    const auto unused = [&](bool is_given, const char* option) {
      refuse_if(is_given, std::string(option) + " has no effect: no feature stores masks", to_store);
    };
    unused(!masks.folder.empty(), "--masks");
    unused(!masks.suffix.empty(), "--mask-suffix");
    unused(!masks.colors_file.empty(), "--mask-colors");
    unused(!masks.classes_from.empty(), "--mask-classes");
    unused(masks.ignore != MaskOptions().ignore, "--mask-ignore");
    unused(masks.orientation != MaskOrientation::automatic, "--mask-orientation");
    unused(masks.allow_missing, "--allow-missing-masks");
    return;
  }
  refuse_if(by_column && !masks.suffix.empty(), "--mask-suffix has no effect: a column names the masks",
            "leave it out");
  refuse_if(!by_column && !masks.are_paired(),
            "where are the masks? There is no --masks and no --mask-suffix", masks_hint(options.images));
  std::error_code failed;
  refuse_if(
      !by_column && masks.suffix.empty() && std::filesystem::equivalent(masks.folder, options.images, failed),
      "--masks is the folder of the images: each would be its own mask",
      "for a_mask.png beside a.jpg: --mask-suffix _mask");
  refuse_if(masks.orientation == MaskOrientation::upright &&
                options.image.decode.orientation == OrientationPolicy::ignore,
            "--mask-orientation upright does not fit --orientation ignore: images stay as they are stored",
            "leave out one of the two");
}

Companions companions_below(const BuildOptions& options, const CompanionSources& sources, std::size_t list) {
  const bool is_mask = sources.has_masks && list == 0;
  // Masks that names pair are found by a walk, which follows links of their owner; no row names them.
  const bool is_walked = sources.columns[list].empty();
  Companions companions{root_of(options, is_mask)};
  companions.opener = std::make_shared<ImageOpener>(
      companions.root, is_walked ? ImageOpener::Reach::anywhere : ImageOpener::Reach::beneath);
  return companions;
}

void find_companions(BuildInput& input, BuildOptions& options, CompanionSources sources, Observer& observer) {
  if (!options.like.empty()) leave_out_absent(sources, options, *input.table);
  input.companion_columns = sources.columns;
  for (std::size_t i = 0; i < sources.columns.size(); ++i) {
    const bool is_mask = sources.has_masks && i == 0;
    PathSearch search(input, options, is_mask, observer);
    if (sources.columns[i].empty()) {
      search.pair();
    } else {
      search.take_column(sources.columns[i]);
    }
    PerSample<std::string> paths = search.complete();
    Companions companions = companions_below(options, sources, i);
    companions.paths = std::move(paths);
    add_companions(*input.samples, std::move(companions));
    if (is_mask) take_rules(input, options, observer);
  }
}

}  // namespace tfrec
