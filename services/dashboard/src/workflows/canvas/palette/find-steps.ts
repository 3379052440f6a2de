import { foldText, type NodeCategory, type NodeDescriptor } from '@atrium/contracts'
import type { Palette } from '../../graph/graph.ts'

const order = [
  'trigger',
  'ingest',
  'decide',
  'enrich',
  'act',
] as const satisfies readonly NodeCategory[]

const afterAStep = [...order.slice(1), order[0]] as const

/**
 * Lists all steps by group, in the order in which a workflow uses them. If another step comes
 * before, triggers come last.
 */
export const groupSteps = (
  palette: Palette,
  follows = false,
): readonly { readonly category: NodeCategory; readonly steps: readonly NodeDescriptor[] }[] =>
  (follows ? afterAStep : order)
    .map((category) => ({
      category,
      steps: [...palette.values()].filter((step) => step.category === category),
    }))
    .filter(({ steps }) => steps.length > 0)

/** Words below this length must match whole words, because "ai" is part of "wait" and "mail". */
const shortestPart = 3

// A whole word comes before the beginning of a longer word from the same text.
const ranks = {
  main: 0,
  label: 1,
  keyword: 3,
  labelWord: 5,
  part: 7,
  description: 8,
  none: 10,
} as const

const splitWords = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean)

/** A step's texts, folded and split once per search. */
interface Texts {
  readonly label: string
  readonly labelWords: readonly string[]
  readonly keywords: readonly string[]
  readonly type: string
  readonly descriptionWords: readonly string[]
}

const readTexts = ({ label, type, description, keywords }: NodeDescriptor): Texts => {
  const folded = foldText(label)
  return {
    label: folded,
    labelWords: splitWords(folded),
    keywords: keywords.map(foldText),
    type: type.toLowerCase(),
    descriptionWords: splitWords(foldText(description)),
  }
}

/** Returns 0 if a text is the typed one, 1 if it begins with it, otherwise undefined. */
function rankBeginning(texts: readonly string[], typed: string): 0 | 1 | undefined {
  if (texts.includes(typed)) return 0
  return texts.some((text) => text.startsWith(typed)) ? 1 : undefined
}

/**
 * Ranks a match: first what the step is about ("Create post" for "post"), then the label's
 * beginning, then a keyword, then a later word in the label, then the description.
 */
function rankWord(texts: Texts, typed: string): number {
  const { label, labelWords, keywords, type, descriptionWords } = texts
  if (keywords[0] === typed && labelWords.at(-1) === typed) return ranks.main
  if (label.startsWith(typed)) return ranks.label + (labelWords[0] === typed ? 0 : 1)
  if (keywords.includes(typed)) return ranks.keyword
  if (rankBeginning([...keywords, ...keywords.flatMap(splitWords)], typed) !== undefined)
    return ranks.keyword + 1
  const word = rankBeginning(labelWords, typed)
  if (word !== undefined) return ranks.labelWord + word
  const isShort = typed.length < shortestPart
  if (!isShort && (label.includes(typed) || type.includes(typed))) return ranks.part
  const described = rankBeginning(descriptionWords, typed)
  if (described === 0 || (described === 1 && !isShort)) return ranks.description + described
  return ranks.none
}

function rankStep(texts: Texts, typed: string, words: readonly string[]): number {
  const whole = rankWord(texts, typed)
  const each = Math.max(...words.map((word) => rankWord(texts, word)))
  return Math.min(whole, each)
}

/**
 * Finds steps by what people call them, the best match first. Every word must occur. Ignores case
 * and accents, as the platform's search does.
 */
export function findSteps(palette: Palette, typed: string): readonly NodeDescriptor[] {
  const folded = foldText(typed).trim()
  const words = splitWords(folded)
  if (words.length === 0) return [...palette.values()]
  return (
    [...palette.values()]
      .map((step) => {
        const texts = readTexts(step)
        const at = texts.keywords.findIndex((keyword) => keyword.startsWith(folded))
        const isAbout = texts.labelWords.at(-1) === folded
        return { step, rank: rankStep(texts, folded, words), at, about: isAbout ? 0 : 1 }
      })
      .filter(({ rank }) => rank < ranks.none)
      // A step's first keywords and the last word of its label ("Create card") say best what it is
      // for, and a short label is more general.
      .sort(
        (one, other) =>
          one.rank - other.rank ||
          one.at - other.at ||
          one.about - other.about ||
          one.step.label.length - other.step.label.length,
      )
      .map(({ step }) => step)
  )
}
