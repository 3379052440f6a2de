import { type AuditFilters, defaultOrgSettings } from '@atrium/contracts'
import { markWritten, toColumns } from '@atrium/database'
import type { Insertable, PostgresPoolClient, Selectable } from 'kysely'
import type { Database, Db, Transaction } from '../database.ts'

export type AuditRow = Selectable<Database['audit_entries']>

/** The filters of a list, with moments instead of days. */
export type AuditRange = Omit<AuditFilters, 'from' | 'to'> & {
  from: Date | undefined
  to: Date | undefined
}

/** The list cursor: the time and id of an entry. */
export type AuditPosition = Pick<AuditRow, 'at' | 'id'>

/** Sets the caller on a connection until the next call. An empty text clears the caller. */
export const stateCaller = (
  client: Pick<PostgresPoolClient, 'query'>,
  caller: string,
): Promise<unknown> => client.query("select set_config('atrium.caller', $1, false)", [caller])

/** Stores an entry unless its id is already stored or the org is deleted. */
export async function insertEntry(tx: Transaction, entry: Insertable<Database['audit_entries']>) {
  const org = await tx
    .selectFrom('organization')
    .select('id')
    .where('id', '=', entry.org_id)
    .forKeyShare()
    .executeTakeFirst()
  if (org === undefined) return
  await tx
    .insertInto('audit_entries')
    .values(entry)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  // The trigger `activity_from_audit` emits `activity.recorded`.
  markWritten(tx, ['event'])
}

export async function findTimeZone(db: Db, orgId: string): Promise<string> {
  const settings = await db
    .selectFrom('org_settings')
    .select('timezone')
    .where('org_id', '=', orgId)
    .executeTakeFirst()
  return settings?.timezone ?? defaultOrgSettings.timezone
}

export async function listEntries(
  db: Db,
  orgId: string,
  { action, actorId, targetId, from, to }: AuditRange,
  { after, limit }: { after: AuditPosition | undefined; limit: number },
): Promise<AuditRow[]> {
  return await db
    .selectFrom('audit_entries')
    .selectAll()
    .where((eb) => eb.and({ org_id: orgId, ...toColumns({ action, actorId, targetId }) }))
    .$if(from !== undefined, (all) => all.where('at', '>=', from ?? new Date(0)))
    .$if(to !== undefined, (all) => all.where('at', '<', to ?? new Date(0)))
    .$if(after !== undefined, (all) =>
      all.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('at', 'id'), '<', tuple(after?.at ?? new Date(0), after?.id ?? '')),
      ),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/**
 * Returns the name of a user, an org's API key, or the client behind an org's grant. Returns
 * undefined if it is deleted.
 */
export async function findActorName(
  tx: Transaction,
  orgId: string,
  { type, id, userId }: { type: string; id: string; userId: string | null },
): Promise<string | undefined> {
  if (type === 'api_key') {
    const key = await tx
      .selectFrom('apikey')
      .select('name')
      .where('id', '=', id)
      .where('referenceId', '=', orgId)
      .executeTakeFirst()
    return key?.name ?? undefined
  }
  if (type === 'mcp') {
    const grant = await tx
      .selectFrom('oauthConsent as g')
      .innerJoin('oauthClient as c', 'c.clientId', 'g.clientId')
      .select('c.name')
      .where('g.id', '=', id)
      .where('g.referenceId', '=', orgId)
      .executeTakeFirst()
    return grant?.name ?? undefined
  }
  if (userId === null) return undefined
  const user = await tx
    .selectFrom('user')
    .select('name')
    .where('id', '=', userId)
    .executeTakeFirst()
  return user?.name
}
