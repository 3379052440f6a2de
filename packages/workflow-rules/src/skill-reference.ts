import type { SkillKind } from '@atrium/contracts'
import { NodeError } from './node-error.ts'

/** A skill by id or slug, in one version or the newest. */
export interface SkillReference {
  name: string
  version: number | undefined
}

export interface ResolvedSkill {
  id: string
  slug: string
  name: string
  kind: SkillKind
  version: number
  body: string
}

/** Finds a skill in the run's organisation, in the referenced version. */
export type FindSkill = (reference: SkillReference) => Promise<ResolvedSkill | undefined>

const form = /^(skill_[0-9a-f]{32}|[a-z0-9]+(?:-[a-z0-9]+)*)(?:@([1-9]\d{0,8}))?$/
const longest = 200

/**
 * Parses `skill_<hex>`, `skill_<hex>@<n>` or a slug, with or without `@<n>`. Returns undefined for
 * any other text.
 */
export function readSkillReference(text: string): SkillReference | undefined {
  const [, name, version] = text.length > longest ? [] : (form.exec(text) ?? [])
  return name === undefined
    ? undefined
    : { name, version: version === undefined ? undefined : Number(version) }
}

/**
 * Returns the referenced skill of the kind that a node accepts. Throws `NodeError` if there is
 * none, and `skill_wrong_kind` if the kind differs.
 */
export async function resolveSkill(
  find: FindSkill,
  text: string,
  kind: SkillKind | undefined,
): Promise<ResolvedSkill> {
  const reference = readSkillReference(text)
  const skill = reference === undefined ? undefined : await find(reference)
  if (skill === undefined)
    throw new NodeError(`Your organisation has no writing guide "${text.slice(0, longest)}"`)
  if (kind === undefined || skill.kind === kind) return skill
  throw new NodeError(
    `skill_wrong_kind: the skill "${skill.name}" is of kind ${skill.kind}, this node takes ${kind}`,
  )
}
