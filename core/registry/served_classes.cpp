// SPDX-License-Identifier: Apache-2.0
#include "core/registry/served_classes.hpp"

#include "core/serving/class_results.hpp"

namespace llmsize {
namespace {

using Requests = serving::InClass<Once>;

/// Times of a class beside so many sequences of a step.
class ClassTimes {
 public:
  ClassTimes(const Once& x, const Requests& requests, Count batch)
      : x_(x),
        requests_(requests),
        batch_(batch),
        others_(serving::others(x)),
        work_(serving::prefill_work(x)),
        behind_(serving::backlog(x)) {}

  double first_within(double time) const { return serving::first_in_time(requests_, of<Seconds>(time), batch_, x_); }
  double token_within(double time) const {
    return serving::token_in_time(requests_, of<Seconds>(time), batch_, others_, work_, behind_, x_);
  }
  double request_within(double time) const {
    return serving::request_in_time(requests_, of<Seconds>(time), batch_, others_, work_, behind_, x_);
  }
  double within() const { return serving::within_all(requests_, batch_, others_, work_, behind_, x_); }
  double mean_first() const { return raw(serving::mean_first(requests_, batch_, x_)); }
  double mean_token() const { return raw(serving::mean_tpot(requests_, batch_, x_)); }
  double mean_request() const { return raw(serving::mean_request(requests_, batch_, x_)); }
  double longest_token() const { return raw(serving::longest_token(batch_, x_)); }

 private:
  const Once& x_;
  const Requests& requests_;
  Count batch_, others_;
  Seconds work_, behind_;
};

/// The time that a share of the requests does not exceed.
template <class Within>
double quantile(const Within& within, double share, double most) {
  return bracketed_root([&](double time) { return within(time) - share; }, 0, most);
}

ServedClass served_class(const Once& x, const TrafficClass& traffic) {
  const Requests requests(x, traffic);
  ServedClass served{traffic};
  served.input_tokens = serving::input_tokens(requests);
  served.output_tokens = serving::output_tokens(requests);
  served.ttft_limit = raw(serving::ttft_limit(requests));
  served.tpot_limit = raw(serving::tpot_limit(requests));
  served.latency_limit = raw(serving::latency_limit(requests));
  const Count batch = serving::step_batch(x);
  if (serving::has_rate(x) != 1 || is_absent(batch)) return served;
  served.rate = traffic.share * raw(serving::rate(x));
  const ClassTimes times(x, requests, batch);
  served.ttft = times.mean_first();
  served.tpot = times.mean_token();
  served.latency = times.mean_request();
  if (serving::at_tail(x) == 1) {
    const double share = serving::tail_share(x);
    // Few requests take many times the mean (Markov): 4 for what its parts are rounded by.
    const double most = 4 / (1 - share), longest = times.longest_token() + 1e-9;
    served.ttft = quantile([&](double time) { return times.first_within(time); }, share, most * served.ttft);
    served.tpot = quantile([&](double time) { return times.token_within(time); }, share, longest);
    served.latency = quantile([&](double time) { return times.request_within(time); }, share, most * served.latency);
  }
  served.within = times.within();
  const auto is_missed = [](Count left) { return serving::kept(left) < 0; };
  served.ttft_missed = is_missed(serving::first_left(requests, batch, x));
  served.tpot_missed = is_missed(serving::token_left(requests, batch, x));
  served.latency_missed = is_missed(serving::request_left(requests, batch, x));
  served.missed = is_missed(serving::left_to(requests, batch, x));
  return served;
}

}  // namespace

std::vector<ServedClass> served_classes(const Once& values) {
  std::vector<ServedClass> all;
  for (const TrafficClass& each : values.classes()) all.push_back(served_class(values, each));
  return all;
}

}  // namespace llmsize
