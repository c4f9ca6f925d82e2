/** The style sheet of the HTML report: no fonts, images or scripts from elsewhere, so the page works offline. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: #fbfbf9; --panel: #fff; --ink: #1d2126; --soft: #5a6470; --line: #dcdfe3; --code: #f3f4f2;
  --pass: #1a6b3c; --fail: #b3261e; --open: #8a5a00; --idle: #5a6470;
  --pass-bg: #e4f3e9; --fail-bg: #fbe7e5; --open-bg: #fdf1d8; --idle-bg: #eceef0; --link: #1f5fa8;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #15181b; --panel: #1d2125; --ink: #e6e8ea; --soft: #a3adb7; --line: #363c43; --code: #14171a;
    --pass: #7fd3a0; --fail: #ff9a90; --open: #f0c060; --idle: #a3adb7;
    --pass-bg: #16321f; --fail-bg: #421917; --open-bg: #3a2c0c; --idle-bg: #2a2f35; --link: #8fbdf0;
  }
}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body {
  margin: 0; background: var(--ground); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", Arial, sans-serif;
}
.skip { position: absolute; left: -999px; }
.skip:focus { left: 1rem; top: 1rem; background: var(--panel); padding: .5rem 1rem; z-index: 1; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
header, main, footer, nav ul { max-width: 78rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 2rem; }
h1 { font-size: 1.05rem; font-weight: 600; color: var(--soft); margin: 0 0 .75rem; }
h2 { font-size: 1.35rem; margin: 3rem 0 .75rem; scroll-margin-top: 4rem; }
h3 { font-size: 1.05rem; margin: 1.75rem 0 .5rem; }
p { margin: .5rem 0; max-width: 75ch; }
.verdict { border-left: .5rem solid; border-radius: .25rem; padding: 1rem 1.25rem; }
.verdict strong { display: block; font-size: 1.9rem; line-height: 1.2; }
.verdict p { color: var(--ink); margin-bottom: 0; }
.facts { display: flex; flex-wrap: wrap; gap: .35rem 2rem; margin: 1rem 0 0; }
.facts div { min-width: 0; }
.facts dt, .finding dt { color: var(--soft); font-size: .85rem; }
.facts dd { margin: 0; overflow-wrap: anywhere; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: .75rem; margin: 1.5rem 0 0; padding: 0; list-style: none; }
.tiles li { background: var(--panel); border: 1px solid var(--line); border-radius: .4rem; padding: .7rem 1rem; }
.tiles b { display: block; font-size: 1.6rem; line-height: 1.2; font-variant-numeric: tabular-nums; }
.tiles span { color: var(--soft); font-size: .9rem; }
nav { position: sticky; top: 0; background: var(--ground); border-bottom: 1px solid var(--line); margin-top: 1.5rem; z-index: 1; }
nav ul { display: flex; flex-wrap: wrap; gap: 0 1.25rem; padding-top: .5rem; padding-bottom: .5rem; list-style: none; }
nav a { text-decoration: none; white-space: nowrap; }
nav a:hover { text-decoration: underline; }
.pass { color: var(--pass); background: var(--pass-bg); }
.fail, .error { color: var(--fail); background: var(--fail-bg); }
.inconclusive, .known, .not-followed { color: var(--open); background: var(--open-bg); }
.not-applicable { color: var(--idle); background: var(--idle-bg); }
.badge { display: inline-block; border-radius: 1rem; padding: 0 .6rem; font-size: .82rem; font-weight: 600; white-space: nowrap; }
.id { font-family: ui-monospace, "Liberation Mono", Menlo, Consolas, monospace; font-weight: 600; white-space: nowrap; }
.soft { color: var(--soft); }
.card { background: var(--panel); border: 1px solid var(--line); border-radius: .4rem; padding: 1rem 1.25rem; margin: 1rem 0; }
.card > h3 { margin-top: 0; }
.finding { border-top: 1px solid var(--line); margin-top: 1rem; padding-top: 1rem; }
.finding dl { display: grid; grid-template-columns: max-content 1fr; gap: .3rem 1rem; margin: 0 0 .75rem; }
.finding dt { padding-top: .1rem; }
.finding dd { margin: 0; overflow-wrap: anywhere; min-width: 0; }
.sides { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem; margin: .5rem 0; }
.sides > div { min-width: 0; }
.sides h4 { margin: 0 0 .25rem; font-size: .85rem; font-weight: 600; color: var(--soft); }
pre {
  margin: 0; padding: .75rem; background: var(--code); border: 1px solid var(--line); border-radius: .3rem;
  font: .82rem/1.45 ui-monospace, "Liberation Mono", Menlo, Consolas, monospace;
  max-height: 30rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere;
}
code { font: .88em ui-monospace, "Liberation Mono", Menlo, Consolas, monospace; overflow-wrap: anywhere; }
details > summary { cursor: pointer; }
details details { margin-left: .5rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .95rem; }
th, td { text-align: left; vertical-align: top; padding: .45rem .75rem .45rem 0; border-bottom: 1px solid var(--line); }
th { color: var(--soft); font-size: .85rem; font-weight: 600; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
td.text { min-width: 16rem; }
tr:target, .card:target { outline: 2px solid var(--link); outline-offset: 2px; }
.section { border-bottom: 1px solid var(--line); padding: .5rem 0; }
.section > summary { display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem .6rem; }
.section > summary b::before { content: "▸"; color: var(--soft); display: inline-block; width: 1.1em; }
.section[open] > summary b::before { content: "▾"; }
.section > summary::-webkit-details-marker { display: none; }
.section > summary b { margin-right: auto; }
.clauses th:nth-child(1) { width: 9.5rem; }
.clauses th.number { width: 9rem; }
.index { columns: 20rem; column-gap: 2rem; padding-left: 1.2rem; }
.index li { break-inside: avoid; margin-bottom: .2rem; }
.more { margin-top: 1rem; }
.evidence { margin: .35rem 0 0; padding-left: 1.1rem; font-size: .9rem; }
.evidence li { overflow-wrap: anywhere; margin-bottom: .25rem; }
ul.plain { padding-left: 1.2rem; max-width: 90ch; overflow-wrap: anywhere; }
footer { color: var(--soft); font-size: .9rem; padding-top: 3rem; padding-bottom: 2rem; }
@media (max-width: 46rem) {
  .sides { grid-template-columns: 1fr; }
  .finding dl { grid-template-columns: 1fr; gap: 0; }
  .finding dd { margin-bottom: .5rem; }
  nav { position: static; }
  .tiles { grid-template-columns: 1fr 1fr; }
  .tiles b { font-size: 1.3rem; }
  .section > summary b { flex-basis: 100%; }
  .clauses, .clauses tbody, .clauses tr, .clauses td { display: block; }
  .clauses thead { position: absolute; left: -999px; }
  .clauses tr { border-bottom: 1px solid var(--line); padding: .5rem 0; }
  .clauses td { border: 0; padding: .1rem 0; min-width: 0; }
  .clauses td.number { text-align: left; }
}
@media print {
  nav, .skip { display: none; }
  pre { max-height: none; }
  .card, .finding { break-inside: avoid-page; }
}
`.trim();
