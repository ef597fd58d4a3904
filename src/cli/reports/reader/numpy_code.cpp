// SPDX-License-Identifier: Apache-2.0
#include "cli/reports/reader/numpy_code.hpp"

#include <algorithm>
#include <functional>
#include <string_view>

#include "cli/reports/reader/framework_code.hpp"
#include "cli/reports/reader/numpy_templates.hpp"
#include "cli/reports/reader/python_code.hpp"
#include "records/copy/record_boxes.hpp"

namespace tfrec::cli {

namespace {

using Names = std::vector<std::string>;

/// The features by how a record's values become those of a sample.
struct NumpyFeatures {
  std::vector<const ReaderFeature*> images, masks, packed;
  Names numbers, vectors, lists, texts, text_lists, bytes, byte_lists;
  Names defaults;
};

std::string default_entry(const ReaderFeature& feature) {
  const bool is_list = feature.is_list;
  std::string value = is_list ? "[]" : "[b\"\"]";
  if (feature.kind == ListKind::int64_list) value = is_list ? "np.int64([])" : "np.int64([-1])";
  if (feature.kind == ListKind::float_list) value = is_list ? "np.float32([])" : "np.float32([np.nan])";
  return word_of(feature) + ": " + value;
}

Names& list_for(NumpyFeatures& all, const ReaderFeature& feature) {
  const bool is_single = feature.is_single();
  if (feature.role == ReaderRole::text) return is_single ? all.texts : all.text_lists;
  if (feature.role == ReaderRole::bytes) return is_single ? all.bytes : all.byte_lists;
  return is_single ? all.numbers : feature.is_list ? all.lists : all.vectors;
}

bool is_edge(const ReaderFeature& feature) {
  return std::ranges::any_of(k_box_edges, [&](BoxList edge) { return feature_name(edge) == feature.name; });
}

NumpyFeatures features_of(const ReaderFacts& facts) {
  NumpyFeatures all;
  for (const ReaderFeature& feature : facts.features) {
    if (feature.is_absent_in_some || feature.is_list) all.defaults.push_back(default_entry(feature));
    if (feature.role == ReaderRole::image) {
      all.images.push_back(&feature);
    } else if (feature.role == ReaderRole::mask) {
      all.masks.push_back(&feature);
    } else if (feature.role == ReaderRole::packed) {
      all.packed.push_back(&feature);
    } else if (!facts.has_box_edges || !is_edge(feature)) {
      list_for(all, feature).push_back(word_of(feature));
    }
  }
  return all;
}

std::string mode_of(const ReaderFeature& feature) {
  if (feature.images.channels == 4) return "\"RGBA\"";
  if (feature.images.channels == 3) return "\"RGB\"";
  return feature.images.bits == 16 ? "\"I\"" : "\"L\"";
}

bool is_one_mode(const NumpyFeatures& all) {
  return std::ranges::all_of(
      all.images, [&](const ReaderFeature* one) { return mode_of(*one) == mode_of(*all.images.front()); });
}

void require_readable(const std::string& framework, const ReaderFacts& facts) {
  for (const ReaderFeature& feature : facts.features) {
    const ReaderImages& images = feature.images;
    if (feature.role == ReaderRole::mask && !images.has_palette && images.least_bits > 1 &&
        images.least_bits < 8) {
      refuse_framework(framework, "reads masks with Pillow, which scales ids of 2 and 4 bits",
                       "`tfrec extract` and `tfrec build` store plain ids");
    }
  }
}

class NumpyCode {
 public:
  NumpyCode(const ReaderFacts& facts, const NumpyProgram& program)
      : m_facts(facts), m_all(features_of(facts)), m_program(program) {}

  std::string code() const {
    TemplateValues values = common_values(m_facts, "host");
    state_facts(values);
    values.holes["names"] = constants();
    values.holes["open"] = open_lines();
    values.holes["decode_parameters"] = is_one_mode(m_all) ? "data" : "data, mode";
    values.holes["mode"] = m_all.images.empty() ? ""
                           : is_one_mode(m_all) ? mode_of(*m_all.images.front())
                                                : "mode";
    values.holes["mask_type"] = mask_type();
    values.holes["parse"] = parse_lines();
    values.holes["stack"] = python_list("for name in ", stacked(), ":", 4);
    values.holes["each_list"] = python_list("for name in ", unstacked(), ":", 4);
    values.holes["collate_text"] = has_lists()
                                       ? "Stacks arrays of one shape; lists of different lengths stay lists."
                                       : "Stacks arrays; texts stay a list.";
    values.holes["signature"] = signature(m_program.parameters, values.holes["split"]);
    values.holes["shape"] = m_program.shape;
    for (const auto& [name, part] : {std::pair("imports", k_imports),
                                     {"examples", k_examples},
                                     {"decode", k_decode},
                                     {"decode_mask", k_decode_mask},
                                     {"stream", k_stream},
                                     {"print_batch", k_print_batch},
                                     {"functions", k_functions}})
      values.holes[name] = fill_template(part, values);
    return fill_template(m_program.text, values);
  }

