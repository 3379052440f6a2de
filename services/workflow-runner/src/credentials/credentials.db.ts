import { commonErrors, type UpdateCredential } from '@atrium/contracts'
import { type PageQuery, readPage } from '@atrium/database'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Transaction, WorkflowDatabase } from '../database.ts'

export type CredentialRow = Selectable<WorkflowDatabase['credentials']>
type NewCredential = Omit<Insertable<WorkflowDatabase['credentials']>, 'created_at' | 'updated_at'>

const ofOrg = (db: Db | Transaction, orgId: string) =>
  db.selectFrom('credentials').where('org_id', '=', orgId)

const noCredential = () => commonErrors.not_found()

/** Throws `not_found`. */
export const getCredentialRow = (db: Db, orgId: string, id: string): Promise<CredentialRow> =>
  ofOrg(db, orgId).selectAll().where('id', '=', id).executeTakeFirstOrThrow(noCredential)

export const findCredentialFor = (
  db: Db,
  orgId: string,
  ref: string,
): Promise<CredentialRow | undefined> =>
  ofOrg(db, orgId)
    .selectAll()
    .where((where) => where.or([where('id', '=', ref), where('name', '=', ref)]))
    .orderBy(sql`id = ${ref}`, 'desc')
    .limit(1)
    .executeTakeFirst()

/** Returns undefined if the name is taken. */
export const insertCredential = (
  tx: Transaction,
  row: NewCredential,
): Promise<CredentialRow | undefined> =>
  tx
    .insertInto('credentials')
    .values(row)
    .onConflict((conflict) => conflict.columns(['org_id', 'name']).doNothing())
    .returningAll()
    .executeTakeFirst()

export const isNameTaken = async (tx: Transaction, orgId: string, name: string, id: string) =>
  (await ofOrg(tx, orgId)
    .select('id')
    .where('name', '=', name)
    .where('id', '<>', id)
    .executeTakeFirst()) !== undefined

/** Kysely skips undefined values, so only the given fields change. */
export const saveCredential = (
  tx: Transaction,
  orgId: string,
  id: string,
  changes: Omit<UpdateCredential, 'value'> & { secret: string | undefined },
): Promise<CredentialRow> =>
  tx
    .updateTable('credentials')
    .set({ ...changes, updated_at: sql<Date>`now()` })
    .where((eb) => eb.and({ id, org_id: orgId }))
    .returningAll()
    .executeTakeFirstOrThrow(noCredential)

export const removeCredential = (tx: Transaction, orgId: string, id: string) =>
  tx
    .deleteFrom('credentials')
    .where((eb) => eb.and({ id, org_id: orgId }))
    .returning(['id', 'org_id', 'name', 'host'])
    .executeTakeFirstOrThrow(noCredential)

export const pageOfCredentials = (db: Db, orgId: string, page: PageQuery) =>
  readPage(db, ofOrg(db, orgId).selectAll().orderBy('id', 'desc'), page)
