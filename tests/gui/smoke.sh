#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# smoke.sh PROGRAM, run by on_screen.sh: the app opens its window, survives some seconds and ends when told to.
# Exit code 77, which CTest counts as skipped, where windows cannot be listed.
set -euo pipefail

program=$1
command -v xwininfo >/dev/null || { echo "no xwininfo"; exit 77; }
folder=$(mktemp -d)
app=''
trap 'kill $app 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$folder"' EXIT
export XDG_CONFIG_HOME=$folder XDG_DATA_HOME=$folder XDG_CACHE_HOME=$folder XDG_RUNTIME_DIR=$folder
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
