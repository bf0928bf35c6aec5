// The style sheet of the page that `run --html` writes. The page fetches nothing: no font, script or picture.
#pragma once

namespace modecheck::cli {

constexpr const char* kPageStyle = R"css(
:root{color-scheme:light dark;--page:#fcfcfa;--text:#1d2327;--dim:#5f6b73;--line:#dcdfe0;--card:#fff;--soft:#f1f3f3;
--good:#1a7f4b;--good-soft:#e5f4ec;--bad:#b3261e;--bad-soft:#fcebea;--warn:#8a5a00;--warn-soft:#fdf1da;--link:#0b5cad;
--c0:#cfe4ef;--c1:#b0d3e4;--c2:#8abfd6;--c3:#579fc0;--c4:#2d7ba1;--c5:#11557a;--miss:#e8590c}
@media (prefers-color-scheme:dark){:root{--page:#14181b;--text:#e2e6e8;--dim:#98a4ab;--line:#31393e;--card:#1b2125;
--soft:#222a2e;--good:#5cc98d;--good-soft:#16301f;--bad:#ff8a80;--bad-soft:#3a1b19;--warn:#f0bd5c;--warn-soft:#33270f;
--link:#7fb8f0;--c0:#1c333f;--c1:#20475a;--c2:#256078;--c3:#2f7f9c;--c4:#4aa3bf;--c5:#86cde2;--miss:#ff9248}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,
"Helvetica Neue",Arial,sans-serif;-webkit-text-size-adjust:100%}
main{max-width:70rem;margin:0 auto;padding:1.5rem 1rem 4rem}
h1{font-size:1.05rem;margin:0 0 1rem;font-weight:600;color:var(--dim)}
h2{font-size:1.25rem;margin:3rem 0 .35rem;line-height:1.3}
h3{font-size:1rem;margin:1.75rem 0 .35rem}
p{margin:.35rem 0 .8rem;max-width:46rem}
a{color:var(--link)}
pre.said{white-space:pre-wrap;overflow-wrap:anywhere}
.dim,.legend{color:var(--dim)}
.legend{font-size:.82rem;line-height:1.9;max-width:none}
code,pre,.mono{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.84em}
pre{background:var(--soft);border-radius:6px;padding:.7rem .9rem;overflow-x:auto;margin:.5rem 0;line-height:1.5}
.verdict{border-left:6px solid var(--good);background:var(--good-soft);border-radius:6px;padding:1rem 1.2rem}
.verdict strong{display:block;font-size:1.65rem;line-height:1.25;color:var(--good)}
.verdict.bad{border-color:var(--bad);background:var(--bad-soft)}.verdict.bad strong{color:var(--bad)}
.verdict p{margin:.3rem 0 0;max-width:none}
.keep,.kinds .tag{white-space:nowrap}.kinds .names{min-width:15rem}.kinds a{text-decoration:none}
nav{margin:1rem 0 0;font-size:.9rem;line-height:2}nav a{margin-right:1.1rem;white-space:nowrap}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(9.2rem,1fr));gap:.6rem;margin:1.1rem 0}
.tiles div{background:var(--card);border:1px solid var(--line);border-radius:6px;padding:.6rem .8rem}
.tiles b{display:block;font-size:1.3rem;line-height:1.3;font-variant-numeric:tabular-nums}
.tiles span{color:var(--dim);font-size:.82rem;line-height:1.35;display:block}
.wide{overflow-x:auto;margin:.6rem 0;max-width:100%}
table{border-collapse:collapse;font-size:.88rem;line-height:1.45}
th{text-align:left;font-weight:600}
th,td{padding:.32rem .7rem .32rem 0;vertical-align:top}
tr>:last-child{padding-right:0}
thead th{color:var(--dim);font-size:.8rem;border-bottom:1px solid var(--line);vertical-align:bottom}
tbody tr+tr>*{border-top:1px solid var(--line)}
tbody th{font-weight:400}
.num{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.finding{background:var(--card);border:1px solid var(--line);border-top:4px solid var(--bad);border-radius:6px;
padding:.9rem 1.1rem;margin:1.1rem 0}
.finding h3{margin:0 0 .4rem;font-size:1.08rem}
.finding .what{font-size:1.08rem;max-width:52rem}
.finding blockquote{margin:.5rem 0;padding-left:.8rem;border-left:3px solid var(--line);color:var(--dim);max-width:50rem}
.tag{display:inline-block;background:var(--bad-soft);color:var(--bad);border-radius:4px;padding:0 .45rem;font-size:.8rem;
font-weight:600;white-space:nowrap;vertical-align:.08em}
.tag.warn{background:var(--warn-soft);color:var(--warn)}.tag.good{background:var(--good-soft);color:var(--good)}
.steps{width:100%}.steps td.cmd{white-space:pre-wrap;min-width:15rem}
.steps ul{margin:0;padding:0;list-style:none;color:var(--dim);font-size:.95em}
.steps .spec{min-width:14rem}
.mismatches>*{background:var(--bad-soft)}.mismatches td:first-child{box-shadow:inset 4px 0 0 var(--bad)}
.steps td:first-child,.steps th:first-child{padding-left:.6rem}.steps tr>:last-child{padding-right:.6rem}
.expected{color:var(--good);font-weight:600}.observed{color:var(--bad);font-weight:600}
details{margin:.3rem 0}summary{cursor:pointer;color:var(--link)}details[open]>summary{margin-bottom:.4rem}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem .9rem;margin:.6rem 0;font-size:.88rem}
dt{color:var(--dim)}dd{margin:0;overflow-wrap:anywhere}
.gaps{width:100%}.gaps td:first-child{width:7.5rem;font-weight:600;font-size:1.02rem}
.gaps td.none{color:var(--dim);font-weight:400}
.gaps details{font-size:.95em}.gaps ul{margin:.2rem 0;padding-left:1.1rem;columns:19rem;font-size:.92em}
.gaps li{break-inside:avoid}
.map{font-size:.78rem;border-spacing:1px;border-collapse:separate;line-height:1.25}
.map th,.map td{padding:0 .35rem 0 0;border:0!important}
.map td{min-width:1.06rem;height:1.15rem;padding:0;text-align:center;line-height:1.1rem;background:var(--soft)}
.map td.num{background:none;padding-left:.45rem;min-width:2.6rem;text-align:right}
.map thead th{text-align:center;font-weight:400;font-size:.7rem;padding:0 1px;line-height:1.15;max-width:4.6rem}
.map thead th.num{text-align:right;padding-left:.45rem}
.map thead th:first-child{text-align:left}
.map tbody th{white-space:nowrap;position:sticky;left:0;background:var(--page);max-width:11rem;overflow:hidden;
text-overflow:ellipsis}
.fours td:nth-child(4n+2):not(.num){box-shadow:-1px 0 0 var(--dim)}
.map .tall{height:6.5rem;vertical-align:bottom;padding:0}.map .tall span{writing-mode:vertical-rl;transform:rotate(180deg)}
.map td.out{background:none;color:var(--dim);text-align:left;padding-left:.5rem}
.map abbr{text-decoration:none}
td.c0,.c0{background:var(--c0)!important}td.c1,.c1{background:var(--c1)!important}td.c2,.c2{background:var(--c2)!important}
td.c3,.c3{background:var(--c3)!important}td.c4,.c4{background:var(--c4)!important}td.c5,.c5{background:var(--c5)!important}
td.m,.key.m{background:none!important;color:var(--miss);box-shadow:inset 0 0 0 1.5px var(--miss)!important;font-weight:700}
td.u,.key.u{background:repeating-linear-gradient(135deg,var(--line) 0 2px,transparent 2px 5px)!important}
.item{white-space:nowrap}
.key{display:inline-block;width:1.1rem;height:1.1rem;background:var(--soft);vertical-align:-.2rem;margin:0 .3rem 0 .6rem;
text-align:center;line-height:1.05rem;border-radius:2px}
.bars{width:100%}.bars td:first-child{width:1%;white-space:nowrap}.bars td.bar{min-width:5rem}
.bars i{display:block;height:.85rem;background:var(--c3);border-radius:2px;margin-top:.25rem;min-width:1px}
.two{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,24rem),1fr));gap:0 2.5rem}
svg{max-width:100%;height:auto;display:block}svg rect{fill:var(--c3)}svg text{fill:var(--dim);font-size:11px}
footer{margin-top:3.5rem;color:var(--dim);font-size:.85rem;border-top:1px solid var(--line);padding-top:.8rem}
@media (max-width:40rem){main{padding:1rem .8rem 3rem}.verdict strong{font-size:1.35rem}.finding{padding:.8rem}
.gaps td:first-child{width:5rem}.map tbody th{max-width:6.5rem}}
@media print{details>*{display:block}.wide{overflow:visible}}
)css";

}  // namespace modecheck::cli
