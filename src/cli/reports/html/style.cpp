// SPDX-License-Identifier: Apache-2.0
#include "cli/reports/html/page.hpp"

namespace tfrec::cli {

HtmlLiteral page_style() {
  return R"css(
:root{color-scheme:light dark;--page:#f6f7f9;--card:#fff;--text:#1a1d21;--soft:#545b66;--line:#d5d9e0;--link:#0b57b8;
--bar:#3a72b8;--good:#0f6b3a;--good-back:#e3f4ea;--bad:#9c1c1c;--bad-back:#fdeaea;--box:#ffd84a;--code:#eceff3}
@media (prefers-color-scheme:dark){:root{--page:#14171b;--card:#1d2126;--text:#e8eaee;--soft:#a9b1bd;--line:#3a414b;
--link:#8ab8f5;--bar:#6a9fe0;--good:#8fd9ae;--good-back:#173224;--bad:#ffaaaa;--bad-back:#3d1d1f;--code:#2a3038}}
*{box-sizing:border-box}
html{scroll-padding-top:4rem}
body{margin:0;background:var(--page);color:var(--text);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;
overflow-wrap:anywhere}
header,main,footer{max-width:1500px;margin:0 auto;padding:0 1rem}
header{padding-top:1.5rem}
h1{font-size:1.7rem;line-height:1.2;margin:0 0 .25rem}
h2{font-size:1.3rem;margin:0 0 .75rem}
h3{font-size:1rem;margin:.75rem 0 .4rem}
a{color:var(--link)}
a:focus-visible,[tabindex]:focus-visible,button:focus-visible,summary:focus-visible{outline:3px solid var(--link);
outline-offset:2px}
.skip{position:absolute;left:-999px}
.skip:focus{left:1rem;top:1rem;background:var(--card);padding:.5rem;z-index:9}
.soft{color:var(--soft)}
nav{position:sticky;top:0;z-index:5;background:var(--page);border-bottom:1px solid var(--line);margin:1rem 0}
nav ul{display:flex;flex-wrap:wrap;gap:.15rem 1rem;list-style:none;max-width:1500px;margin:0 auto;padding:.5rem 1rem}
nav a{display:inline-block;padding:.1rem 0;text-decoration:none}
nav a:hover{text-decoration:underline}
nav .has{font-weight:700}
section{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:1.1rem;margin:0 0 1.1rem}
.verdict{border-radius:8px;padding:.7rem 1rem;margin:0 0 1rem;font-weight:600}
.verdict.good{background:var(--good-back);color:var(--good)}
.verdict.bad{background:var(--bad-back);color:var(--bad)}
.verdict ul{margin:.3rem 0 0;padding-left:1.2rem;font-weight:400}
.verdict a{color:inherit}
dl.facts{display:grid;grid-template-columns:repeat(auto-fill,minmax(9.5rem,1fr));gap:.7rem;margin:0 0 1rem}
dl.facts div{border:1px solid var(--line);border-radius:8px;padding:.5rem .75rem}
dl.facts dt{color:var(--soft);font-size:.85rem}
dl.facts dd{margin:0;font-size:1.25rem;font-weight:600;line-height:1.25}
.scroll{overflow-x:auto;max-width:100%;margin:.25rem 0 1rem}
table{border-collapse:collapse;font-size:.92rem;font-variant-numeric:tabular-nums;min-width:min(100%,26rem)}
th,td{text-align:left;padding:.3rem .7rem;border-bottom:1px solid var(--line);vertical-align:top;overflow-wrap:normal}
td.long,th.long{overflow-wrap:anywhere;min-width:12rem}
thead th{background:var(--code);white-space:nowrap}
td.n,th.n{text-align:right;white-space:nowrap}
tbody th{font-weight:500}
th button{font:inherit;color:inherit;background:none;border:0;padding:0;cursor:pointer;text-decoration:underline dotted}
svg.bar{display:block;width:9rem;height:.7rem;margin-top:.45rem}
svg.bar rect{fill:var(--bar)}
.charts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,20rem),1fr));gap:1rem}
.chart{min-width:0}
.chart svg{width:100%;height:auto;display:block}
.chart rect{fill:var(--bar)}
.chart text{fill:var(--text);font-size:11.5px}
.chart text.unit{fill:var(--soft)}
.chart .grid{stroke:var(--line);stroke-width:1}
details summary{cursor:pointer;color:var(--link);font-size:.9rem}
.figures{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(10.5rem,44%),1fr));gap:.9rem;margin:.3rem 0 1rem}
figure{margin:0;min-width:0;border:1px solid var(--line);border-radius:8px;overflow:hidden;background:var(--page)}
figure[role=button]{cursor:zoom-in}
.pic{position:relative;display:flex;justify-content:center;background:var(--code)}
.pic img{display:block;max-width:100%;height:auto}
.pic .tiny{image-rendering:pixelated}
.pic.none{padding:2rem .5rem;color:var(--soft)}
.pic svg{position:absolute;inset:0;width:100%;height:100%}
.boxes rect,.boxes path{fill:none;stroke:var(--box);stroke-width:2;vector-effect:non-scaling-stroke}
.boxes path{stroke:#000;stroke-width:4}
figcaption{padding:.45rem .6rem;font-size:.82rem;line-height:1.35}
figcaption>*{display:block}
figcaption span{color:var(--soft)}
.note{color:var(--bad)}
.pairs{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,24rem),1fr));gap:.5rem 1.5rem}
.pair{min-width:0;border-left:4px solid var(--line);padding-left:.8rem;margin:0 0 1rem}
.pair.bad{border-color:var(--bad)}
code{background:var(--code);padding:.05rem .3rem;border-radius:4px;font-size:.9em}
pre.command{background:var(--code);border-radius:8px;padding:.6rem .8rem;overflow-x:auto;margin:.3rem 0 1rem}
pre.command code{padding:0;white-space:pre}
.heat rect{fill:var(--bar)}
.swatch{width:1rem;height:1rem;vertical-align:-.15rem;border:1px solid var(--line)}
dialog{border:0;border-radius:10px;background:var(--card);color:var(--text);padding:1rem;max-width:96vw;max-height:96vh}
dialog::backdrop{background:rgba(0,0,0,.75)}
dialog .pic img{width:min(88vw,900px);max-height:72vh;object-fit:contain}
footer{padding-bottom:2rem;color:var(--soft);font-size:.9rem}
@media (max-width:480px){th,td{padding:.3rem .45rem}section{padding:.8rem}svg.bar{width:5rem}nav{position:static}}
@media print{body{background:#fff;color:#000;font-size:11pt}nav,.skip{display:none}section{border:0;padding:0}
figure,tr,.chart{break-inside:avoid}.scroll{overflow:visible}pre.command code{white-space:pre-wrap}}
)css";
}

}  // namespace tfrec::cli
