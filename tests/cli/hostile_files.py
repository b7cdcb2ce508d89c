#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Files laid out to break readers: hostile_files.py FOLDER [slow].

Workbooks, tables, scenarios, models, catalogs and measurements of the command lines in tests/data/hostile-inputs.csv:
broken, contradicting, too large, pointing elsewhere, or with names that a page, a sheet or a terminal could obey. With
`slow` those, too, that unpack to hundreds of megabytes.
"""
import json
import os
import struct
import sys
import zipfile

FOLDER = os.path.abspath(sys.argv[1])
SLOW = "slow" in sys.argv[2:]
EVIL = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>&lt;|`[c](javascript:alert(1))*_~$\\"
ORDERS = "\x1b[2J\x1b]0;owned\x07\u202e\u2066evil\u2028line\u200b"


def put(name, content, size=None):
    """Writes bytes, a text or a document; longer by a hole where a size is said."""
    path = os.path.join(FOLDER, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if not isinstance(content, (bytes, str)):
        content = json.dumps(content, ensure_ascii=False)
    with open(path, "wb") as file:
        file.write(content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content)
        if size:
            file.truncate(size)


def link(target, name):
    os.makedirs(os.path.dirname(os.path.join(FOLDER, name)), exist_ok=True)
    os.symlink(target, os.path.join(FOLDER, name))


def fifo(name):
    os.makedirs(os.path.dirname(os.path.join(FOLDER, name)), exist_ok=True)
    os.mkfifo(os.path.join(FOLDER, name))


# Workbooks.
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
NAMES = f'xmlns="{MAIN}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
DECLARED = '<?xml version="1.0"?>'
SHEET = "xl/worksheets/sheet1.xml"


def text(value, place=""):
    where = f' r="{place}"' if place else ""
    return f'<c{where} t="inlineStr"><is><t>{value}</t></is></c>'


def number(value, place="", extra=""):
    where = f' r="{place}"' if place else ""
    return f"<c{where}{extra}><v>{value}</v></c>"


def row(at, *cells, extra=""):
    return f'<row r="{at}"{extra}>{"".join(cells)}</row>'


def sheet_xml(rows, before="", after=""):
    return f"{DECLARED}{before}<worksheet {NAMES}><sheetData>{rows}</sheetData>{after}</worksheet>"


def workbook_xml(sheets='<sheet name="S" sheetId="1" r:id="rId1"/>'):
    return f"{DECLARED}<workbook {NAMES}><sheets>{sheets}</sheets></workbook>"


def relations(target="worksheets/sheet1.xml", identity="rId1", more=""):
    return f'{DECLARED}<Relationships><Relationship Id="{identity}" Target="{target}"/>{more}</Relationships>'


def strings(*texts):
    return f"{DECLARED}<sst {NAMES}>{''.join(f'<si><t>{each}</t></si>' for each in texts)}</sst>"


HEAD = row(1, text("model", "A1"), text("system", "B1"), text("nodes", "C1"))
LOT = row(2, text("llama-3-8b", "A2"), text("dgx-h100", "B2"), number(4, "C2"))


def lot(third, at=2):
    return row(at, text("llama-3-8b", f"A{at}"), text("dgx-h100", f"B{at}"), third)


def noted(cell):
    """A sheet with a fourth column of the user's own."""
    head = row(1, *map(text, ("model", "system", "nodes", "note")))
    return head + row(2, text("llama-3-8b"), text("dgx-h100"), number(4), cell)


def parts(rows=HEAD + LOT, without=(), **others):
    made = {"xl/workbook.xml": workbook_xml(), "xl/_rels/workbook.xml.rels": relations(), SHEET: sheet_xml(rows)}
    made.update({name.replace("__", "/"): content for name, content in others.items()})
    return {name: content for name, content in made.items() if name not in without}


def zipped(name, files):
    path = os.path.join(FOLDER, name)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for part, content in files.items():
            archive.writestr(part, content)
    with open(path, "rb") as file:
        return file.read()


def book(name, rows=HEAD + LOT, without=(), shared=None, styles=None, sheet=None, workbook=None, rels=None, more=None):
    files = parts(rows, without)
    for part, content in (("xl/sharedStrings.xml", shared), ("xl/styles.xml", styles), (SHEET, sheet),
                          ("xl/workbook.xml", workbook), ("xl/_rels/workbook.xml.rels", rels)):
        if content is not None:
            files[part] = content
    return zipped(name, {**files, **(more or {})})


