import type { ModelPart } from '@atrium/contracts'
import { z } from 'zod'
import {
  asText,
  missingField,
  parseTemplate,
  resolveReference,
  type Scope,
} from '../engine/index.ts'

const longestValue = 20_000

/** The parameter with the author's own words to the model; a node that takes it lists it in `rawParams`. */
export const instructionsParam = (about: string) =>
  z.string().max(20_000).optional().describe(about)

/**
 * The author's words, skills and settings are text; values of items and of the run's input are data. Throws `NodeError`
 * with the missing field when the whole text is one expression without a value.
 */
export function renderInstructions(text: string | undefined, scope: Scope): ModelPart[] {
  if (text === undefined || text.trim() === '') return []
  const { parts, whole } = parseTemplate(text)
  if (whole !== null && resolveReference(whole, scope) === undefined)
    throw missingField(whole.source)
  return parts.flatMap((part): ModelPart[] => {
    if (typeof part === 'string') return [{ text: part }]
    const value = asText(resolveReference(part, scope))
    if (value === '') return []
    if (part.root === 'skill' || part.root === 'setting') return [{ text: value }]
    return [
      { data: value.slice(0, longestValue).toWellFormed(), source: part.source.slice(0, 200) },
    ]
  })
}
