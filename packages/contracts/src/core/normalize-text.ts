// Sequences of marks come into an order that costs the square of their number. No language writes more than a few of
// them in a row; the two halfwidth kana marks are letters that decompose to marks.
const longRuns = /(?<=[\p{M}\uff9e\uff9f]{32})(?=[\p{M}\uff9e\uff9f])/u

/** A text in a Unicode normal form, in linear time: from the 33rd mark in a row each is normalized alone. */
export const normalizeText = (text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string =>
  text
    .split(longRuns)
    .map((part) => part.normalize(form))
    .join('')
