import { createHash } from 'node:crypto'

const base = `:root{color-scheme:light dark;--text:#1c1f24;--quiet:#5b6470;--line:#d9dde3;--page:#f7f8fa;--card:#fff;--bad:#b3261e}
@media(prefers-color-scheme:dark){:root{--text:#e9ebee;--quiet:#a3abb7;--line:#363c45;--page:#14171b;--card:#1d2126;--bad:#ff9a92}}
*{box-sizing:border-box}
body{margin:0;font:16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;background:var(--page);color:var(--text);border-top:6px solid var(--brand)}
a{color:inherit}
.wrap{max-width:44rem;margin:0 auto;padding:0 1.25rem;overflow-wrap:anywhere}
header .wrap,main:first-child{padding-top:1.25rem;padding-bottom:1.25rem}
.org{display:inline-flex;align-items:center;gap:.75rem;font-weight:600;text-decoration:none}
.org img{display:block;max-height:40px;max-width:140px}
h1{font-size:1.75rem;line-height:1.2;margin:0 0 .75rem}
h2{font-size:1.125rem;line-height:1.3;margin:0 0 .5rem}
*+h2{margin-top:1.5rem}
p{margin:0 0 1rem}
.text{white-space:pre-line}
.quiet{color:var(--quiet)}
.fine{color:var(--quiet);font-size:.875rem}
.card{display:block;background:var(--card);border:1px solid var(--line);border-radius:12px;padding:1.25rem;margin:0 0 1rem}
.list{list-style:none;margin:0 0 1rem;padding:0}
.list h2 a{text-decoration:none}
.list h2 a:hover{text-decoration:underline}
.list p:last-child,.card>:last-child{margin-bottom:0}
.price{color:var(--text);font-size:1.25rem;font-weight:600;font-variant-numeric:tabular-nums}
.picture{display:block;width:100%;max-height:22rem;object-fit:cover;border-radius:12px;margin:0 0 1.25rem}
form{margin:0}
fieldset{border:0;margin:0 0 1rem;padding:0}
legend,label.over{display:block;font-weight:600;margin:0 0 .25rem;padding:0}
.option{display:flex;gap:.625rem;align-items:flex-start;padding:.375rem 0}
.option input{margin:.3rem 0 0;width:1.1rem;height:1.1rem;flex:none}
.option span span{display:block}
input,select,textarea{font:inherit;color:inherit;accent-color:var(--brand)}
.field{margin:0 0 1rem}
.field input,.field select,.field textarea{width:100%;min-height:44px;padding:.5rem .75rem;background:var(--page);border:1px solid var(--quiet);border-radius:8px}
.button{display:inline-block;min-height:44px;padding:.625rem 1.25rem;border:1px solid transparent;border-radius:8px;background:var(--brand);color:var(--ink);font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
.button:focus-visible,input:focus-visible,select:focus-visible,textarea:focus-visible,a:focus-visible{outline:3px solid var(--text);outline-offset:2px}
.button.plain{background:transparent;color:inherit;border-color:var(--quiet)}
.actions{display:flex;flex-wrap:wrap;gap:.75rem}
.problem{color:var(--bad);font-weight:600}
.code{font-family:ui-monospace,monospace;font-weight:600}
.trap{position:absolute;left:-100vw}
.centred{text-align:center}
.qr{display:block;color:#000;width:100%;max-width:16rem;aspect-ratio:1;margin:0 auto 1rem;background:#fff;border-radius:8px}
.scan{display:flex;flex-wrap:wrap;gap:1rem;align-items:center;margin:0}
.scan .qr{width:9rem;margin:0}
.scan figcaption{flex:1 1 9rem}
.facts{display:grid;grid-template-columns:auto 1fr;gap:.375rem 1rem;margin:0 0 1rem}
.facts dt{color:var(--quiet)}
.facts dd{margin:0;text-align:end;font-variant-numeric:tabular-nums}
.lines{list-style:none;margin:0 0 1rem;padding:0}
.lines li{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:0 1rem;align-items:end;padding:.5rem 0;border-bottom:1px solid var(--line);font-variant-numeric:tabular-nums}
.lines .text{grid-column:1/-1}
summary{cursor:pointer;padding:.75rem 0}
footer .wrap{padding-top:1.5rem;padding-bottom:2rem;color:var(--quiet);font-size:.875rem}
footer p{margin:0 0 .5rem}
`

const standard = '#1f5fbf'

/** Returns the relative luminance of `#rrggbb`, 0 to 1 (WCAG 2). */
function findLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/**
 * Returns the style sheet in an organisation's colour, and its hash for the content security
 * policy. The text on the colour is black or white, whichever is easier to read.
 */
export function pageStyle(color: string | null): { css: string; hash: string } {
  const brand = color !== null && /^#[0-9a-f]{6}$/i.test(color) ? color : standard
  const ink = findLuminance(brand) > 0.179 ? '#000000' : '#ffffff'
  const css = `:root{--brand:${brand};--ink:${ink}}\n${base}`
  return { css, hash: createHash('sha256').update(css).digest('base64') }
}
