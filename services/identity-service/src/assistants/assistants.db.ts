import { type PageQuery, readPage } from '@atrium/database'
import { sql } from 'kysely'
import type { Db, Transaction } from '../database.ts'

export async function findRedirectUris(
  db: Db,
  clientId: string,
): Promise<readonly string[] | undefined> {
  const row = await db
    .selectFrom('oauthClient')
    .select('redirectUris')
    .where('clientId', '=', clientId)
    .executeTakeFirst()
  return row?.redirectUris
}

export async function putRedirectUris(
  tx: Transaction,
  clientId: string,
  uris: readonly string[],
): Promise<void> {
  await tx
    .updateTable('oauthClient')
    .set({ redirectUris: sql<string[]>`${JSON.stringify(uris)}::jsonb` })
    .where('clientId', '=', clientId)
    .execute()
}

/** Records the response to a consent request. Returns false if there was already one. */
export async function answerConsent(
  tx: Transaction,
  signature: string,
  seconds: number,
): Promise<boolean> {
  const row = await tx
    .insertInto('answered_consents')
    .values({ signature, expires_at: sql<Date>`now() + make_interval(secs => ${seconds})` })
    .onConflict((conflict) => conflict.doNothing())
    .returning('signature')
    .executeTakeFirst()
  return row !== undefined
}

export const findGrants = (db: Db, userId: string, page: PageQuery) => {
  const grants = db
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
  return readPage(db, grants, page)
}

export type GrantRow = Awaited<ReturnType<typeof findGrants>>['rows'][number]

/**
 * Returns true if a user may give a client a grant in an org. A user has at most `most` grants, and
 * renewing an existing grant is always allowed.
 */
export async function hasRoomForGrant(
  db: Db,
  { userId, orgId, clientId }: { userId: string; orgId: string; clientId: string },
  most: number,
): Promise<boolean> {
  const others = await db
    .selectFrom('oauthConsent')
    .select('id')
    .where('userId', '=', userId)
    .where(({ not, and }) => not(and({ clientId, referenceId: orgId })))
    .limit(most)
    .execute()
  return others.length < most
}

const withoutGrant = (db: Db) =>
  db
    .selectFrom('oauthClient as k')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('oauthConsent as c').select('c.id').whereRef('c.clientId', '=', 'k.clientId'),
        ),
      ),
    )

export async function countClientsWithoutGrant(db: Db): Promise<number> {
  const { n } = await withoutGrant(db)
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/**
 * Deletes at most `most` clients without a grant and returns their number. All times are in
 * minutes. There are three groups, each sorted by the longest wait: clients without a first grant
 * after more than `patience`, clients whose grant ended more than `least` ago, and other clients
 * after more than `least`.
 */
export async function deleteClientsWithoutGrant(
  tx: Transaction,
  { patience, least, most }: { patience: number; least: number; most: number },
): Promise<number> {
  const before = (minutes: number) => sql<Date>`now() - make_interval(mins => ${minutes})`
  const since = sql<Date>`coalesce(k."grantEndedAt", k."createdAt")`
  const place = sql`case when k."grantEndedAt" is not null then 2
    when k."createdAt" < ${before(patience)} then 1 else 3 end`
  const { numDeletedRows } = await tx
    .deleteFrom('oauthClient')
    .where('clientId', 'in', (eb) =>
      withoutGrant(tx)
        .select('k.clientId')
        .where(since, '<', before(least))
        .orderBy(place)
        .orderBy(since)
        .limit(eb.val(most)),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export async function deleteGrant(tx: Transaction, userId: string, id: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('oauthConsent')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
