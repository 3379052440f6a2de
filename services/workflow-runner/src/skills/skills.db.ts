import { type SkillKind, skillErrors, type UpdateSkill } from '@atrium/contracts'
import { foldedContains, isUniqueViolation, type PageQuery, readPage } from '@atrium/database'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Transaction, WorkflowDatabase } from '../database.ts'
import type { SkillReference } from '../engine/index.ts'

export type SkillRow = Selectable<WorkflowDatabase['skills']>
type VersionRow = Selectable<WorkflowDatabase['skill_versions']>

const ofOrg = (db: Db | Transaction, orgId: string) =>
  db.selectFrom('skills').where('org_id', '=', orgId)

const selectSkill = (db: Db | Transaction, orgId: string, id: string) =>
  ofOrg(db, orgId).selectAll().where('id', '=', id)

/** Throws `not_found`. */
export const getSkillRow = (db: Db, orgId: string, id: string): Promise<SkillRow> =>
  selectSkill(db, orgId, id).executeTakeFirstOrThrow(() => skillErrors.not_found())

/** Locks a skill until the transaction ends. Throws `not_found`. */
export const lockSkill = (tx: Transaction, orgId: string, id: string): Promise<SkillRow> =>
  selectSkill(tx, orgId, id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => skillErrors.not_found())

/**
 * Returns a page of skills, newest first. `q` matches name, slug or description and ignores case
 * and accents.
 */
export const pageOfSkills = (
  db: Db,
  orgId: string,
  { kind, q, ...page }: PageQuery & { kind?: SkillKind | undefined; q?: string | undefined },
) =>
  readPage(
    db,
    ofOrg(db, orgId)
      .selectAll()
      .$if(q !== undefined, (all) => all.where(foldedContains('folded', q ?? '')))
      .$if(kind !== undefined, (all) => all.where('kind', '=', kind as SkillKind))
      .orderBy('id', 'desc'),
    page,
  )

export const slugsLike = async (
  tx: Transaction,
  orgId: string,
  start: string,
): Promise<Set<string>> => {
  const rows = await ofOrg(tx, orgId).select('slug').where('slug', 'like', `${start}%`).execute()
  return new Set(rows.map(({ slug }) => slug))
}

function refuseTakenSlug(error: unknown): never {
  if (isUniqueViolation(error, 'skills_slug')) throw skillErrors.slug_taken({ cause: error })
  throw error
}

/** Throws `slug_taken`. */
export const insertSkill = (tx: Transaction, row: Insertable<WorkflowDatabase['skills']>) =>
  tx
    .insertInto('skills')
    .values(row)
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch(refuseTakenSlug)

/** Kysely skips undefined values, so only the given columns change. Throws `slug_taken`. */
export const saveSkill = (
  tx: Transaction,
  { id, org_id }: Pick<SkillRow, 'id' | 'org_id'>,
  changes: UpdateSkill & { version?: number },
): Promise<SkillRow> =>
  tx
    .updateTable('skills')
    .set({ ...changes, updated_at: sql`now()` })
    .where((eb) => eb.and({ id, org_id }))
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch(refuseTakenSlug)

export const insertVersion = async (
  tx: Transaction,
  { id, org_id, version, body }: SkillRow,
  authorId: string,
): Promise<void> =>
  void (await tx
    .insertInto('skill_versions')
    .values({ skill_id: id, org_id, version, body, author_id: authorId })
    .execute())

export const removeSkill = async (tx: Transaction, { id, org_id }: SkillRow): Promise<void> =>
  void (await tx
    .deleteFrom('skills')
    .where((eb) => eb.and({ id, org_id }))
    .execute())

const selectVersions = (db: Db, orgId: string, skillId: string) =>
  db
    .selectFrom('skill_versions')
    .selectAll()
    .where((eb) => eb.and({ org_id: orgId, skill_id: skillId }))

export const pageOfVersions = (db: Db, { org_id, id }: SkillRow, page: PageQuery) =>
  readPage(db, selectVersions(db, org_id, id).orderBy('version', 'desc'), page)

/** Throws `not_found`. */
export const getVersionRow = (
  db: Db,
  orgId: string,
  skillId: string,
  version: number,
): Promise<VersionRow> =>
  selectVersions(db, orgId, skillId)
    .where('version', '=', version)
    .executeTakeFirstOrThrow(() => skillErrors.not_found())

export async function findSkillText(db: Db, orgId: string, { name, version }: SkillReference) {
  const row = await ofOrg(db, orgId)
    .selectAll()
    .where((eb) => eb.or({ id: name, slug: name }))
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { id, slug, kind } = row
  const skill = { id, slug, name: row.name, kind }
  if (version === undefined || version === row.version)
    return { ...skill, version: row.version, body: row.body }
  const pinned = await selectVersions(db, orgId, id)
    .where('version', '=', version)
    .executeTakeFirst()
  return pinned === undefined ? undefined : { ...skill, version, body: pinned.body }
}

/**
 * Returns the organisation's active workflows if their graph contains the skill's id or slug
 * anywhere.
 */
export const activeGraphsWith = (tx: Transaction, orgId: string, { id, slug }: SkillRow) =>
  tx
    .selectFrom('workflows')
    .select(['name', 'graph'])
    .where((eb) => eb.and({ org_id: orgId, active: true }))
    .where(sql<boolean>`graph::text like any(array[${`%${id}%`}::text, ${`%${slug}%`}::text])`)
    .execute()

export const skillNames = (db: Db, orgId: string) =>
  ofOrg(db, orgId).select(['id', 'slug']).execute()

/**
 * Every way to name a skill contains the word "skill": the parameter, the id and the substitution.
 */
export const graphsWithSkills = (
  db: Db,
  orgId: string,
  before: string | undefined,
  limit: number,
) =>
  db
    .selectFrom('workflows')
    .select(['id', 'name', 'active', 'graph'])
    .where('org_id', '=', orgId)
    .where(sql<boolean>`graph::text like '%skill%'`)
    .$if(before !== undefined, (all) => all.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
