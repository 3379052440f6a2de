import bidiModule from 'bidi-js'

// The types describe an ES module, but Node loads CommonJS, whose export is the factory itself.
const factory = bidiModule as unknown as typeof bidiModule.default
const bidi = factory()

// Hebrew, Arabic and related scripts, their presentation forms, and right-to-left scripts beyond
// the first plane.
const rightToLeft =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/** True if the first letter with a direction reads from right to left. */
export const readsRightToLeft = (text: string): boolean =>
  rightToLeft.test(text) &&
  (bidi.getEmbeddingLevels(text, 'auto').paragraphs[0]?.level ?? 0) % 2 === 1

/**
 * Returns a line's runs from left to right (Unicode Standard Annex 9, rule L2). Their texts are in
 * logical order.
 */
export function visualRuns(line: string, base: 'ltr' | 'rtl') {
  if (base === 'ltr' && !rightToLeft.test(line)) return [{ text: line, rightToLeft: false }]
  const embedding = bidi.getEmbeddingLevels(line, base)
  const runs: Array<{ text: string; level: number }> = []
  for (const index of bidi.getReorderedIndices(line, embedding)) {
    const level = embedding.levels[index] ?? 0
    const character = line[index] ?? ''
    const last = runs.at(-1)
    if (last?.level !== level) runs.push({ text: character, level })
    else last.text = level % 2 === 1 ? character + last.text : last.text + character
  }
  return runs.map(({ text, level }) => ({ text, rightToLeft: level % 2 === 1 }))
}

/** Returns a character as drawn in right-to-left text: `(` becomes `)`. */
export const mirrored = (character: string): string =>
  bidi.getMirroredCharacter(character) ?? character
