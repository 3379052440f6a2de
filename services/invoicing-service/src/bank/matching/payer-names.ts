import { foldText } from '@atrium/contracts'

// Legal forms, titles and words shared by many names.
const common = new Set(
  (
    'gmbh ag kg ug ohg gbr mbh co ek ev eg se ltd limited llc llp plc inc corp company sarl sas sa eurl sci ' +
    'srl spa snc sl slu bv nv vof ab as oy oyj aps doo sp z o zoo kft und and et y e the der die das ' +
    'herr frau mr mrs ms m mme dr prof von van de la le'
  ).split(' '),
)

/** Returns the words that tell a name from others. */
export function nameWords(name: string): string[] {
  const words = foldText(name.slice(0, 200)).match(/[\p{L}\p{N}]+/gu) ?? []
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
