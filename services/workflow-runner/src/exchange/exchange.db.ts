import { sql } from 'kysely'
import type { Db } from '../database.ts'

/** The ids of the organisation's workflows, the oldest first. */
export async function listWorkflowIds(db: Db, orgId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('workflows')
    .select('id')
    .where('org_id', '=', orgId)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Reads a few workflows as they are saved, the oldest first. */
export const readWorkflows = (db: Db, orgId: string, ids: readonly string[]) =>
  db
    .selectFrom('workflows')
    .select(['name', 'description', 'folder', 'tags', 'graph'])
    .where('org_id', '=', orgId)
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .orderBy('id')
    .execute()

/** Reads what the organisation's credentials and writing guides are called, by id. */
export async function readNames(db: Db, orgId: string) {
  const [credentials, skills] = await Promise.all([
    db.selectFrom('credentials').select(['id', 'name']).where('org_id', '=', orgId).execute(),
    db.selectFrom('skills').select(['id', 'slug']).where('org_id', '=', orgId).execute(),
  ])
  return {
    credentials: new Map(credentials.map(({ id, name }) => [id, name])),
    skills: new Map(skills.map(({ id, slug }) => [id, slug])),
  }
}
