// SPDX-License-Identifier: Apache-2.0
#include "operations/report/finish_report.hpp"
#include "operations/report/image_look.hpp"
#include "operations/report/row_quotas.hpp"

namespace tfrec {

struct ReportPass::State final : RecordVisitor {
  explicit State(ReportOptions given) : options(std::move(given)) {}

  void begin(const FoundShards& all) override {
    found = all;
    features = choose_report_features(found, options);
    if (!options.source.empty()) source.emplace(options.source);
    const std::vector<std::uint64_t> quotas = row_quotas(found);
    for (std::size_t i = 0; i < found.shards.size(); ++i) {
      shards.push_back(
          std::make_unique<ReportShardFacts>(features, i, quotas[i], source ? &*source : nullptr));
    }
  }
  ShardVisitor& shard(std::size_t index) override { return *shards[index]; }
  unsigned reduction(const ImageFacts& facts) const override { return look_reduction(facts); }

  ReportOptions options;
  FoundShards found;
  ReportFeatures features;
  std::optional<SourceImages> source;
  std::vector<std::unique_ptr<ReportShardFacts>> shards;
};

ReportPass::ReportPass(ReportOptions options) : m_state(std::make_unique<State>(std::move(options))) {}
ReportPass::~ReportPass() = default;

RecordVisitor& ReportPass::visitor() {
  return *m_state;
}

ReportResult ReportPass::finish(Observer& observer) {
  return finish_report({m_state->options, m_state->found, m_state->features, m_state->shards}, observer);
}

}  // namespace tfrec
