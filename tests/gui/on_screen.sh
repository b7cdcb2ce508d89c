#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# on_screen.sh PROGRAM [ARGUMENTS…]: runs a program on an X server of its own.
# Exit code 77, which CTest counts as skipped, where there is no X server to start.
set -euo pipefail

command -v Xvfb >/dev/null || { echo "no Xvfb"; exit 77; }
folder=$(mktemp -d)
server=''
trap 'kill $server 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$folder"' EXIT

# Xvfb looks for a free display itself.
Xvfb -displayfd 3 -screen 0 2000x1400x24 -nolisten tcp 3>"$folder/display" >"$folder/server.log" 2>&1 &
server=$!
for _ in $(seq 1000); do
  [ -s "$folder/display" ] && break
  sleep 0.1
done
[ -s "$folder/display" ] || { cat "$folder/server.log"; exit 77; }
DISPLAY=:$(cat "$folder/display") QT_QPA_PLATFORM=xcb "$@"
