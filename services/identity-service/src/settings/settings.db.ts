import type { Selectable, Updateable } from 'kysely'
import type { Database, Db, Transaction } from '../database.ts'

export type OrgSettingsRow = Selectable<Database['org_settings']>
type OrgColumns = Omit<Updateable<Database['org_settings']>, 'org_id'>
export type UserSettingsRow = Selectable<Database['user_settings']>
type UserColumns = Omit<Updateable<Database['user_settings']>, 'user_id'>

export const findOrgSettings = (db: Db, orgId: string): Promise<OrgSettingsRow | undefined> =>
  db.selectFrom('org_settings').selectAll().where('org_id', '=', orgId).executeTakeFirst()

/** Returns an org's settings and locks them until the transaction ends. */
export async function lockOrgSettings(
  tx: Transaction,
  orgId: string,
): Promise<OrgSettingsRow | undefined> {
  // Locks the organisation's row, because there is no settings row before the first change.
  await tx
    .selectFrom('organization')
    .select('id')
    .where('id', '=', orgId)
    .forNoKeyUpdate()
    .execute()
  return findOrgSettings(tx, orgId)
}

/**
 * Stores the given columns of an org's settings and keeps the others. Returns undefined if the org
 * is deleted.
 */
export async function putOrgSettings(tx: Transaction, orgId: string, columns: OrgColumns) {
  const org = await tx
    .selectFrom('organization')
    .select('id')
    .where('id', '=', orgId)
    .forKeyShare()
    .executeTakeFirst()
  if (org === undefined) return undefined
  return await tx
    .insertInto('org_settings')
    .values({ org_id: orgId, ...columns })
    .onConflict((conflict) => conflict.column('org_id').doUpdateSet({ org_id: orgId, ...columns }))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Returns the org with a public domain. */
export const findDomainOwner = (db: Db, host: string) =>
  db
    .selectFrom('org_settings as s')
    .innerJoin('organization as o', 'o.id', 's.org_id')
    .select(['o.id as orgId', 'o.slug'])
    .where('s.public_domain', '=', host)
    .executeTakeFirst()

/** Takes a public domain away from the org that has it. */
export async function releaseDomain(tx: Transaction, orgId: string, host: string): Promise<void> {
  await tx
    .updateTable('org_settings')
    .set({ public_domain: null })
    .where('org_id', '=', orgId)
    .where('public_domain', '=', host)
    .execute()
}

export const findUserSettings = (db: Db, userId: string): Promise<UserSettingsRow | undefined> =>
  db.selectFrom('user_settings').selectAll().where('user_id', '=', userId).executeTakeFirst()

/** Returns a user's settings and locks them until the transaction ends. */
export async function lockUserSettings(
  tx: Transaction,
  userId: string,
): Promise<UserSettingsRow | undefined> {
  // Locks the user's row, because there is no settings row before the first change.
  await tx.selectFrom('user').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  return findUserSettings(tx, userId)
}

/**
 * Stores the given columns of a user's settings and keeps the others. Returns undefined if the user
 * is deleted.
 */
export async function putUserSettings(tx: Transaction, userId: string, columns: UserColumns) {
  const user = await tx
    .selectFrom('user')
    .select('id')
    .where('id', '=', userId)
    .forKeyShare()
    .executeTakeFirst()
  if (user === undefined) return undefined
  return await tx
    .insertInto('user_settings')
    .values({ user_id: userId, ...columns })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ user_id: userId, ...columns }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const findAddress = (
  db: Db,
  userId: string,
): Promise<{ email: string; emailVerified: boolean } | undefined> =>
  db
    .selectFrom('user')
    .select(['email', 'emailVerified'])
    .where('id', '=', userId)
    .executeTakeFirst()
