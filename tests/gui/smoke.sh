#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# smoke.sh PROGRAM: the app on a real X server opens its window, survives some seconds and ends when told to.
# Exit code 77, which CTest counts as skipped, where there is no X server to start.
set -euo pipefail

program=$1
for tool in Xvfb xwininfo; do
  command -v "$tool" >/dev/null || { echo "no $tool"; exit 77; }
done

folder=$(mktemp -d)
server='' app=''
trap 'kill $app $server 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$folder"' EXIT

# Xvfb looks for a free display itself.
Xvfb -displayfd 3 -screen 0 1600x1000x24 -nolisten tcp 3>"$folder/display" >"$folder/server.log" 2>&1 &
server=$!
for _ in $(seq 100); do
  [ -s "$folder/display" ] && break
  sleep 0.1
done
[ -s "$folder/display" ] || { cat "$folder/server.log"; exit 77; }
DISPLAY=:$(cat "$folder/display")
export DISPLAY QT_QPA_PLATFORM=xcb XDG_CONFIG_HOME=$folder XDG_DATA_HOME=$folder XDG_CACHE_HOME=$folder XDG_RUNTIME_DIR=$folder
chmod 700 "$folder"

"$program" >"$folder/app.log" 2>&1 &
app=$!
for _ in $(seq 200); do
  kill -0 $app 2>/dev/null || { echo "the app ended:"; cat "$folder/app.log"; exit 1; }
  seen=$(xwininfo -root -tree | grep -F '– llmsize' || true)
  [ -n "$seen" ] && break
  sleep 0.1
done
[ -n "$seen" ] || { echo "no window:"; xwininfo -root -tree; cat "$folder/app.log"; exit 1; }
xwininfo -id "$(awk '{print $1; exit}' <<<"$seen")" | grep -E 'Width|Height|IsViewable' | tr -s ' '
sleep 2
kill -0 $app 2>/dev/null || { echo "the app ended:"; cat "$folder/app.log"; exit 1; }

# What it says besides: nothing of Qt or of ours may be amiss.
if grep -vE '^$' "$folder/app.log"; then echo "unexpected words"; exit 1; fi
kill $app
wait $app || code=$?
[ "${code:-0}" -eq 143 ] || { echo "ended with ${code:-0}"; exit 1; }
