import { foldText } from '@atrium/contracts'
import { distance } from 'fastest-levenshtein'
import { isNearText } from './near-number.ts'

// Legal forms, titles and words shared by many names.
const common = new Set(
  (
    'gmbh ag kg ug ohg gbr mbh partg co ek ev eg se ltd limited llc llp plc inc corp company sarl sas sa eurl sci ' +
    'srl spa snc sl slu bv nv vof ab as oy oyj aps doo sp z o zoo kft fa firma und and et y e the der die das ' +
    'herr frau mr mrs ms m mme dr prof von van de la le'
  ).split(' '),
)

/**
 * Returns the words that tell a name from others. Banks write ä as `ae`, `a` or `?`. The first two
 * become the same word, and `?` stays because it may be any letter.
 */
export function nameWords(name: string): string[] {
  const folded = foldText(name.slice(0, 200)).replaceAll('\u{fffd}', '?')
  const words = folded.replace(/([aou])e/g, '$1').match(/[\p{L}\p{N}?]+/gu) ?? []
  const telling = words.filter((word) => word.length > 1 && !common.has(word))
  return [...new Set(telling)].slice(0, 12)
}

/**
 * True if two names mean the same customer: nearly all words in the shorter one are in the other. A
 * bank may cut a name, so a word may be the start of another.
 */
export function isSameName(words: readonly string[], others: readonly string[]): boolean {
  const [few, many] = words.length <= others.length ? [words, others] : [others, words]
  if (few.length === 0) return false
  const shared = few.filter((word) =>
    many.some(
      (other) => other === word || (word.length >= 5 && other.length >= 5 && isStart(word, other)),
    ),
  )
  const letters = shared.join('').length
  return (
    letters >= 4 &&
    shared.length / few.length >= 0.75 &&
    (few.length > 1 || letters >= 5 || many.length === 1)
  )
}

const isStart = (a: string, b: string): boolean => a.startsWith(b) || b.startsWith(a)

/**
 * True if two names may mean the same customer because they differ by typing errors or by letters
 * that a bank could not write. Longer words may have more errors. This is no proof: it is enough for
 * a suggestion, but never for an automatic match.
 */
export function isNearName(words: readonly string[], others: readonly string[]): boolean {
  const [few, many] = words.length <= others.length ? [words, others] : [others, words]
  const near = few.filter((word) => many.some((other) => isNearWord(word, other)))
  const letters = near.join('').length
  return letters >= 6 && letters >= few.join('').length * 0.75
}

function isNearWord(a: string, b: string): boolean {
  if (a === b) return true
  const length = Math.min(a.length, b.length)
  const allowed = length < 4 ? 0 : length < 8 ? 1 : 2
  const unknown = Math.min(3, `${a}${b}`.split('?').length - 1)
  if (Math.abs(a.length - b.length) > allowed + unknown) return false
  // Two swapped letters count as one error, but the distance is two.
  return distance(a, b) <= allowed + unknown || isNearText(a, b)
}
