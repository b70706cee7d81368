/**
 * The style of an exported page: one column that fits a phone, light and dark. The page's content security
 * policy contains its hash, so that no other style applies; a test fails if the hash is outdated.
 */

export const PAGE_STYLE = `
:root{color-scheme:light dark;--ink:#1c1b19;--paper:#fbfaf7;--soft:#6b675f;--line:#e2ded5;--box:#f3f0ea;--you:#0b5cad;--fail:#b3261e;--add:#e3f4e4;--del:#fbe6e4}
@media (prefers-color-scheme:dark){:root{--ink:#e8e5df;--paper:#171614;--soft:#9c978d;--line:#35322d;--box:#211f1c;--you:#7db8f5;--fail:#ff8a80;--add:#17331b;--del:#3d1a18}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:52rem;padding:1.5rem 1rem 4rem;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",sans-serif;overflow-wrap:anywhere}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .5rem}
h2{font-size:1rem;margin:0}
h3,h4,h5,h6{font-size:1rem;margin:1em 0 .4em}
p,ul,ol,table,blockquote,pre{margin:.5em 0}
a{color:var(--you)}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem;margin:0 0 1rem;font-size:.875rem}
dt{color:var(--soft)}
dd{margin:0}
.entry{margin:1rem 0;padding-left:.9rem;border-left:3px solid var(--line)}
.you{border-left-color:var(--you)}
.you>h2,.you>header h2{color:var(--you)}
.failed{border-left-color:var(--fail)}
.failed>header .how,.failed>details>summary .how{color:var(--fail)}
.note{color:var(--soft);font-size:.875rem}
header,summary{display:flex;flex-wrap:wrap;gap:0 .6rem;align-items:baseline}
summary{cursor:pointer;position:relative;padding-left:1.1rem}
summary h2{font-weight:500;min-width:0}
.tool>header h2,.tool>details>summary h2{font-family:ui-monospace,SFMono-Regular,Menlo,monospace;font-size:.85rem;font-weight:600}
summary::before{content:"▸";color:var(--soft);position:absolute;left:0}
details[open]>summary::before{content:"▾"}
summary::-webkit-details-marker{display:none}
time,.how{color:var(--soft);font-size:.75rem;white-space:nowrap}
pre{padding:.6rem .75rem;background:var(--box);border-radius:6px;overflow-x:auto;max-height:28rem;font:13px/1.45 ui-monospace,SFMono-Regular,Menlo,monospace;overflow-wrap:normal}
code{font-family:ui-monospace,SFMono-Regular,Menlo,monospace;font-size:.875em;background:var(--box);border-radius:3px;padding:0 .2em}
pre code{background:none;padding:0;font-size:inherit}
.label{color:var(--soft);font-size:.75rem;margin:.5rem 0 -.3rem}
.diff span{display:block;min-width:max-content}
.add{background:var(--add)}
.del{background:var(--del)}
.hunk{color:var(--soft)}
.remark{color:var(--soft);font-size:.875rem;font-style:italic}
.agent{margin:.75rem 0 .75rem .25rem;padding:.25rem .75rem;border:1px solid var(--line);border-radius:8px}
.agent>h2{color:var(--soft);font-size:.875rem;padding-top:.25rem}
table{border-collapse:collapse;display:block;overflow-x:auto;font-size:.9rem}
th,td{border:1px solid var(--line);padding:.2rem .5rem;text-align:left}
blockquote{border-left:3px solid var(--line);padding-left:.75rem;color:var(--soft)}
li.d1{margin-left:1.2rem}
li.d2{margin-left:2.4rem}
li.d3{margin-left:3.6rem}
img{max-width:100%}
footer{margin-top:3rem;color:var(--soft);font-size:.8rem}
@media print{pre{max-height:none;white-space:pre-wrap}details>*{display:block}}
`;

export const PAGE_STYLE_HASH = 'sha256-ksZO+7K5NET5WhnY7vyXL0c47Ax2SDNK+Pmt9ujn47s=';
