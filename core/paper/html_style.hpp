// SPDX-License-Identifier: Apache-2.0
// How a report looks in a browser: light or dark as the screen is, light on paper.
#pragma once

namespace llmsize {

inline constexpr const char* html_style = R"css(
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-behavior:smooth}
body{margin:0;background:var(--ground);color:var(--text);font:16px/1.5 "Liberation Sans",Arial,Helvetica,sans-serif;overflow-wrap:break-word}
main,header,footer,nav{max-width:62rem;margin:0 auto;padding:0 1.25rem}
header{padding-top:2rem}
h1{font-size:1.7rem;line-height:1.25;margin:0 0 .5rem;text-wrap:balance}
h2{font-size:1.35rem;line-height:1.3;margin:0}
h3{font-size:1.05rem;line-height:1.35;margin:0}
p{margin:.4rem 0}
.subtitle,.note,.unit,.qualifier,figcaption p,caption span,footer{color:var(--text2)}
nav ul{display:flex;flex-wrap:wrap;gap:.2rem 1.1rem;list-style:none;margin:1rem 0 0;padding:.6rem 0;border-block:1px solid var(--border)}
a{color:var(--link);text-underline-offset:.15em}
a:focus-visible,.scroll:focus-visible,summary:focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:2px}
main>section{padding-top:2rem}
.verdict{border-left:4px solid var(--mark);padding:.5rem 0 .5rem .9rem;margin:1rem 0}
.verdict strong{display:block;font-size:1.15rem}
.good{--mark:var(--good)}.just{--mark:var(--just)}.bad{--mark:var(--bad)}.incomplete,.neutral{--mark:var(--text3)}
dl.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(10.5rem,1fr));gap:1px;margin:1rem 0 1.5rem}
dl.figures div{background:var(--surface);padding:.7rem .9rem;outline:1px solid var(--border)}
dl.figures dt{color:var(--text2);font-size:.9rem}
dl.figures dd{margin:0}
dl.figures .value{font-size:1.45rem;line-height:1.3;font-weight:bold;white-space:nowrap}
dl.figures .value a{color:inherit;text-decoration-color:var(--text3);text-decoration-thickness:1px}
dl.figures .unit{font-size:1rem;font-weight:normal;white-space:normal}
dl.figures .qualifier{font-size:.875rem}
figure{margin:1.5rem 0;padding:1rem;background:var(--surface);border:1px solid var(--border);border-radius:6px}
figcaption p{font-size:.9rem;margin:.1rem 0 .6rem}
figure svg{display:block;width:100%;height:auto;max-width:100%}
figure .narrow{display:none}
details{margin-top:.6rem;font-size:.9rem}
summary{cursor:pointer;color:var(--text2)}
.scroll{overflow-x:auto;margin:.3rem 0}
table{border-collapse:collapse;width:100%;font-size:.9rem;font-variant-numeric:tabular-nums}
.table{margin:1.5rem 0}
.table>h3+.subtitle{margin-top:.1rem;font-size:.9rem}
th,td{padding:.3rem .6rem;text-align:left;vertical-align:top;border-bottom:1px solid var(--border);font-weight:normal}
th:first-child,td:first-child{padding-left:0}
thead>tr>*{color:var(--text2);border-bottom-color:var(--text3);vertical-align:bottom}
.number{text-align:right;white-space:nowrap}
tr.strong>*{font-weight:bold}
tr.group>*{font-weight:bold;padding-top:.9rem}
tr.dull>*{color:var(--text3)}
ul.findings{list-style:none;padding:0;margin:1rem 0}
ul.findings>li{border-left:3px solid var(--mark);padding:.15rem 0 .15rem .8rem;margin:.6rem 0}
.error{--mark:var(--bad)}.warning{--mark:var(--just)}.info{--mark:var(--text3)}
ul.findings ul{margin:.2rem 0;padding-left:1.2rem}
code,pre{font:.875em/1.5 "Liberation Mono",Consolas,Menlo,monospace}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:var(--surface);border:1px solid var(--border);border-radius:6px;padding:.7rem .9rem}
code{overflow-wrap:anywhere}
article{margin:1.6rem 0;padding-top:.2rem;scroll-margin-top:.5rem}
article h3 .value{white-space:nowrap}
article .id{color:var(--text3);font-size:.85rem}
.formula{overflow-x:auto;padding:.5rem 0;line-height:1.9}
.formula div{white-space:nowrap;width:max-content}
.formula .filled{font-size:.85rem;color:var(--text2)}
.formula i{font-family:"Liberation Serif","Times New Roman",Times,serif;font-size:1.08em}
.frac{display:inline-flex;flex-direction:column;text-align:center;vertical-align:middle;line-height:1.35}
.frac>span{padding:0 .25em}
.frac>.under{border-top:1px solid currentColor}
sub,sup{font-size:.75em;line-height:0}
:target{background:var(--highlight)}
footer{margin-top:3rem;padding-top:1rem;padding-bottom:2rem;border-top:1px solid var(--border);font-size:.9rem}
@media (max-width:34rem){
 body{font-size:15px}
 main,header,footer,nav{padding-inline:.9rem}
 h1{font-size:1.35rem}
 dl.figures{grid-template-columns:1fr 1fr}
 dl.figures .value{font-size:1.2rem;white-space:normal}
 figure{padding:.6rem}
 th,td{padding-inline:.35rem}
 figure .wide{display:none}
 figure .narrow{display:block}
}
@page{margin:16mm 15mm 18mm}
@media print{
 html{font-size:9.5pt}
 body{font-size:1rem;line-height:1.35;background:#fff}
 main,header,footer,nav{max-width:none;padding:0}
 header{padding-top:0}
 nav,details{display:none}
 a{color:inherit;text-decoration:none}
 h1{font-size:16pt}h2{font-size:13pt}h3{font-size:10.5pt}
 h2,h3,figcaption,thead,tr.group{break-after:avoid}
 figure,dl.figures,.verdict,ul.findings>li,tr,.formula,pre{break-inside:avoid}
 thead{display:table-header-group}
 main>section{padding-top:6mm}
 #answer+section,#order,#derivations{break-before:page;padding-top:0}
 table{font-size:8pt}
 th,td{padding-block:.7mm}
 tr.group>*{padding-top:1.6mm}
 .verdict,dl.figures,ul.findings{margin-block:2mm}
 .scroll,.formula{overflow:visible}
 .formula div{white-space:normal;width:auto}
 dl.figures{grid-template-columns:repeat(3,1fr)}
 dl.figures div{padding:1.5mm 2.5mm}
 dl.figures .value{font-size:13pt}
 figure,.table{margin-block:3mm}
 figure{padding:2mm 3mm}
 figure .narrow{display:none}
 figure .wide{display:block}
 article{margin-block:4mm}
 :target{background:none}
}
)css";

}  // namespace llmsize
