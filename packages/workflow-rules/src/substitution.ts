import { isRecord } from './own-property.ts'
import type { Reference } from './reference.ts'
import { readSkillReference } from './skill-reference.ts'

/** The values for `${input:…}`, `${setting:…}` and `${skill:…}` in one run. */
export interface RunValues {
  input: unknown
  setting: Readonly<Record<string, unknown>>
  /** Skill texts by reference. */
  skill: Readonly<Record<string, string>>
}

export type Substituted = keyof RunValues

const form = /^\$\{(input|setting|skill):([\p{L}\p{N}_.@-]{1,200})\}$/u
const longest = 220

/**
 * Parses a text if it is exactly one substitution. Returns undefined for any other text and leaves
 * it unchanged. The value is data, so an expression inside it is not resolved.
 */
export function readSubstitution(text: string): (Reference & { root: Substituted }) | undefined {
  if (!text.startsWith('${') || text.length > longest) return undefined
  const [, root, name] = form.exec(text) ?? []
  if (name === undefined) return undefined
  if (root === 'skill') {
    const isReference = readSkillReference(name) !== undefined
    return isReference ? { root, node: null, path: [name], source: text } : undefined
  }
  if (root !== 'input' && root !== 'setting') return undefined
  return { root, node: null, path: root === 'input' ? name.split('.') : [name], source: text }
}

/** The reference in `${skill:<reference>}`; undefined for another text. */
export function skillSubstitution(text: string): string | undefined {
  const read = readSubstitution(text)
  return read?.root === 'skill' ? String(read.path[0]) : undefined
}

/** Collects all `${skill:…}` references in a JSON value, each once. */
export function skillsIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value === 'string') {
    const reference = skillSubstitution(value)
    if (reference !== undefined) found.add(reference)
  } else if (Array.isArray(value)) for (const member of value) skillsIn(member, found)
  else if (isRecord(value)) for (const member of Object.values(value)) skillsIn(member, found)
  return found
}
