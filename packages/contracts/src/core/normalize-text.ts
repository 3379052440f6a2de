// Sorting a run of marks takes quadratic time. No language writes more than a few marks in a row.
// The two halfwidth kana marks are letters but decompose to marks.
const mark = /[\p{M}\uff9e\uff9f]/u
const longRun = /[\p{M}\uff9e\uff9f]{33}/u
const mostInARow = 32

/**
 * Normalizes a text in linear time. From the 33rd mark in a row, each mark is normalized
 * separately.
 */
export function normalizeText(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  if (!longRun.test(text)) return text.normalize(form)
  const normal: string[] = []
  let part = ''
  let marks = 0
  for (const character of text) {
    marks = mark.test(character) ? marks + 1 : 0
    if (marks > mostInARow) {
      normal.push(part.normalize(form))
      part = ''
    }
    part += character
  }
  return normal.join('') + part.normalize(form)
}
