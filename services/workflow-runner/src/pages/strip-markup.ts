const opening = /<(?:!--|(?:script|style|svg|template|iframe|object|canvas)(?=[\s/>]))/gi
// Structured data about the article, within the size of ordinary articles.
const linkedData = /^[^>]{0,200}application\/ld\+json/i
const longestData = 50_000

export interface StrippedMarkup {
  html: string
  truncated: boolean
  scripts: number
}

/**
 * Removes comments, scripts, styles and frames, and cuts the rest to `most` characters. Drops an
 * unclosed one of these elements. Runs in linear time.
 */
export function stripMarkup(html: string, most: number): StrippedMarkup {
  const lower = html.toLowerCase()
  // If lower case changes the length, positions would shift.
  const folded = lower.length === html.length ? lower : html
  const kept: string[] = []
  let length = 0
  let at = 0
  let scripts = 0
  opening.lastIndex = 0
  while (at < html.length && length < most) {
    opening.lastIndex = at
    const match = opening.exec(html)
    const end = match === null ? html.length : match.index
    kept.push(html.slice(at, end))
    length += end - at
    if (match === null) {
      at = html.length
      break
    }
    const name = match[0].slice(1).toLowerCase()
    const close = name === '!--' ? '-->' : `</${name}`
    const closed = folded.indexOf(close, match.index + match[0].length)
    const past = closed === -1 ? html.length : endOfTag(html, closed, close)
    if (name === 'script') {
      const data = linkedData.test(html.slice(match.index, match.index + 300))
      if (!data) scripts += 1
      else if (past - match.index <= longestData) {
        kept.push(html.slice(match.index, past))
        length += past - match.index
      }
    }
    at = past
  }
  const whole = kept.join('')
  return { html: whole.slice(0, most), truncated: whole.length > most || at < html.length, scripts }
}

function endOfTag(html: string, closed: number, close: string): number {
  if (close === '-->') return closed + close.length
  const end = html.indexOf('>', closed)
  return end === -1 ? html.length : end + 1
}
