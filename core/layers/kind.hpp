// SPDX-License-Identifier: Apache-2.0
// What a kind of layer is that mixes tokens by other means than attention: a convolution, or a state of constant size.
// Every such layer projects its tokens from the hidden size to columns of its own, mixes them, and projects rows back.
//
// A kind is one file of this folder, found by its name: a namespace of that name with
//   measured                    whether published times of training such layers stand behind the efficiencies,
//   inputs, formulas            what it declares, among it
//   layers                      the input that counts its layers,
//   parameters                  the weights of a layer,
//   core_flop                   the work of mixing one sequence,
//   state                       what serving keeps of a sequence,
// and functions of a case
//   columns, rows               of the projections from the hidden size and back to it,
//   inner                       entries of matrices between the two,
//   kept                        16-bit values per token that training keeps.
#pragma once

#include "core/inputs/layout.hpp"
#include "core/inputs/model.hpp"
#include "core/inputs/serving.hpp"
#include "core/inputs/workload.hpp"

namespace llmsize::model {

/// Values that a convolution over so many channels waits for: all its taps but the present one.
template <class Channels, class Taps>
auto awaited(const Channels& channels, const Taps& taps) {
  return channels * (taps - 1.0);
}

}  // namespace llmsize::model
