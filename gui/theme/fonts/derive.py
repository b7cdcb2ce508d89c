#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes llmsize Sans from Inter: figures of one width, the letters that the app needs, a name of its own.

derive.py [folder of Inter's OTF files]   writes llmsizeSans-*.otf beside this file
"""
import pathlib
import sys

from fontTools import subset
from fontTools.ttLib import TTFont

FAMILY = "llmsize Sans"
WEIGHTS = {"Regular": "Regular", "Medium": "Medium", "SemiBold": "SemiBold"}
RANGES = [(0x20, 0x7E), (0xA0, 0x17F), (0x192, 0x192), (0x218, 0x21B), (0x2C6, 0x2DD), (0x386, 0x3CE), (0x2000, 0x206F), (0x2070, 0x209C),
          (0x20AC, 0x20AC), (0x2116, 0x2126), (0x2150, 0x215F), (0x2190, 0x21FF), (0x2200, 0x22FF), (0x25A0, 0x25CF), (0x2713, 0x2717)]


def tabular(font):
    """Points the characters of figures to the glyphs that the feature tnum would put in their place."""
    gsub = font["GSUB"].table
    swap = {}
    for record in gsub.FeatureList.FeatureRecord:
        if record.FeatureTag == "tnum":
            for index in record.Feature.LookupListIndex:
                for table in gsub.LookupList.Lookup[index].SubTable:
                    table = getattr(table, "ExtSubTable", table)
                    swap.update(getattr(table, "mapping", {}))
    count = 0
    for table in font["cmap"].tables:
        if not table.isUnicode():
            continue
        for code, glyph in table.cmap.items():
            if glyph in swap:
                table.cmap[code] = swap[glyph]
                count += 1
    return count


def even(font):
    """One advance for all digits: a few of Inter's tabular ones are off by a thousandth."""
    glyphs = [font.getBestCmap()[ord(digit)] for digit in "0123456789"]
    widest = max(font["hmtx"][glyph][0] for glyph in glyphs)
    for glyph in glyphs:
        font["hmtx"][glyph] = (widest, font["hmtx"][glyph][1])


def rename(font, weight):
    """New names; the reserved name stays only in the copyright, where the licence wants it."""
    names = font["name"]
    full = f"{FAMILY} {weight}"
    postscript = f"{FAMILY.replace(' ', '')}-{weight}"
    texts = {1: FAMILY if weight == "Regular" else full, 2: "Regular", 3: f"1.0;{postscript}", 4: full, 5: "Version 1.0", 6: postscript,
             16: FAMILY, 17: weight}
    copyright_line = names.getDebugName(0) + " Figures made tabular, subset and renamed for llmsize."
    names.names = []
    for key, text in {0: copyright_line, **texts, 13: "This Font Software is licensed under the SIL Open Font License, Version 1.1.",
                      14: "https://openfontlicense.org"}.items():
        names.setName(text, key, 3, 1, 0x409)
    cff = font["CFF "].cff
    cff.fontNames = [postscript]
    top = cff.topDictIndex[0]
    top.FullName, top.FamilyName, top.Weight = full, FAMILY, weight
    for key in ("Notice", "Copyright"):
        if key in top.rawDict:
            setattr(top, key, copyright_line)


def main():
    source = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "/usr/share/fonts/opentype/inter")
    for weight, file in WEIGHTS.items():
        font = TTFont(source / f"Inter-{file}.otf", recalcTimestamp=False)
        figures = tabular(font)
        even(font)
        options = subset.Options(layout_features=["kern", "mark", "mkmk", "ccmp", "locl"], name_IDs=["*"], notdef_outline=True)
        options.recalc_timestamp = False
        cutter = subset.Subsetter(options)
        cutter.populate(unicodes=[code for low, high in RANGES for code in range(low, high + 1)])
        cutter.subset(font)
        rename(font, weight)
        target = pathlib.Path(__file__).parent / f"llmsizeSans-{weight}.otf"
        font.save(target)
        print(f"{target.name}: {target.stat().st_size} bytes, {figures} characters tabular")


if __name__ == "__main__":
    main()
