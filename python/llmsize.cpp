// SPDX-License-Identifier: Apache-2.0
// llmsize for Python, over the face for C++ programs: ask() answers one scenario, run() the rows of a table.
#include "llmsize/llmsize.hpp"
#include "core/files/version.hpp"
#include "core/quantity/absent.hpp"
#include "core/quantity/print.hpp"

#include <fmt/format.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <charconv>
#include <limits>

namespace llmsize {
namespace {

namespace py = pybind11;

/// What a value says, as people type it; empty where it says nothing.
std::string cell_of(const py::handle& value) {
  if (value.is_none()) return {};
  if (py::isinstance<py::str>(value)) return value.cast<std::string>();
  if (py::isinstance<py::bool_>(value)) return value.cast<bool>() ? "yes" : "no";
  if (py::hasattr(value, "__float__")) {
    const double number = value.cast<double>();
    return is_absent(number) ? std::string{} : exact(number);
  }
  return py::str(value).cast<std::string>();
}

/// What keyword arguments say: `node_price="300k"`.
std::vector<std::pair<std::string, std::string>> said_by(const py::kwargs& inputs) {
  std::vector<std::pair<std::string, std::string>> said;
  for (const auto& [name, value] : inputs)
    if (std::string text = cell_of(value); !text.empty()) said.emplace_back(name.cast<std::string>(), std::move(text));
  return said;
}

template <class Asker>
void settle(
    Asker& asker, const py::kwargs& inputs, const std::vector<std::string>& results, bool ranges,
    const std::string& catalog, const std::string& calibration) {
  for (const auto& [name, text] : said_by(inputs)) asker.set(name, text);
  asker.results(results).ranges(ranges).catalog(catalog).calibration(calibration);
}

Reply ask(
    const std::string& question, const std::string& scenario, const std::vector<std::string>& results, bool ranges,
    const std::string& catalog, const std::string& calibration, const py::kwargs& inputs) {
  Question asked(question);
  asked.scenario(scenario);
  settle(asked, inputs, results, ranges, catalog, calibration);
  const py::gil_scoped_release others_run;
  return asked.ask();
}

/// Columns of texts beside one another. Throws BadInput where one is longer than another.
Table table_of(const std::vector<std::pair<std::string, py::list>>& columns) {
  Table table;
  for (const auto& [name, cells] : columns) {
    if (table.header.empty()) table.rows.resize(cells.size());
    if (cells.size() != table.rows.size())
      throw BadInput(
          BadInput::Kind::data, fmt::format(
                                    "table: column '{}' has {} rows, column '{}' has {}", name, cells.size(),
                                    table.header.front(), table.rows.size()));
    table.header.push_back(name);
    for (std::size_t i = 0; i < cells.size(); ++i) table.rows[i].push_back(cell_of(cells[i]));
  }
  return table;
}

/// An answer as a column: numbers with NaN for what is not known, or texts.
py::object column_of(const Table& answers, std::size_t place) {
  const std::string& name = answers.header[place];
  const bool words = name == "verdict" || name == "status" || name == "message" || name.ends_with("_word");
  py::list texts;
  py::array_t<double> numbers(static_cast<py::ssize_t>(answers.rows.size()));
  bool plain = !words;
  for (std::size_t i = 0; plain && i < answers.rows.size(); ++i) {
    const std::string& cell = answers.rows[i][place];
    double number = std::numeric_limits<double>::quiet_NaN();
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), number);
    plain = cell.empty() || (error == std::errc() && end == cell.data() + cell.size());
    numbers.mutable_at(static_cast<py::ssize_t>(i)) = number;
  }
  if (plain) return numbers;
  for (const auto& row : answers.rows) texts.append(py::str(row[place]));
  return texts;
}

/// A dict of columns, or what has columns and can take more (a pandas.DataFrame), with columns of answers behind.
py::object run(
    const py::object& table, const std::vector<std::string>& results, bool ranges, const std::string& catalog,
    const std::string& calibration, const py::kwargs& inputs) {
  const bool frame = py::hasattr(table, "columns");
  std::vector<std::pair<std::string, py::list>> columns;
  bool arrays = frame;
  for (const py::handle& name : frame ? py::object(table.attr("columns")) : table) {
    const py::object cells = table[name];
    arrays = arrays || py::isinstance<py::array>(cells);
    columns.emplace_back(
        py::str(name).cast<std::string>(), py::list(py::hasattr(cells, "tolist") ? cells.attr("tolist")() : cells));
  }
  Rows rows;
  settle(rows, inputs, results, ranges, catalog, calibration);
  const Table scenarios = table_of(columns);
  Rows::Answers answers;
  {
    const py::gil_scoped_release others_run;
    answers = rows.answer(scenarios);
  }
  for (const std::string& warning : answers.warnings)
    if (PyErr_WarnEx(PyExc_UserWarning, warning.c_str(), 1) != 0) throw py::error_already_set();
  py::object made = table.attr("copy")();
  for (std::size_t i = 0; i < answers.columns.header.size(); ++i) {
    py::object column = column_of(answers.columns, i);
    if (!arrays && py::isinstance<py::array>(column)) column = column.attr("tolist")();
    made[py::str(answers.columns.header[i])] = column;
  }
  return made;
}

std::string described(const Reply& reply) {
  const std::string page = reply.text();
  return page.substr(0, page.find("\n\n"));
}

}  // namespace

PYBIND11_MODULE(llmsize, module) {
  module.doc() = "Sizes machines for large language models, as the command llmsize does.";
  module.attr("__version__") = std::string(version());
  py::register_exception<BadInput>(module, "BadInput", PyExc_ValueError);

  py::class_<Reply::Number>(module, "Number", "A result, or an input as the answer took it.")
      .def("__float__", &Reply::Number::value)
      .def_property_readonly("value", &Reply::Number::value, "In base units.")
      .def_property_readonly("is_known", &Reply::Number::is_known)
      .def_property_readonly("unit", [](const Reply::Number& number) { return symbol(number.unit()); })
      .def_property_readonly("range", &Reply::Number::range, "P10 and P90, or None.")
      .def("__repr__", &Reply::Number::text);

  py::class_<Reply>(module, "Reply", "The answer to a question.")
      .def("__getitem__", &Reply::at, "Any result or input by its id.")
      .def_property_readonly("verdict", [](const Reply& reply) { return word(reply.verdict().state); })
      .def_property_readonly(
          "findings",
          [](const Reply& reply) {
            std::vector<std::string> sentences;
            for (const FoundFinding& each : reply.findings()) sentences.push_back(each.message);
            return sentences;
          })
      .def_property_readonly(
          "document", [](const Reply& reply) { return py::module_::import("json").attr("loads")(reply.json()); },
          "What --json writes.")
      .def("__str__", &Reply::text)
      .def("__repr__", described);

  module.def(
      "ask", ask, py::arg("question"), py::pos_only(), py::kw_only(), py::arg("scenario") = "",
      py::arg("results") = std::vector<std::string>{}, py::arg("ranges") = false, py::arg("catalog") = "",
      py::arg("calibration") = "",
      "Answers a question such as \"size\" about inputs: ask(\"size\", model=\"gpt3-175b\", deadline=\"30d\").");
  module.def(
      "run", run, py::arg("table"), py::pos_only(), py::kw_only(), py::arg("results") = std::vector<std::string>{},
      py::arg("ranges") = false, py::arg("catalog") = "", py::arg("calibration") = "",
      "Answers every row of a dict of columns or a pandas.DataFrame: the same with columns of answers behind.");
}

}  // namespace llmsize
