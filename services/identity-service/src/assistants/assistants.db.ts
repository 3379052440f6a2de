import { sql } from 'kysely'
import type { Db, Transaction } from '../database.ts'

/** The redirect URIs of a client; undefined for one that there is not. */
export async function findRedirectUris(db: Db, clientId: string): Promise<readonly string[] | undefined> {
  const row = await db
    .selectFrom('oauthClient')
    .select('redirectUris')
    .where('clientId', '=', clientId)
    .executeTakeFirst()
  return row?.redirectUris
}

/** Records that a request for consent is answered; false when it was before. */
export async function answerConsent(tx: Transaction, signature: string, seconds: number): Promise<boolean> {
  const row = await tx
    .insertInto('answered_consents')
    .values({ signature, expires_at: sql<Date>`now() + make_interval(secs => ${seconds})` })
    .onConflict((conflict) => conflict.doNothing())
    .returning('signature')
    .executeTakeFirst()
  return row !== undefined
}

export interface GrantRow {
  id: string
  clientId: string
  clientName: string | null
  orgId: string
  orgName: string
  scopes: readonly string[]
  createdAt: Date
  lastUsedAt: Date | null
}

/** The grants of a person in all orgs, newest first. */
export const findGrants = (db: Db, userId: string): Promise<GrantRow[]> =>
  db
    .selectFrom('oauthConsent as c')
    .innerJoin('oauthClient as k', 'k.clientId', 'c.clientId')
    .innerJoin('organization as o', 'o.id', 'c.referenceId')
    .select([
      'c.id',
      'c.clientId',
      'k.name as clientName',
      'o.id as orgId',
      'o.name as orgName',
      'c.scopes',
      'c.createdAt',
      'c.lastUsedAt',
    ])
    .where('c.userId', '=', userId)
    .orderBy('c.id', 'desc')
    .execute()

/** Ends a grant of a person, with its tokens; false when there is none. */
export async function deleteGrant(tx: Transaction, userId: string, id: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('oauthConsent')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