def inflating(name, part, head, tail, megabytes, filling):
    files = parts(without=[part])
    with zipfile.ZipFile(os.path.join(FOLDER, name), "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for each, content in files.items():
            archive.writestr(each, content)
        block = (filling * (1 << 20))[:1 << 20]
        with archive.open(part, "w", force_zip64=True) as file:
            file.write(head.encode())
            for _ in range(megabytes):
                file.write(block)
            file.write(tail.encode())


def workbooks():
    whole = book("ok.xlsx")
    deep = 50000
    book("s_depth_shared.xlsx", shared=f"<sst {NAMES}><si>{'<r>' * deep}<t>x</t>{'</r>' * deep}</si></sst>")
    book("s_depth_inline.xlsx",
         HEAD + f'<row r="2"><c t="inlineStr"><is>{"<r>" * deep}<t>x</t>{"</r>" * deep}</is></c></row>')
    book("s_depth_row.xlsx", HEAD + f'<row r="2">{"<x>" * deep}{"</x>" * deep}</row>')
    for name, cells in (("s_amplify.xlsx", 2000), ("s_amplify_small.xlsx", 200)):
        head = row(1, *map(text, ("model", "system", "nodes")), *(text(f"k{i}") for i in range(cells)))
        own = (number(1, extra=' t="s"'),) * cells
        book(name, head + row(2, text("llama-3-8b"), text("dgx-h100"), number(4), *own),
             shared=strings("x", "a" * 10_000_000))
    index = ' t="s"'
    book("x_badsst.xlsx", HEAD + row(2, number("9" * 20, extra=index)), shared=strings("a"))
    book("x_negsst.xlsx", HEAD + row(2, number(-1, extra=index)), shared=strings("a"))
    book("x_nosst.xlsx", HEAD + row(2, number(0, extra=index)))
    book("x_xfd.xlsx", HEAD + lot(number(4, "C2") + number(1, "XFD2")))
    book("x_dupcell.xlsx", HEAD + row(2, text("llama-3-8b", "A2"), text("llama-3-70b", "A2")))
    book("x_back.xlsx", HEAD + row(2, text("dgx-h100", "B2"), text("llama-3-8b", "A2")))
    book("x_rows_desc.xlsx", HEAD + lot(number(4, "C9"), 9) + lot(number(8, "C3"), 3))
    hidden = lot(number(999, "C3"), 3)
    book("x_comment_row.xlsx", HEAD + LOT + f"<!-- {hidden} -->")
    book("x_cdata_row.xlsx", HEAD + LOT + f"<![CDATA[{hidden}]]>")
    book("x_hidden_row.xlsx", HEAD + LOT + row(3, text("llama-3-8b"), text("dgx-h100"), number(4), extra=' hidden="1"'))
    book("x_hidden_sheet.xlsx",
         workbook=workbook_xml('<sheet name="H" sheetId="1" state="veryHidden" r:id="rId1"/>'
                               '<sheet name="S" sheetId="2" r:id="rId2"/>'),
         rels=relations(more='<Relationship Id="rId2" Target="worksheets/sheet2.xml"/>'),
         more={"xl/worksheets/sheet2.xml": sheet_xml(HEAD + LOT.replace(">4<", ">16<"))})
    book("x_formula_noval.xlsx", HEAD + lot('<c r="C2"><f>2+2</f></c>'))
    book("x_formula_val.xlsx", HEAD + lot('<c r="C2"><f>2+2</f><v>4</v></c>'))
    book("x_formula_str.xlsx", HEAD + row(
        2, '<c r="A2" t="str"><f>WEBSERVICE("http://127.0.0.1:9")</f><v>llama-3-8b</v></c>', text("dgx-h100", "B2"),
        number(4, "C2")))
    for name, value in (("nan", "nan"), ("inf", "inf"), ("1e309", "1e309")):
        book(f"x_{name}.xlsx", HEAD + lot(number(value, "C2")))
    book("x_error.xlsx", HEAD + lot(number("#DIV/0!", "C2", ' t="e"')))
    book("x_bool.xlsx", HEAD + lot(number(1, "C2", ' t="b"')))
    book("x_date.xlsx", noted(number(45000.99999, extra=' s="1"')),
         styles=f'<styleSheet {NAMES}><cellXfs><xf numFmtId="0"/><xf numFmtId="22"/></cellXfs></styleSheet>')
    book("x_escape.xlsx", noted(text("_x000D__x0007_a_x0041_")))
    book("x_ctrl.xlsx", noted(text("&#27;[2J&#7;&#0;x")))
    book("x_traverse.xlsx", rels=relations("../../../../../../etc/passwd"))
    book("x_abs.xlsx", rels=relations(f"/{SHEET}"))
    book("x_emptytarget.xlsx", rels=relations(""))
    book("x_norel.xlsx", rels=relations(identity="rId7"))
    book("x_nosheets.xlsx", workbook=workbook_xml(""))
    book("x_chartsheet.xlsx", rels=relations("chartsheets/sheet1.xml"))
    book("x_norels.xlsx", without=["xl/_rels/workbook.xml.rels"])
    book("x_nosheet.xlsx", without=[SHEET])
    book("x_unterminated.xlsx", sheet=f'<worksheet><sheetData>{HEAD}<row r="2"><c r="A2"><v>4</v>')
    book("x_utf16.xlsx", sheet=sheet_xml(HEAD + LOT).replace(DECLARED, '<?xml version="1.0" encoding="UTF-16"?>')
         .encode("utf-16"))
    book("x_latin1.xlsx", sheet=sheet_xml(noted(text("Zürich"))).replace(
        DECLARED, '<?xml version="1.0" encoding="ISO-8859-1"?>').encode("latin-1"))
    book("x_macro.xlsm", more={"xl/vbaProject.bin": b"\xD0\xCF\x11\xE0" + b"\0" * 600})
    book("x_spaces.xlsx", HEAD + row(2, text(" llama-3-8b "), text("dgx-h100"), number(" 4 ")))
    book("x_textnum.xlsx", HEAD + row(2, text("llama-3-8b"), text("dgx-h100"), text("4")))
    book("x_pct.xlsx", HEAD.replace("nodes", "data.utilisation") + LOT)
    book("x_merged.xlsx", sheet=sheet_xml(HEAD + LOT, after='<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>'))
    book("x_rich.xlsx", HEAD + row(
        2, '<c t="inlineStr"><is><r><rPr><b/></rPr><t>llama-3</t></r><r><t>-8b</t></r><rPh><t>EVIL</t></rPh></is></c>',
        text("dgx-h100"), number(4)))
    prefixed = sheet_xml(HEAD + LOT)[len(DECLARED):].replace("<", "<x:").replace("<x:/", "</x:")
    book("x_prefix.xlsx", sheet=DECLARED + prefixed.replace("xmlns=", "xmlns:x="))
    put("z_trunc.xlsx", whole[:len(whole) // 2])
    put("z_zero.xlsx", b"")
    put("z_text.xlsx", CSV)
    put("z_pre.xlsx", b"MZ" + whole)
    put("z_ole.xlsx", b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1" + b"\0" * 2000)
    entry = whole.rfind(SHEET.encode()) - 46  # of the directory of the archive
    for name, place, change in (("z_crc.xlsx", 16, 0xFF), ("z_encflag.xlsx", 8, 1)):
        broken = bytearray(whole)
        broken[entry + place] ^= change
        put(name, bytes(broken))
    zipped("z_manyfiles.xlsx", {**parts(), **{f"f{i}": b"" for i in range(20000)}})
    inflating("b_longrow_30.xlsx", SHEET, f"<worksheet {NAMES}><sheetData>{HEAD}<row><c t=\"inlineStr\"><is><t>",
              "</t></is></c></row></sheetData></worksheet>", 30, b"x")
    if SLOW:
        inflating("b_strings_text_400.xlsx", "xl/sharedStrings.xml", f"<sst {NAMES}><si><t>", "</t></si></sst>", 400, b"x")
        inflating("b_styles_400.xlsx", "xl/styles.xml", f"<styleSheet {NAMES}><cellXfs>", "</cellXfs></styleSheet>", 400,
                  b"<xf/>")
        inflating("b_lt_400.xlsx", SHEET, f"<worksheet {NAMES}><sheetData>{HEAD}{LOT}", "</sheetData></worksheet>", 400,
                  b"<a/>")


# Tables.
FIELDS = "model,system,nodes"
PLACE = "llama-3-8b,dgx-h100"
CSV = f"{FIELDS}\n{PLACE},4\n"


def table(name, *cells, extra=""):
    """A row for each cell of the third column, which may have more behind it."""
    put(name, f"{FIELDS}{extra}\n" + "".join(f"{PLACE},{cell}\n" for cell in cells))


def tables():
    put("ok.csv", CSV)
    put("utf16.csv", CSV.encode("utf-16"))
    put("bom.csv", "\ufeff" + CSV)
    put("bom2.csv", "\ufeff\ufeff" + CSV)
    put("tab.csv", CSV.replace(",", "\t"))
    put("pipe.csv", CSV.replace(",", "|"))
    put("spacehdr.csv", f" model , system , nodes \n llama-3-8b , dgx-h100 , 4 \n")
    put("short.csv", f"{FIELDS}\nllama-3-8b\n")
    put("onlyhdr.csv", f"{FIELDS}\n")
    put("emptylines.csv", f"\n\n\n{FIELDS}\n\n{PLACE},4\n\n\n")
    put("blank.csv", "\n\n \n")
    put("bigmodel.csv", f"{FIELDS}\n{'x' * 5_000_000},dgx-h100,4\n")
    put("longline.csv", f"{FIELDS},note\n\"{'x' * 20_000_000}")
    put("unitcol.csv", "Model,System,Number of nodes,Deadline (weeks),Tokens (B)\nllama-3-8b,dgx-h100,4,4,300\n")
    put("unitcol2.csv", "Model,System,# nodes,Deadline (parsecs)\nllama-3-8b,dgx-h100,4,4\n")
    table("mine.csv", "4,12E3,1.10,hello", "8,3E8,2.0,\"a \"\"q\"\", b\"", extra=",part,ver,note")
    table("nul.csv", "4\0")
    table("nulcol.csv", "4,x\0y", extra=",a\0b")
    table("dup.csv", "4,8", extra=",nodes")
    table("status.csv", "4,mine,mine2", extra=",status,message")
    table("extracells.csv", "4,5,6")
    table("formula.csv", "4,=1+1,@SUM(A1)", "4,+1+1,-2+3", "4,\"\t=1\",\"\r=1\"", "4,＝1+1,' =1", '4," =1+1","\n=1+1"',
          '4,"=HYPERLINK(""http://x"",""y"")",%0A=1', '4,"|calc","\u00a0=1"', extra=",note,=cmd")
    table("esc.csv", f"4,{ORDERS.replace(chr(0x2028), '')}\u200f\u061c", extra=",note")
    table("md.csv", '4,"<img src=x onerror=alert(1)>|[x](javascript:alert(1))`"', extra=",note")
    table("u_ffff.csv", "4,a\uffffb\ufffec", extra=",note")
    table("uninum.csv", "４", "٤", "1 000", "1\u202f000", "1'000", "−4", "1e3", "0x10", "½")
    table("badnum.csv", *"nan inf -inf 1e308 1e400 -1 0 1e-320 4.5 \"1,5\" \"1,500\" 1.500 4GB four 1_000 ١٢ +4 --4 4e . e5 "
          "0.0000001".split(), "4 nodes", "", "9" * 400)
    table("units.csv", "4,1T,30d", "4,1e12 B,30", "4,1TB,1m", "4,1 T tokens,30 days", "4,1G,1M", "4,300 B,4w 2d",
          extra=",tokens,deadline")
    table("widehdr2.csv", "4", extra="".join(f",c{i}" for i in range(1_000_000 if SLOW else 100_000)))
    table("hugecell.csv", f"4,{'x' * 12_000_000}", extra=",note")
    table("hugecell_u.csv", f"4,{'é' * 20000}", extra=",note")
    table("manyrows.csv", *["4"] * 3000)
    put("paths.csv", FIELDS + "\n" + "".join(f"{path},dgx-h100,4\n" for path in (
        "/etc/passwd", "../../../../etc/passwd", "/etc/passwd.json", "fifo.json", "/dev/zero", "/proc/self/environ", "/", ".",
        "..", "/proc/self/mem", "hfdir", '""', "*", "~", "file:///etc/passwd", "http://127.0.0.1/x.json", "a\\b",
        "llama-3-8b/", "llama-3-8b\u200b", "llаma-3-8b")))
    marks = "nodes,training.time,label\n"
    for name, cells in {"ok": "4,34d,A", "neg": "4,-34d,A", "huge": "4,1e308,A", "inf": "4,1e400,A", "zero": "4,0,A",
                        "esc": f"4,34d,{ORDERS[:10]}\u202e", "ffff": "4,34d,a\uffffb"}.items():
        put(f"marks_{name}.csv", f"{marks}{cells}\n")
    put("marks_bad.csv", "nodes,training.time\n4,fast\n")
    put("marks_many.csv", marks + "4,34d,A\n" * 100_000)
    quoted = EVIL.replace('"', '""')
    put("marks_inj.csv", f'nodes,training.time,label,series\n4,34d,"{quoted}","{quoted}"\n')
    put("wide2.csv", FIELDS + ",x" * 20_000 + "\n" + f"{PLACE},4\n")


# Scenarios.
BASE = {"schema_version": 1, "model": "llama-3-8b", "cluster": {"system": "dgx-h100", "nodes": 4}}


def scenario(called, **changes):
    put(f"{called}.llmsize", {**BASE, **changes})


def scenarios():
    nodes = lambda value: {"system": "dgx-h100", "nodes": value}
    scenario("ok")
    scenario("inj", name=EVIL, notes=EVIL + ' =HYPERLINK("http://evil","x") file:///etc/passwd http://evil.example/')
    scenario("inj_formula", name='=HYPERLINK("http://evil.example","click")', notes="=cmd|' /C calc'!A0")
    scenario("inj_esc", name=ORDERS, notes="a\r\nb\x00c\x85d\x9b2J")
    scenario("inj_sheet", name="[]:*?/\\" + "n" * 50, notes="x")
    scenario("inj_pdf", notes="%PDF-1.4 %%EOF",
             name="(\\)) /JavaScript (app.alert(1)) << /S /URI /URI (javascript:alert(1)) >> endobj " + "Ω" * 20)
    scenario("inj_svg", name=']]><image href="file:///etc/passwd"/><!ENTITY x "y">&x;&#0;', notes="x")
    scenario("inj_pango", name='<span size="999999">x</span><b>', notes="x")
    scenario("longname", name="n" * 2_000_000, notes="m" * 2_000_000)
    scenario("nlname", name="a\nb\n! error.fake A finding\n", notes="x\n\n# Heading\n\n| a | b |\n")
    for code in ("2028", "200f", "061c", "200b", "feff"):
        scenario(f"u{code}", name=f"a{chr(int(code, 16))}b")
    scenario("ue0001", name="a\U000e0001b")
    scenario("uzalgo", name="z" + "\u0300" * 500)
    scenario("uemoji", name="👩\u200d🚀🏳\ufe0f\u200d🌈")
    scenario("u_ffff", name="a\uffffb", notes="c\ufffed")
    scenario("bigresults", results=["training.step_time"] * 200_000)
    scenario("biglist", cluster=nodes(list(range(1, 100_001))))
    scenario("biglist2", cluster=nodes(list(range(1, 1001))), layout={"tensor": list(range(1, 1001))})
    scenario("overlist", cluster=nodes(list(range(1, 1001))),
             layout={"tensor": list(range(1, 1001)), "pipeline": list(range(1, 1001))})
    for name, value in {"emptylist": [], "nestedlist": [[1]], "dupvalues": [4, 4, 4], "mixlist": [4, "8", True, None],
                        "nullnum": None, "objnum": {"value": 4}}.items():
        scenario(name, cluster=nodes(value))
    scenario("pathmodel", model="/etc/passwd")
    scenario("devmodel", model="/dev/zero.json")
    scenario("unitnum", workload={"tokens": "1 T"}, goal={"deadline": "30 m"})
    put("twoways.llmsize", '{"schema_version":1,"model":"llama-3-8b","cluster.nodes":8,"cluster":{"nodes":4}}')
    put("inf.llmsize", '{"schema_version":1,"model":"llama-3-8b","cluster":{"system":"dgx-h100","nodes":1e999}}')
    put("badutf.llmsize", b'{"schema_version":1,"name":"\xff\xfe","model":"llama-3-8b"}')
    put("bom.llmsize", "\ufeff" + json.dumps(BASE))
    put("array.llmsize", [1, 2])
    put("deeparr.llmsize", "[" * 200_000)
    put("deepobj.json", '{"a":' * 5000 + "1" + "}" * 5000)
    put("manyarr.llmsize", '{"schema_version":1,"x":[' + "[]," * (20_000_000 if SLOW else 5_100_000) + "[]]}")


# GGUF, safetensors and config.json.
def u32(value):
    return struct.pack("<I", value)


def u64(value):
    return struct.pack("<Q", value)


def gguf_text(value):
    value = value if isinstance(value, bytes) else value.encode()
    return u64(len(value)) + value


def field(key, kind, value):
    return gguf_text(key) + u32(kind) + value


UINT32, FLOAT32, BOOL, STRING, LIST, UINT64 = 4, 6, 7, 8, 9, 10
LLAMA = {"block_count": 32, "embedding_length": 4096, "feed_forward_length": 14336, "context_length": 8192,
         "vocab_size": 128256, "attention.head_count": 32, "attention.head_count_kv": 8}


def fields(kind="llama", **changes):
    known = {key: (UINT32, u32(value)) for key, value in LLAMA.items()}
    known.update({key.replace("__", "."): value for key, value in changes.items()})
    return [field("general.architecture", STRING, gguf_text(kind))] + \
        [field(f"{kind}.{key}", *value) for key, value in known.items()]


def tensor(name, shape, code=12):
    return gguf_text(name) + u32(len(shape)) + b"".join(map(u64, shape)) + u32(code) + u64(0)


TENSORS = [tensor("token_embd.weight", (4096, 128256)), tensor("output.weight", (4096, 128256)),
           tensor("blk.0.attn_q.weight", (4096, 4096)), tensor("blk.0.ffn_up.weight", (4096, 14336))]


def gguf(name, keys=None, tensors=None, version=3, key_count=None, tensor_count=None, magic=b"GGUF"):
    keys = fields() if keys is None else keys
    tensors = TENSORS if tensors is None else tensors
    put(name, magic + u32(version) + u64(len(tensors) if tensor_count is None else tensor_count) +
        u64(len(keys) if key_count is None else key_count) + b"".join(keys) + b"".join(tensors))


def ggufs():
    gguf("g_v99.gguf", version=99)
    gguf("g_be.gguf", version=0x03000000)
    gguf("g_magic.gguf", magic=b"GGML")
    gguf("g_nt_huge.gguf", tensor_count=1 << 39)
    gguf("g_nt_max.gguf", tensor_count=(1 << 64) - 1)
    gguf("g_nk_max.gguf", key_count=(1 << 64) - 1)
    gguf("g_zero.gguf", keys=[], tensors=[])
    gguf("g_notens.gguf", tensors=[])
    put("g_4.gguf", b"GGUF")
    gguf("g_arch_ctrl.gguf", fields("\x1b[2Jllama"))
    gguf("g_archnum.gguf", [field("general.architecture", UINT32, u32(3))])
    gguf("g_list_huge.gguf", fields() + [field("x", LIST, u32(UINT32) + u64(1 << 39))])
    for name, value in {"nan": (FLOAT32, struct.pack("<f", float("nan"))), "inf": (FLOAT32, struct.pack("<f", float("inf"))),
                        "u64max": (UINT64, u64((1 << 64) - 1)), "str_layers": (STRING, gguf_text("32")),
                        "str_bad": (STRING, gguf_text(b"\xff\xfe")), "bool_layers": (BOOL, b"\x01")}.items():
        gguf(f"g_{name}.gguf", fields(block_count=value))
    gguf("g_shape_max.gguf", tensors=TENSORS + [tensor("blk.1.attn_q.weight", [(1 << 64) - 1] * 8)])
    gguf("g_shape0.gguf", tensors=TENSORS + [tensor("blk.1.attn_q.weight", (0, 0))])
    gguf("g_name_bad.gguf", tensors=TENSORS + [tensor(b"\xff\x1b[2J", (1, 1))])
    gguf("g_layer_huge.gguf", tensors=TENSORS + [tensor(f"blk.{'9' * 400}.attn_q.weight", (4, 4))])
    gguf("g_vocab_mismatch.gguf", tensors=[tensor("token_embd.weight", (4096, 5))] + TENSORS[1:])
    many = 10 if SLOW else 1
    gguf("g_many_kv.gguf", fields() + [field(f"k{i}", UINT32, u32(i)) for i in range(150_000 * many)])
    gguf("g_many_t.gguf", tensors=TENSORS + [tensor(f"blk.{i}.x.weight", (4, 4)) for i in range(80_000 * many)])
    gguf("g_experts.gguf", fields(expert_count=(UINT32, u32(8)), expert_used_count=(UINT32, u32(99))))
    gguf("g_mla.gguf", fields("deepseek2", attention__kv_lora_rank=(UINT32, u32(512)),
                              rope__dimension_count=(FLOAT32, struct.pack("<f", float("nan")))))
    gguf("gdir/a.gguf")
    gguf("gdir/b.gguf")
    fifo("gdirfifo/a.gguf")
    link("/dev/zero", "gdirlink/a.gguf")
    link("/dev/zero", "zero.gguf")
    for ending in ("gguf", "json", "csv", "xlsx"):
        fifo(f"fifo.{ending}")
    put("sparse.gguf", b"GGUF" + u32(3) + u64(0) + u64(1) + gguf_text("general.architecture") + u32(LIST) + u32(BOOL) +
        u64(1 << 38), 1 << 33)
    put("sparse.safetensors", u64(99_999_999), 1 << 33)


CONFIG = {"model_type": "llama", "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32,
          "num_key_value_heads": 8, "intermediate_size": 14336, "vocab_size": 128256, "max_position_embeddings": 8192,
          "tie_word_embeddings": False, "torch_dtype": "bfloat16"}


def config(path, **changes):
    put(path, {**CONFIG, **changes})


def weights(folder, header, length=None):
    config(f"{folder}/config.json")
    header = header if isinstance(header, bytes) else json.dumps(header).encode()
    put(f"{folder}/model.safetensors", u64(len(header) if length is None else length) + header)


def index(folder, content):
    config(f"{folder}/config.json")
    put(f"{folder}/model.safetensors.index.json", content)


def part(name="model.layers.0.self_attn.q_proj.weight", shape=(4096, 4096), end=33554432, **changes):
    return {name: {"dtype": "BF16", "shape": list(shape), "data_offsets": [0, end], **changes}}


def models():
    weights("st_ok", part())
    weights("st_lenmax", part(), (1 << 64) - 1)
    weights("st_len100m", part(), 100_000_000)
    weights("st_neg", part("a", [-1], 2))
    weights("st_huge", part("a", [2**63] * 10, 2**63))
    weights("st_inf", part("model.layers.0.mlp.up.weight", [2**62] * 30, 10))
    weights("st_layerhuge", part(f"model.layers.{'9' * 500}.mlp.up.weight", [4, 4], 32))
    weights("st_offmissing", {"a": {"dtype": "BF16", "shape": [1]}})
    weights("st_bigjson", b'{"a":[' + b"[]," * (30_000_000 if SLOW else 5_100_000) + b"[]]}")
    index("idx", {"weight_map": {"a": "../../../../etc/passwd"}})
    index("idx2", {"weight_map": {"a": ".."}})
    index("idx3", {"weight_map": {"a": "x.safetensors"}})
    link("/etc/passwd", "idx3/x.safetensors")
    index("idx5", {"weight_map": [1]})
    index("idx6", {"weight_map": {f"t{i}": f"f{i}.safetensors" for i in range(200_000)}})
    index("idxn92000", {"weight_map": {f"model.layers.{i % 61}.t{i}.weight": "m.safetensors" for i in range(92_000)}})
    index("idx7", {"weight_map": {"a": "x.safetensors"}})
    fifo("idx7/x.safetensors")
    index("idx8", [])
    config("hf/config.json")
    config("hfdir/config.json")
    os.makedirs(os.path.join(FOLDER, "emptydir"))
    fifo("hffifo/config.json")
    link("/dev/zero", "hflink/config.json")
    quantized = lambda **how: {"quantization_config": how}
    for name, changes in {
            "layers1e9": {"num_hidden_layers": 10**9}, "layers1e300": {"num_hidden_layers": 1e300},
            "layersneg": {"num_hidden_layers": -1}, "layerstr": {"num_hidden_layers": "32"},
            "layersbool": {"num_hidden_layers": True}, "heads0": {"num_attention_heads": 0},
            "heads7": {"num_attention_heads": 7}, "kv64": {"num_key_value_heads": 64}, "kv0": {"num_key_value_heads": 0},
            "vocab1": {"vocab_size": 1}, "type5": {"model_type": 5}, "typepath": {"model_type": "../../../etc/passwd"},
            "layertypes_short": {"layer_types": ["full_attention"]}, "layertypes_null": {"layer_types": [None] * 32},
            "quant_str": {"quantization_config": "fp8"}, "quant_num": {"quantization_config": 8},
            "quant_arr": {"quantization_config": [1]}, "quant_bits0": quantized(quant_method="gptq", bits=0, group_size=0),
            "quant_bitsneg": quantized(quant_method="gptq", bits=-4, group_size=-1),
            "quant_bits1e9": quantized(quant_method="awq", bits=10**9, group_size=128),
            "quant_bitsstr": quantized(quant_method="awq", bits="4"),
            "quant_group0": quantized(quant_method="awq", bits=4, group_size=0), "window_neg": {"sliding_window": -5},
            "rope_deep": {"rope_scaling": {"a": [[[[[]]]]]}}, "dtype_bad": {"torch_dtype": "float7"},
            "dtype_num": {"torch_dtype": 16}, "max0": {"max_position_embeddings": 0},
            "max1e18": {"max_position_embeddings": 10**18}}.items():
        config(f"hf_{name}.json", **changes)
    put("hf_inf.json", json.dumps(CONFIG).replace("4096", "-Infinity", 1))
    put("hf_py.json", str(CONFIG))
    put("hf_textdeep.json", '{"model_type":"llama","text_config":' * 400 + json.dumps(CONFIG) + "}" * 400)
    put("hf_nested2.json", {"model_type": "llava", "text_config": CONFIG, "llm_config": CONFIG})
    listed = ",".join(['"full_attention"'] * (3_000_000 if SLOW else 300_000))
    put("hf_bigarr.json", f'{json.dumps(CONFIG)[:-1]},"layer_types":[{listed}]}}')


# Catalogs of the user's own.
NODE = {"accelerators": 8, "host_memory": "2048GB", "scale_up_domain": 8, "scale_up_bandwidth": "450GB/s",
        "compute_nics": 8, "nic_rate": "400Gb/s", "power": "10.2kW"}
SYSTEM = {"id": "mine", "name": "Mine", "source": "me", "confidence": "verified", "accelerator": {"id": "h100-sxm5-80gb"},
          "network": {"id": "ib-ndr"}}


def system(folder, node=None, **changes):
    changed = {**NODE, **node} if isinstance(node, dict) else node or NODE
    put(f"{folder}/systems/mine.json", {**SYSTEM, "node": changed, **changes})


def catalogs():
    system("c_ok")
    system("c_inj", name=EVIL, notes=EVIL, source=EVIL, vendor=EVIL)
    system("c_formula", name='=HYPERLINK("http://e","x")', source="=1+1", notes="@SUM(1)")
    system("c_esc", name="\x1b[2J\u202eevil\x07", source="\x1b]0;x\x07", notes="\r\x1b[2K")
    system("c_idmis", id="other")
    system("c_id5", id=5)
    system("c_unkfield", {"evil": 1})
    system("c_str", "x")
    for name, accelerator in {"c_acc": "nope", "c_accself": "mine", "c_accpath": "/etc/passwd",
                              "c_accjson": "../wd/fifo.json"}.items():
        system(name, accelerator={"id": accelerator})
    for name, count in {"c_neg": -8, "c_zero": 0, "c_huge": 1e300, "c_valobj": {"value": {"value": 8}}}.items():
        system(name, {"accelerators": count})
    system("c_spread", {"power": {"value": "10kW", "spread": -1}})
    system("c_bw0", {"scale_up_bandwidth": 0})
    system("c_dom", {"scale_up_domain": 7})
    system("c_long", name="n" * 1_000_000, notes="x" * 1_000_000)
    system("c_nl", name="a\nb\n! x.y faked", notes="q\n")
    system("c_nul", name="a\0b")
    system("c_url", source='javascript:alert(1) https://evil.example/<script>"onclick=x file:///etc/passwd')
    put("c_bin/systems/mine.json", b"\x00\xff\xfe" * 100)
    assumption = {"input": "workload.tokens", "value": 1e12, "spread": 3, "reason": EVIL}
    for name, content in {"c_assume": {"assumptions": []}, "c_assume3": [], "c_assume4": {"assumptions": [assumption]}}.items():
        put(f"{name}/hardware-db/assumptions.json", content)
    for name, content in {"c_mt": {"id": "llama", "config": 5}, "c_mt4": [],
                          "c_mt2": {"id": "llama", "name": "x", "source": "y", "model": {"layers": "1/0"}}}.items():
        put(f"{name}/model-types/llama.json", content)
    put("c_sheets/sheets/what-to-order.llmsize", {"schema_version": 1, "name": EVIL, "results": ["nope"]})
    put("c_net/networks/ib-ndr.json", {"id": "ib-ndr", "name": "x", "source": "x", "network": {}})
    shape = {"layers": 32, "hidden": 4096, "heads": 32, "kv_heads": 8, "head_dim": 128, "ffn_hidden": 14336, "mlp": "gated",
             "vocabulary": 128256, "max_sequence": 8192}
    put("c_models/models/mine.json", {"id": "mine", "name": EVIL, "source": "x", "model": shape})
    ones = {key: 1 for key in ("layers", "hidden", "heads", "vocabulary", "max_sequence")}
    put("c_model0/models/mine.json", {"id": "mine", "name": "m", "source": "x", "model": ones})
    fifo("c_fifo/systems/mine.json")
    link("/dev/zero", "c_link/systems/mine.json")
    link("..", "c_loop/systems/up")
    link("/etc", "c_etc/systems")
    here = os.getcwd()
    os.makedirs(os.path.join(FOLDER, "c_deepdir"))
    os.chdir(os.path.join(FOLDER, "c_deepdir"))
    for _ in range(400):
        os.mkdir("d")
        os.chdir("d")
    os.chdir(here)


# Measured runs, services, whole runs and storage.
TRAINED = {"id": "A", "source": "me", "model_name": "GPT 3.6B", "params": "3600000000", "layers": "30", "hidden": "3072",
           "heads": "32", "kv_heads": "32", "ffn_hidden": "12288", "vocab": "51200", "seq": "2048", "gpu": "A100-SXM-80GB",
           "gpus": "64", "dtype": "fp16", "tp": "2", "pp": "1", "dp": "32", "recompute": "full", "micro_batch": "16",
           "global_batch": "512", "iteration_s": "1.5", "tflops_per_gpu": "", "flops_convention": "", "interconnect": "",
           "notes": "", "stack": "", "software": "", "memory_GB_per_gpu": "", "memory_kind": ""}
SERVED = {"id": "a", "source": "me", "model": "llama-3.1-70b", "hardware": "H100-SXM-80GB", "gpus": "8", "tp": "8", "pp": "1",
          "dtype": "bf16", "batch": "", "input_len": "1024", "output_len": "1024", "metric": "tpot_mean", "value": "20",
          "unit": "ms", "concurrency": "16", "requests": "", "mean_length_factor": "", "dp_attention": "", "decode_gpus": "",
          "stack": "vllm"}
WHOLE = {"id": "a", "organisation": "Meta", "org_class": "x", "year": "2023", "model_name": "LLaMA 7B", "model_id": "llama-7b",
         "shape": "", "tokens": "1e12", "sequence": "2048", "batch_sequences": "2048", "precision": "bf16",
         "system": "dgx-a100-640", "gpus": "256", "gpu_hours": "82432", "predict": "yes", "source": "x"}


def quoted_row(base, changes):
    return ",".join('"' + str(value).replace('"', '""') + '"' for value in {**base, **changes}.values()) + "\n"


def measured(name, base, *changed):
    put(name, ",".join(base) + "\n" + "".join(quoted_row(base, changes) for changes in changed or ({},)))


def measurements():
    for name, changes in {
            "ok": {}, "regex": {"interconnect": "1" * 300_000}, "regex2": {"interconnect": "1" * 300_000 + " Gb/s"},
            "recomp": {"recompute": "full, 21 of 0 layers"}, "recomp2": {"recompute": "full, 9999 of 1 layers"},
            "zero": {"iteration_s": 0}, "neg": {"iteration_s": -1}, "nan": {"iteration_s": "nan"},
            "inf": {"iteration_s": "inf"}, "1e-300": {"iteration_s": "1e-300"}, "text": {"iteration_s": "fast"},
            "comma": {"iteration_s": "1,5"}, "gpus0": {"gpus": 0}, "gpus1e9": {"gpus": "1e9"}, "layers0": {"layers": 0},
            "batch0": {"global_batch": 0}, "esc": {"id": "\x1b[2J", "source": "\x1b[31m<script>", "model_name": "=1+1"},
            "html": {"id": EVIL, "source": EVIL, "model_name": EVIL}, "unkgpu": {"gpu": "\x1b[2JXYZ"},
            "unksoft": {"software": "nope"}, "tp3": {"tp": 3}, "long": {"notes": "x" * 3_000_000},
            "mem": {"memory_GB_per_gpu": -5, "memory_kind": "allocated"},
            "stackpath": {"stack": "../../x", "software": "../../x"}}.items():
        measured(f"t_{name}.csv", TRAINED, changes)
    rows = 3000 if SLOW else 300
    measured("t_many.csv", TRAINED, *({"id": f"r{i}", "iteration_s": 1.4 + i * 1e-4} for i in range(rows)))
    measured("t_dup.csv", TRAINED, *[{}] * 50)
    measured("t_outlier.csv", TRAINED, {}, {}, {}, {"iteration_s": "1e6"})
    put("t_noid.csv", "iteration_s\n1\n")
    put("t_nocol.csv", "a,b\n1,2\n")
    head = ",".join(TRAINED)
    put("t_semi.csv", head.replace(",", ";") + "\n" + quoted_row(TRAINED, {"iteration_s": "1,5"}).replace('","', '";"'))
    put("t_hdrdup.csv", head.replace("notes", "iteration_s") + "\n" + quoted_row(TRAINED, {"notes": 9}))
    for name, changes in {
            "ok": {}, "zero": {"value": 0}, "tiny": {"value": "1e-300"}, "huge": {"value": "1e300"}, "metric": {"metric": "nope"},
            "hw": {"hardware": "nope"}, "tp0": {"tp": 0}, "dp0": {"dp_attention": 0, "decode_gpus": 8},
            "len0": {"input_len": 0, "output_len": 0}, "fac": {"mean_length_factor": -5}, "conc0": {"concurrency": 0},
            "conc1e9": {"concurrency": "1e9"}, "unit": {"unit": "parsec"}, "modelpath2": {"model": "hf/config.json"}}.items():
        measured(f"v_{name}.csv", SERVED, changes)
    for name, changes in {"ok": {}, "neg": {"gpu_hours": -5}, "zero": {"gpu_hours": 0},
                          "shape": {"shape": "a=b c= =d layout.tensor=99999 goal.deadline=1s"}}.items():
        measured(f"o_{name}.csv", WHOLE, changes)
    demand = {"id": "a", "metric": "ingest.demand", "measured": "1GB/s",
              "options": "--model llama-3-8b --system dgx-h100 --nodes 4"}
    measured("n_ok.csv", demand)
    measured("n_bad.csv", demand, {"metric": "nope", "measured": 1, "options": "x"})
    measured("n_inf.csv", demand, {"measured": "1e400GB/s", "options": "--model llama-3-8b"})
    measured("n_file.csv", demand, {"options": "--model /etc/passwd.json --system dgx-h100 --nodes 4"})
    put("k_empty.json", {})
    put("k_arr.json", [])


def main():
    os.makedirs(FOLDER, exist_ok=True)
    for make in (workbooks, tables, scenarios, ggufs, models, catalogs, measurements):
        make()


main()
