import { createGrounds } from '../models/grounding.ts'
import { guessLanguage } from './guess-language.ts'
import { scanSlop } from './scan-slop.ts'

/** A rewrite may be this many times as long as its original, plus `slack` characters. */
const longestShare = 1.2
const shortestShare = 0.25
const slack = 40

const found = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([match]) => match)
const link = /https?:\/\/[^\s<>"')\]]{1,2000}/giu
const mention = /(?<![\p{L}\p{N}._])@[\p{L}\p{N}_.]{2,60}/gu
const figure = /\d[\d.,:]{0,20}/gu

const withoutEnd = (text: string): string => text.replace(/[.,:;!?]{1,5}$/, '')
const distinct = (text: string, pattern: RegExp): string[] => [
  ...new Set(found(text, pattern).map(withoutEnd)),
]

export interface RewriteLimits {
  max: number
  length(text: string): number
}

/**
 * Returns why a rewrite is worse, or undefined. A rewrite is worse if it loses or adds facts,
 * changes the language, is too long or too short, exceeds the destination's limit, or has as many
 * warnings as the original.
 */
export function judgeRewrite(
  original: string,
  rewrite: string,
  limits?: RewriteLimits,
): string | undefined {
  const text = rewrite.trim()
  if (text === '') return 'The rewrite is empty'
  for (const [what, pattern] of [
    ['link', link],
    ['mention', mention],
    ['figure', figure],
  ] as const) {
    const kept = new Set(distinct(text, pattern))
    const lost = distinct(original, pattern).find((each) => !kept.has(each))
    if (lost !== undefined) return `The rewrite has lost the ${what} "${lost.slice(0, 120)}"`
    const inOriginal = new Set(distinct(original, pattern))
    const added = [...kept].find((each) => !inOriginal.has(each))
    if (added !== undefined) return `The rewrite adds the ${what} "${added.slice(0, 120)}"`
  }
  const [unknown] = createGrounds(original).unknownIn(text)
  if (unknown !== undefined) return `The rewrite adds "${unknown.slice(0, 120)}"`
  if (text.length > original.length * longestShare + slack)
    return 'The rewrite is longer than the original'
  if (text.length < original.length * shortestShare - slack)
    return 'The rewrite leaves most of the text out'
  const before = guessLanguage(original)
  const after = guessLanguage(text)
  if (before !== undefined && after !== undefined && before !== after)
    return 'The rewrite is in another language'
  if (limits !== undefined && limits.length(text) > limits.max) {
    return `The rewrite has ${limits.length(text)} characters, but the network accepts at most ${limits.max}`
  }
  const warnings = scanSlop(text)
  const left = warnings.reduce((sum, { count }) => sum + count, 0)
  const had = scanSlop(original).reduce((sum, { count }) => sum + count, 0)
  const [first] = warnings
  if (first !== undefined && left >= had)
    return `The rewrite still has ${first.about} ("${first.examples[0] ?? ''}")`
  return undefined
}
