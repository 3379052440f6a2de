const marks = /\p{M}+/gu
const plain = /^[\x20-\x40\x5b-\x7e]*$/

/** Text without accents: Unicode NFKD with combining marks removed; `api.md`, Workflows. */
export const stripMarks = (text: string): string => text.normalize('NFKD').replace(marks, '')

/** Text as conditions compare it: accents and case folded away. */
export const fold = (text: string): string => {
  if (plain.test(text)) return text
  // Lower-casing can itself produce a mark (İ becomes i with a dot above), so marks go last.
  return text.normalize('NFKD').toLowerCase().normalize('NFKD').replace(marks, '')
}
