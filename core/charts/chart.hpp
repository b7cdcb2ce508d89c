// SPDX-License-Identifier: Apache-2.0
// Charts as data: what is plotted, in which words, free of how it is painted. Painters (the desktop app, reports) add
// nothing but ink.
#pragma once

#include "core/quantity/unit.hpp"
#include "core/tables/data.hpp"

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace llmsize {

// All of it can be compared: what is the same needs no new painting.

/// What a colour stands for; the same on every chart.
enum class Hue { gpu, cpu, nvme, network, shared, waiting, limit, error };
/// How a part is filled: the second and third part of one hue are told apart by tint and hatch.
enum class Fill { solid, tint, hatch };

/// A number of a chart that can be explained: a result or input of the chart's scenario after some changes.
struct Source {
  std::string name{};  ///< id of a result or key of an input; empty where there is none
  std::vector<std::pair<std::string, std::string>>
      changes{};  ///< key and text, set before explaining: {"cluster.nodes", "64"}
  bool operator==(const Source&) const = default;
};

struct Tick {
  double at;
  std::string label;
  bool operator==(const Tick&) const = default;
};

/// An axis between two values. Ticks are chosen by `with_ticks` unless they are set.
struct Scale {
  std::string title;  ///< "nodes", "write bandwidth"
  Unit unit = Unit::count;
  bool logarithmic = false;
  double low = 0, high = 1;
  std::vector<Tick> ticks{};
  std::string detail{};   ///< of the title: "DGX H100"
  std::string unit_in{};  ///< what ticks are numbers of, chosen with them: "GB/s"; empty where they say it themselves
  std::string counted{};  ///< one of what the axis counts, beside its numbers: "node"; empty where numbers stand alone
  bool operator==(const Scale&) const = default;

  /// What stands at the axis: "write bandwidth, GB/s", "nodes (DGX H100)".
  std::string words() const;
};

/// Lines, bands and marks over two axes.
struct Plot {
  enum class Stroke { none, solid, dashed, dash_dot };
  enum class Mark { none, open, filled, cross, dot };  ///< possible, chosen, impossible, one of a cloud
  struct Point {
    double x, y;
    double low = 0, high = 0;  ///< P10 and P90 of y; a band is drawn where high > low
    Mark mark = Mark::none;
    std::string label{};    ///< drawn beside the mark
    std::string callout{};  ///< a box at the chosen mark; lines apart by \n
    Source source{};
    Source apply{};  ///< what the scenario says to have it here, where that is not its source
    bool operator==(const Point&) const = default;
  };
  struct Series {
    std::string title;  ///< drawn at the end of the line, or in free space
    Hue hue = Hue::gpu;
    Stroke stroke = Stroke::solid;
    bool steps = false;  ///< y holds until the next x
    bool fades = false;  ///< second of its hue: drawn in the tint
    std::vector<Point> points;
    bool operator==(const Series&) const = default;
  };
  /// A line across the plot, dashed and labelled: a deadline, a capacity, a guideline.
  struct Limit {
    std::string label;  ///< "deadline"
    double at;
    bool vertical = false;
    Hue hue = Hue::limit;
    std::string shown{};  ///< "30 days"; empty where the axis tells
    bool beyond = false;  ///< of a vertical one: what lies right of it is hatched
    std::string key{};    ///< of the input that it shows, where dragging it sets that: "goal.deadline"
    bool operator==(const Limit&) const = default;

    std::string words() const { return shown.empty() ? label : label + " " + shown; }
  };
  /// An area between two series, such as what lies between two budgets.
  struct Between {
    std::size_t upper, lower;  ///< indices of series
    bool operator==(const Between&) const = default;
  };
  Scale x, y;
  std::vector<Series> series;
  std::vector<Limit> limits{};
  std::vector<Between> areas{};
  std::optional<std::size_t> track{};  ///< the series along whose marks the chosen point is dragged to change the case
  bool operator==(const Plot&) const = default;
};

/// Parts of wholes, one bar per whole.
struct Stack {
  struct Part {
    std::string title;
    double value;
    Hue hue = Hue::gpu;
    Fill fill = Fill::solid;
    std::string shown{};  ///< "10.9 GB"
    std::string note{};   ///< the arithmetic or the share: "2 bytes × 5.46 billion", "66%"
    Source source{};
    bool operator==(const Part&) const = default;
  };
  struct Bar {
    std::string title;
    std::vector<Part> parts;
    std::string total;  ///< drawn at the end of the bar
    bool strong = false;
    std::string over{};  ///< beside the total: "7.6 GB over"
    bool operator==(const Bar&) const = default;

    std::string total_words() const { return over.empty() ? total : total + ", " + over; }
  };
  Scale scale;
  std::vector<Bar> bars;
  std::vector<Plot::Limit> limits{};  ///< what lies beyond the first is drawn as overflow
  bool operator==(const Stack&) const = default;
};

/// One value per row, or from one value to another around a base.
struct Bars {
  struct Row {
    std::string title;
    std::string note;
    double from = 0, to = 0;  ///< the bar
    std::string shown;        ///< drawn at its end
    Hue hue = Hue::waiting;
    bool strong = false;
    std::string shown_from{};  ///< at the other end of a bar around a base
    Source source{};
    bool operator==(const Row&) const = default;
  };
  Scale scale;
  std::vector<Row> rows;
  std::vector<Plot::Limit> limits{};
  bool dots = false;  ///< a dot at `to` instead of a bar: for logarithmic axes
  bool operator==(const Bars&) const = default;
};

/// Some values per row on one axis, each its own mark.
struct Dots {
  struct Dot {
    double value;  ///< absent: not drawn
    Hue hue;
    std::string series;  ///< "NVMe"
    std::string shown;
    Source source{};
    bool operator==(const Dot&) const = default;
  };
  struct Row {
    std::string title, subtitle;
    std::vector<Dot> dots;
    std::string instead{};  ///< said where a dot is missing: "GPU memory exceeded"
    bool dull = false;      ///< a reference beside the scenario's own
    bool operator==(const Row&) const = default;
  };
  Scale scale;
  std::vector<Row> rows;
  bool operator==(const Dots&) const = default;
};

/// One value per cell of two axes: the fuller its colour, the larger it is.
struct Heat {
  struct Cell {
    double value;             ///< absent: left empty
    std::string shown{};      ///< "43.7 GB"
    bool impossible = false;  ///< crossed out
    Source source{};
    bool operator==(const Cell&) const = default;
  };
  Scale scale;                             ///< what colours stand for, between its low and high end
  std::string down, across;                ///< what rows and columns are: "tensor parallelism"
  std::vector<std::string> rows, columns;  ///< their values
  std::vector<Cell> cells;                 ///< row by row, each as long as `columns`
  bool operator==(const Heat&) const = default;
};

/// What happens when, one row per way.
struct Timeline {
  struct Span {
    double from, to;
    std::string label;  ///< "stall"
    Hue hue;
    Fill fill = Fill::solid;
    bool below = false;  ///< runs behind the row: drawn under it
    Source source{};
    std::string shown{};  ///< how long: "10.6 s"; empty where that says nothing
    bool operator==(const Span&) const = default;

    std::string words() const { return shown.empty() ? label : label + " " + shown; }
  };
  struct Row {
    std::string title;
    std::vector<Span> spans;
    bool operator==(const Row&) const = default;
  };
  Scale scale;
  std::vector<Row> rows;
  bool operator==(const Timeline&) const = default;
};

/// Racks seen from the front with what they hold, in rack units; equal racks are drawn once.
struct Elevation {
  /// Equal things above each other.
  struct Item {
    std::string title;  ///< one of them: "DGX H100"
    double count;       ///< in the rack as it is drawn
    double units;       ///< height of one; absent: they share the height of the rack
    std::string shown;  ///< those of a rack: "4 × DGX H100", "7–8 leaf switches"
    Hue hue = Hue::gpu;
    Fill fill = Fill::solid;
    bool hangs = false;  ///< below the top of the rack; others stand on its floor
    Source source{};     ///< how many there are in all racks
    bool operator==(const Item&) const = default;
  };
  struct Rack {
    std::string title;  ///< "R1", "R1–R12"
    double racks;       ///< that are alike
    std::vector<Item> items;
    double power;       ///< of one, watts; absent where it is not known
    std::string shown;  ///< "40.8 kW"
    Source source{};    ///< of the power
    bool operator==(const Rack&) const = default;
  };
  /// What a rack is held against.
  struct Limit {
    std::string title;  ///< "Air cooling"
    std::string shown;  ///< "40.8 of 40.0 kW"
    bool holds = true;
    Source source{};
    bool operator==(const Limit&) const = default;
  };
  double height;  ///< of a rack, rack units
  std::vector<Rack> racks;
  std::vector<Limit> limits{};
  bool operator==(const Elevation&) const = default;
};

/// Networks as tiers of equal parts with the links between them.
struct Networks {
  struct Tier {
    std::string title;  ///< "16 leaf switches"
    double count;
    std::string note{};  ///< of one: "25 links down, 28 up"
    Hue hue = Hue::network;
    Fill fill = Fill::solid;
    Source source{};
    bool operator==(const Tier&) const = default;
  };
  struct Links {
    std::string title;  ///< "448 links"
    double count;
    std::string note{};  ///< "22.4 TB/s"
    double groups = 1;   ///< links stay within groups of both tiers: pods, nodes on the same leaves
    Source source{};
    bool operator==(const Links&) const = default;
  };
  struct Fabric {
    std::string title;            ///< "Compute fabric"
    std::string note;             ///< "non-blocking"
    std::vector<Tier> tiers;      ///< from the lowest to the highest
    std::vector<Links> links;     ///< from each tier to the one above it: one less than tiers
    std::vector<Links> across{};  ///< within the highest tier
    bool operator==(const Fabric&) const = default;
  };
  std::vector<Fabric> fabrics;
  bool operator==(const Networks&) const = default;
};

/// Cells of text, some of them numbers that can be explained.
struct Grid {
  /// A range on the axis of the lane, and the value in it.
  struct Spread {
    double low, at, high;
    bool operator==(const Spread&) const = default;
  };
  /// A part of a whole, 0 to 1.
  struct Share {
    double part;
    Hue hue = Hue::waiting;
    bool operator==(const Share&) const = default;
  };
  struct Cell {
    std::string text;
    bool number = false;
    Source source{};
    std::optional<double> value{};   ///< what its source explains, base units; empty where the text is no number of it
    std::optional<Spread> spread{};  ///< drawn in place of the text in the column of the lane
    std::optional<Share> share{};    ///< a bar before the text
    bool operator==(const Cell&) const = default;
  };
  /// A link that changes something about a row.
  struct Way {
    std::string words;  ///< "Pin"
    Source apply;
    bool operator==(const Way&) const = default;
  };
  struct Row {
    std::vector<Cell> cells;
    bool strong = false, dull = false;
    Source apply{};  ///< changes that make this row the scenario's; empty where it cannot be
    Hue hue = Hue::gpu;
    std::optional<Way> aside{};  ///< before the link that uses the row, where a screen shows it
    bool operator==(const Row&) const = default;
  };
  /// A column whose ranges are drawn on one axis, with what they are held against.
  struct Lane {
    std::size_t column;
    Scale scale;
    std::vector<Plot::Limit> limits{};  ///< upright ones
    bool operator==(const Lane&) const = default;
  };
  std::vector<std::string> header;
  std::vector<Row> rows;
  std::string enter{};    ///< what Enter does with the chosen row; empty: it becomes the scenario's
  bool sideways = false;  ///< columns that find no room are scrolled to, beside the first
  std::string use{};      ///< a link at the end of such rows, where a screen shows them: "Use"; empty: none
  std::string aside{};    ///< the longest text of the links before it, which change: "Unpin"
  std::optional<Lane> lane{};
  std::vector<std::size_t> yielding{};  ///< columns that go first where there is too little room, in this order
  bool operator==(const Grid&) const = default;
};

struct Chart {
  std::string id;        ///< "size.time": page and chart; names its files
  std::string title;     ///< a sentence with the number that matters
  std::string subtitle;  ///< what against what, unit, scope
  std::variant<Plot, Stack, Bars, Dots, Heat, Timeline, Elevation, Networks, Grid> body;
  std::string empty{};   ///< one sentence where there is nothing to draw: what is missing and what to do
  bool wide = false;     ///< over the whole width of a page
  bool brushes = false;  ///< dragging over its marks chooses what they stand for

  std::string view{};  ///< what this is of the views that a switch offers: "Time"; empty where there is no switch
  std::vector<Chart> views{};  ///< what the switch offers besides, each with its own view, words and body
  bool operator==(const Chart&) const = default;
};

/// A view of a chart by its name; the chart itself where no other has it.
const Chart& view_of(const Chart& chart, std::string_view view);

/// The numbers of a chart in plain base units, with the units in the header: what its table shows and its CSV contains.
Table data_of(const Chart& chart);

/// The scale with ticks at 1, 2, 5 or, of times, at 15 min, 1 h, 3 h; about `wanted` of them.
Scale with_ticks(Scale scale, std::size_t wanted = 6);

}  // namespace llmsize
