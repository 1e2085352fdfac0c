#!/bin/sh
# Makes the dictionaries anew from sources/. Needs Chromium's converter, as Debian's qt6-webengine-dev-tools brings it.
set -eu
cd "$(dirname "$0")"
converter=${CONVERTER:-/usr/lib/qt6/libexec/qwebengine_convert_dict}
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
cp sources/en_GB.aff "$work/en-IN.aff"
cat sources/en_GB.dic sources/en_IN-words.txt > "$work/en-IN.dic"
cp sources/hi_IN.aff "$work/hi-IN.aff"
cp sources/hi_IN.dic "$work/hi-IN.dic"
for language in en-IN hi-IN; do
  "$converter" "$work/$language.dic" "$language.bdic"
done
