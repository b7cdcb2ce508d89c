#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Opens reports as their readers do: HTML in a browser at three widths, light, dark and on paper; PDF with tools that print shops use.

report_test.py LLMSIZE [FOLDER]: pictures are left in the folder where one is named.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

REPORTS = {
    "training": "--model gpt3-175b --system dgx-h100 --storage ddn-ai400x2 --tokens 300B --deadline 30d",
    "offload": "--scenario ddn-bloom-176b",
    "checkpoint": "--scenario gpt3-on-superpod-h100 --checkpoint hierarchical --node-price 300000",
    "service": "--scenario serve-chat",
}
WIDTHS = (380, 800, 1400)
BROWSER = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run", "--disable-background-networking",
           "--disable-component-update", "--disable-sync", "--allow-file-access-from-files"]
# Light or dark, as the settings of the reader's system say.
SCHEMES = {"light": "--blink-settings=preferredColorScheme=1", "dark": "--blink-settings=preferredColorScheme=0"}

troubles = []


def expect(holds, sentence):
    if not holds:
        troubles.append(sentence)


def run(*command):
    return subprocess.run([str(each) for each in command], capture_output=True, text=True, timeout=120)


def browse(*options):
    return run(*BROWSER, *options)


def make(program, folder, name, ending, *more):
    path = folder / f"{name}.{ending}"
    made = run(program, "report", *REPORTS[name].split(), "-o", path, *more)
    expect(made.returncode == 0 and path.exists(), f"{path.name}: {made.stderr.strip()}")
    return path


def check_widths(page, folder):
    """Nothing is wider than the window. A script measures, hence a copy without the policy that forbids scripts, in a frame as wide as the window:
    browsers without a screen have no narrow ones."""
    html = page.read_text()
    measure = ("<script>addEventListener('load',()=>parent.postMessage([document.documentElement.scrollWidth,innerWidth,"
               "getComputedStyle(document.body).fontSize],'*'))</script></body>")
    copy = folder / "measured.html"
    copy.write_text(re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*/>', "", html).replace("</body>", measure))
    for width in WIDTHS:
        frame = folder / "frame.html"
        frame.write_text("<!DOCTYPE html><title>…</title><script>onmessage=e=>document.title=e.data.join(' ')</script>"
                         f'<iframe src="measured.html" width="{width}" height="800" style="border:0"></iframe>')
        dom = browse("--virtual-time-budget=5000", "--window-size=1600,900", "--dump-dom", frame.as_uri()).stdout
        title = re.search(r"<title>(\d+) (\d+) ", dom)
        expect(title is not None, f"{page.name} at {width}: the browser measured nothing")
        if title:
            expect(int(title[2]) == width, f"{page.name}: the frame is {title[2]} wide, {width} wanted")
            expect(int(title[1]) <= width, f"{page.name} at {width}: {title[1]} wide, it overflows")


def check_requests(page, folder):
    """The browser's own log: every request that the page makes is the page."""
    log = folder / "requests.json"
    browse(f"--log-net-log={log}", "--virtual-time-budget=3000", "--dump-dom", page.as_uri())
    records = json.loads(log.read_text())
    asked = {event["params"]["url"] for event in records["events"] if "url" in event.get("params", {})}
    by_page = {event["params"]["url"] for event in records["events"]
               if event.get("params", {}).get("initiator", "not an origin") != "not an origin"}
    own = {url for url in asked if url.startswith("file:")}
    expect(own <= {page.as_uri()}, f"{page.name} asks for {own - {page.as_uri()}}")
    expect(not by_page, f"{page.name} asks for {by_page}")


def check_first_sheet(pdf, page):
    """What answers fills one sheet, and the next section begins the second."""
    following = re.findall('<h2 id="[^"]*">(.*?)</h2>', page.read_text())[1]
    sheet = run("pdftotext", "-f", "2", "-l", "2", pdf, "-").stdout
    expect(sheet.startswith(following), f"{pdf.name}: the second sheet begins with '{sheet[:40]}', not with '{following}'")


def take_pictures(page, folder):
    """Pictures that differ where they should, and are not blank."""
    sizes = {}
    for scheme, setting in SCHEMES.items():
        for width in WIDTHS:
            picture = folder / f"{page.stem}-{width}-{scheme}.png"
            # A frame, for the reason above.
            frame = folder / "picture.html"
            frame.write_text(f'<!DOCTYPE html><style>body{{margin:0}}</style><iframe src="{page.name}" width="{width}" height="2400" style="border:0">'
                             "</iframe>")
            browse(setting, f"--window-size={max(width, 500)},2400", f"--screenshot={picture}", frame.as_uri())
            expect(picture.exists() and picture.stat().st_size > 20000, f"{picture.name}: no picture")
            sizes[width, scheme] = picture.read_bytes() if picture.exists() else b""
    for width in WIDTHS:
        expect(sizes[width, "light"] != sizes[width, "dark"], f"{page.name} at {width}: light and dark are the same")
    for paper, size in (("A4", "210mm 297mm"), ("Letter", "8.5in 11in")):
        # The reader chooses the paper in the dialog of the browser; here the page does.
        sheet = folder / f"{page.stem}-{paper}.html"
        sheet.write_text(page.read_text().replace("@page{", f"@page{{size:{size};", 1))
        printed = folder / f"{page.stem}-print-{paper}.pdf"
        browse("--no-pdf-header-footer", f"--print-to-pdf={printed}", sheet.as_uri())
        expect(printed.exists(), f"{printed.name}: not printed")
        check_first_sheet(printed, page)
        run("pdftoppm", "-r", "60", "-png", printed, folder / f"{page.stem}-print-{paper}")


def check_pdf(pdf, headline, paper):
    checked = run("qpdf", "--check", pdf)
    expect(checked.returncode == 0, f"{pdf.name}: qpdf says {checked.stdout} {checked.stderr}")
    fonts = run("pdffonts", pdf).stdout.splitlines()[2:]
    expect(fonts and all(re.search(r" yes +(yes|no) +(yes|no) +\d+ +\d+$", font) for font in fonts), f"{pdf.name}: fonts are not embedded: {fonts}")
    text = "".join(run("pdftotext", "-layout", pdf, "-").stdout.split())
    expect("".join(headline.split()) in text, f"{pdf.name}: '{headline}' cannot be selected")
    info = run("pdfinfo", pdf).stdout
    size = re.search(r"Page size: +([\d.]+) x ([\d.]+)", info)
    expect(size and (round(float(size[1])), round(float(size[2]))) == {"a4": (595, 842), "letter": (612, 792)}[paper], f"{pdf.name}: {info}")
    pages = re.search(r"Pages: +(\d+)", info)
    expect(pages and f"{pages[1]}/{pages[1]}" in text, f"{pdf.name}: the last page has no number")


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else made).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        for name in REPORTS:
            page = make(program, folder, name, "html", "--force")
            headline = re.search("<h1>(.*?)</h1>", page.read_text())[1].replace("&#39;", "'").replace("&amp;", "&")
            check_widths(page, folder)
            check_requests(page, folder)
            take_pictures(page, folder)
            make(program, folder, name, "md", "--force")
            for paper in ("letter", "a4"):
                pdf = make(program, folder, name, "pdf", "--force", "--paper", paper)
                check_pdf(pdf, headline, paper)
                check_first_sheet(pdf, page)
    for trouble in troubles:
        print(trouble)
    print(f"{len(REPORTS)} reports, {len(troubles)} troubles")
    return 1 if troubles else 0


if __name__ == "__main__":
    sys.exit(main())
