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

/**
 * Creates the parameter for the author's instructions. If a node uses it, the node must list it in
 * `rawParams`.
 */
export const instructionsParam = (about: string) =>
  z.string().max(20_000).optional().describe(about)

/**
 * Renders the instructions. The author's words, skills and settings become text, item and input
 * values become data. Throws `NodeError` with the missing field if the whole text is one expression
 * without a value.
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
