import type { SkillDraft } from './skill-fields.tsx'

const parts = ['name', 'description', 'body'] as const

export function findChanges(
  saved: Partial<SkillDraft>,
  text: Partial<SkillDraft>,
): Partial<SkillDraft> {
  const changed = parts.filter((part) => text[part] !== undefined && text[part] !== saved[part])
  return Object.fromEntries(changed.map((part) => [part, text[part]]))
}

/** Returns the parts typed after the save was sent. Undefined if there are none. */
export function typedSince(
  sent: Partial<SkillDraft>,
  text: Partial<SkillDraft>,
): Partial<SkillDraft> | undefined {
  const since = findChanges(sent, text)
  return Object.keys(since).length === 0 ? undefined : since
}
