import { type CreateSkill, skillErrors, type UpdateSkill } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { countAlone } from '../count-alone.db.ts'
import type { Transaction } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'
import { namesSkill } from './names-skill.ts'
import {
  activeGraphsWith,
  insertSkill,
  insertVersion,
  lockSkill,
  removeSkill,
  type SkillRow,
  saveSkill,
  slugsLike,
} from './skills.db.ts'

const mostSkills = 1_000
const longestSlug = 60

function toSlug(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
  const words = plain.split(/[^a-z0-9]+/).filter((word) => word !== '')
  return words.join('-').slice(0, longestSlug).replace(/-$/, '') || 'skill'
}

async function freeSlug(tx: Transaction, orgId: string, name: string): Promise<string> {
  const slug = toSlug(name)
  const taken = await slugsLike(tx, orgId, slug)
  if (!taken.has(slug)) return slug
  let n = 2
  while (taken.has(`${slug}-${n}`)) n += 1
  return `${slug}-${n}`
}

/** Creates a skill and its first version. Throws `slug_taken`, `too_many_skills` (409). */
export const createSkill = (
  { db, newId }: Deps,
  { principal: { orgId, userId }, tx }: Ctx,
  { slug, ...input }: CreateSkill,
): Promise<SkillRow> =>
  inTransaction(db, tx, async (tx) => {
    if ((await countAlone(tx, 'skills', orgId)) >= mostSkills) throw skillErrors.too_many_skills()
    const own = {
      id: newId('skill'),
      org_id: orgId,
      slug: slug ?? (await freeSlug(tx, orgId, input.name)),
    }
    const row = await insertSkill(tx, { ...input, ...own })
    await insertVersion(tx, row, userId)
    return row
  })

/** Changes a skill. If the body changes, adds a version. Throws `not_found`, `slug_taken`. */
export const updateSkill = (
  { db }: Deps,
  { principal: { orgId, userId }, tx }: Ctx,
  { id, changes }: { id: string; changes: UpdateSkill },
): Promise<SkillRow> =>
  inTransaction(db, tx, async (tx) => {
    const before = await lockSkill(tx, orgId, id)
    const rewritten = changes.body !== undefined && changes.body !== before.body
    const row = await saveSkill(tx, before, {
      ...changes,
      ...(rewritten ? { version: before.version + 1 } : {}),
    })
    if (rewritten) await insertVersion(tx, row, userId)
    return row
  })

/**
 * Deletes a skill with its versions. Throws `not_found`, and `skill_in_use` (409) with the workflow
 * names.
 */
export const deleteSkill = (
  { db, registry }: Deps,
  { principal: { orgId }, tx }: Ctx,
  id: string,
) =>
  inTransaction(db, tx, async (tx) => {
    const skill = await lockSkill(tx, orgId, id)
    const candidates = await activeGraphsWith(tx, orgId, skill)
    const users = candidates.filter(({ graph }) => namesSkill(graph, skill, registry.lookup))
    if (users.length > 0) {
      const names = users.slice(0, 5).map(({ name }) => `"${name}"`)
      const more = users.length > names.length ? ' and others' : ''
      throw skillErrors.skill_in_use({
        message:
          users.length === 1
            ? `The active workflow ${names[0]} uses this writing guide. Choose another guide there first.`
            : `The active workflows ${names.join(', ')}${more} use this writing guide. Choose another guide there first.`,
      })
    }
    await removeSkill(tx, skill)
  })
