// SPDX-License-Identifier: GPL-3.0-or-later
// An empty window of Qt that ends after its first painting: what no app can start faster than.
#include <QApplication>
#include <QWidget>

int main(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  const QApplication app(argc, argv);
  QWidget window;
  window.resize(1440, 900);
  window.show();
  QApplication::processEvents();
  return 0;
}