 private:
  bool has_lists() const {
    return !unstacked().empty() || !m_all.text_lists.empty() || !m_all.byte_lists.empty();
  }

  bool has_texts() const { return !m_all.texts.empty() || !m_all.bytes.empty(); }

  bool has_image_lists() const {
    const auto is_list = [](const ReaderFeature* feature) { return feature->is_list; };
    return std::ranges::any_of(m_all.images, is_list) || std::ranges::any_of(m_all.masks, is_list);
  }

  void state_facts(TemplateValues& values) const {
    const bool has_images = !m_all.images.empty();
    const bool has_masks = !m_all.masks.empty();
    values.facts.erase("resize");
    const auto differs = [](const ReaderFeature* feature) { return feature->images.height == 0; };
    values.state("resize",
                 std::ranges::any_of(m_all.images, differs) || std::ranges::any_of(m_all.masks, differs));
    values.state("images", has_images);
    values.state("masks", has_masks);
    values.state("pillow", has_images || has_masks);
    values.state("io", has_images || has_masks || m_facts.compression == Compression::zlib);
    values.state("lists", !unstacked().empty());
    values.state("batch_lists", has_lists() || has_texts() || has_image_lists());
  }

  std::string open_lines() const {
    if (m_facts.compression == Compression::gzip) return "with gzip.open(path, \"rb\") as file:";
    std::string plain = "with open(path, \"rb\") as file:";
    if (m_facts.compression == Compression::none) return plain;
    return plain + "\n    file = io.BytesIO(zlib.decompress(file.read()))";
  }

  std::string constants() const {
    std::string lines;
    for (const auto& [name, list] : {std::pair("NUMBERS", &m_all.numbers),
                                     {"VECTORS", &m_all.vectors},
                                     {"LISTS", &m_all.lists},
                                     {"TEXTS", &m_all.texts},
                                     {"TEXT_LISTS", &m_all.text_lists},
                                     {"BYTES", &m_all.bytes},
                                     {"BYTES_LISTS", &m_all.byte_lists}}) {
      if (!list->empty()) lines += python_list(std::string(name) + " = ", *list) + "\n";
    }
    if (!m_all.defaults.empty()) lines += python_dict("DEFAULTS = ", m_all.defaults) + "\n";
    return lines;
  }

  std::string mask_type() const {
    const bool is_wide =
        std::ranges::any_of(m_all.masks, [](const auto* one) { return one->images.bits == 16; });
    return is_wide ? "np.int32" : "np.uint8";
  }

  /// "NUMBERS", or "NUMBERS + BYTES".
  static std::string sum_of(const std::vector<std::pair<std::string, const Names*>>& lists) {
    std::string sum;
    for (const auto& [name, list] : lists) {
      if (!list->empty()) sum += (sum.empty() ? "" : " + ") + name;
    }
    return sum;
  }

  std::string parse_lines() const {
    std::string lines =
        std::string("example = ") + (m_all.defaults.empty() ? "" : "DEFAULTS | ") + "read_example(record)\n";
    bool is_first = true;
    const auto add = [&](const std::string& value, const std::string& names) {
      if (names.empty()) return;
      lines += std::string("sample ") + (is_first ? "= " : "|= ") + "{name: " + value + " for name in " +
               names + "}\n";
      is_first = false;
    };
    add("example[name][0]", sum_of({{"NUMBERS", &m_all.numbers}, {"BYTES", &m_all.bytes}}));
    add("example[name]",
        sum_of({{"VECTORS", &m_all.vectors}, {"LISTS", &m_all.lists}, {"BYTES_LISTS", &m_all.byte_lists}}));
    add("example[name][0].decode()", sum_of({{"TEXTS", &m_all.texts}}));
    add("[text.decode() for text in example[name]]", sum_of({{"TEXT_LISTS", &m_all.text_lists}}));
    if (is_first) lines += "sample = {}\n";
    for (const ReaderFeature* feature : m_all.images) lines += image_lines(*feature);
    for (const ReaderFeature* feature : m_all.masks) lines += mask_lines(*feature);
    for (const ReaderFeature* feature : m_all.packed) lines += packed_lines(*feature);
    for (const ReaderFeature& feature : m_facts.features) {
      if (feature.per_box > 0) lines += assigned(feature, word_of_sample(feature) + ".reshape(-1, 4)");
    }
    return lines + box_lines();
  }

  static std::string word_of_sample(const ReaderFeature& feature) {
    return "sample[" + word_of(feature) + "]";
  }

  /// Breaks a line that is too long behind the first parenthesis of the value.
  static std::string assigned(const ReaderFeature& feature, const std::string& value) {
    const std::string line = word_of_sample(feature) + " = " + value;
    constexpr std::size_t k_columns = 84;
    const std::size_t open = value.find('(');
    const std::size_t close = value.find(')', open == std::string::npos ? 0 : open);
    if (line.size() <= k_columns || open == std::string::npos || close == std::string::npos)
      return line + "\n";
    return word_of_sample(feature) + " = " + value.substr(0, open) + "(\n    " +
           value.substr(open + 1, close - open - 1) + "\n" + value.substr(close) + "\n";
  }

  std::string image_lines(const ReaderFeature& feature) const {
    const std::string mode = is_one_mode(m_all) ? "" : ", " + mode_of(feature);
    const std::string values = "example[" + word_of(feature) + "]";
    if (feature.is_single())
      return assigned(feature, "decode(" + values + "[0]" + mode + ")" + m_program.channels_first);
    std::string lines =
        "images = [decode(data" + mode + ")" + m_program.channels_first + " for data in " + values + "]\n";
    return lines + assigned(feature, feature.is_list ? "images" : "np.stack(images)");
  }

  static std::string mask_lines(const ReaderFeature& feature) {
    const std::string values = "example[" + word_of(feature) + "]";
    if (feature.is_single()) return assigned(feature, "decode_mask(" + values + "[0])");
    return assigned(feature, "[decode_mask(data) for data in " + values + "]");
  }

  std::string packed_lines(const ReaderFeature& feature) const {
    const std::string type = feature.packed == PackedType::uint8   ? "\"u1\""
                             : feature.packed == PackedType::int64 ? "\"<i8\""
                                                                   : "\"<f4\"";
    std::string lines =
        python_call("values = np.frombuffer", {"example[" + word_of(feature) + "][0]", type}, "", 4) + "\n";
    Names sides;
    for (const std::uint64_t side : feature.shape) sides.push_back(std::to_string(side));
    if (sides.empty()) {
      for (std::size_t i = 0; i < 2; ++i)
        sides.push_back("example[" + python_word(feature.size_features[i]) + "][0]");
      sides.push_back(feature.channels > 0 ? std::to_string(feature.channels)
                                           : "example[" + python_word(feature.size_features[2]) + "][0]");
    }
    const bool is_image = sides.size() == 3;
    lines += python_call("values = values.reshape", sides, "", 4) + "\n";
    return lines + assigned(feature, "values" + (is_image ? m_program.channels_first : ""));
  }

  std::string box_lines() const {
    if (!m_facts.has_box_edges) return {};
    return R"(edges = ["xmin", "ymin", "xmax", "ymax"])" +
           std::string(m_facts.are_edges_fractions ? "  # fractions of the sides\n"
                                                   : "  # pixels of the stored image\n") +
           "edges = [example[f\"image/object/bbox/{edge}\"] for edge in edges]\n"
           "sample[\"boxes\"] = np.stack(edges, axis=1)\n";
  }

  Names stacked() const {
    Names names;
    for (const auto* list : {&m_all.images, &m_all.masks, &m_all.packed}) {
      for (const ReaderFeature* feature : *list) {
        const bool differs = feature->role == ReaderRole::packed && feature->shape.empty();
        if (!feature->is_list && !differs) names.push_back(word_of(*feature));
      }
    }
    if (!m_all.numbers.empty()) names.emplace_back("*NUMBERS");
    if (!m_all.vectors.empty()) names.emplace_back("*VECTORS");
    return names;
  }

  Names unstacked() const {
    Names names;
    for (const ReaderFeature* feature : m_all.packed) {
      if (feature->shape.empty()) names.push_back(word_of(*feature));
    }
    if (m_facts.has_box_edges) names.emplace_back("\"boxes\"");
    if (!m_all.lists.empty()) names.emplace_back("*LISTS");
    return names;
  }

  std::string signature(Names parameters, const std::string& split) const {
    if (m_facts.has_splits()) parameters.push_back("split=" + split);
    return python_call("def dataset", parameters, ":");
  }

  const ReaderFacts& m_facts;
  NumpyFeatures m_all;
  const NumpyProgram& m_program;
};

}  // namespace

std::string numpy_code(const NumpyProgram& program, const ReaderFacts& facts) {
  require_readable(program.framework, facts);
  return NumpyCode(facts, program).code();
}

}  // namespace tfrec::cli
