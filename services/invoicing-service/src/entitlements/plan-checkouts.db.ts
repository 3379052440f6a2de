import type { Insertable, Selectable } from 'kysely'
import type { Database, Db, Transaction } from '../database.ts'

export type PlanCheckoutRow = Selectable<Database['plan_checkouts']>

/** Lets one transaction at a time decide what an org is entitled to, or buys. */
export async function lockOrg(tx: Transaction, orgId: string): Promise<void> {
  await tx
    .selectNoFrom((eb) => eb.fn('pg_advisory_xact_lock', [eb.fn('hashtext', [eb.val(orgId)])]).as('locked'))
    .execute()
}

/** The org's checkout that runs at a moment. */
export const findPlanCheckout = (db: Db, orgId: string, now: Date): Promise<PlanCheckoutRow | undefined> =>
  db
    .selectFrom('plan_checkouts')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Notes that a checkout begins, in place of one that has ended. */
export async function insertPlanCheckout(
  tx: Transaction,
  row: Insertable<Database['plan_checkouts']>,
): Promise<void> {
  await tx.deleteFrom('plan_checkouts').where('org_id', '=', row.org_id).execute()
  await tx.insertInto('plan_checkouts').values(row).execute()
}

/** Notes the session that a checkout got at the processor. */
export async function stampPlanCheckout(
  db: Db,
  { org_id: orgId, id }: Pick<PlanCheckoutRow, 'org_id' | 'id'>,
  session: Pick<PlanCheckoutRow, 'session_id' | 'account_id' | 'url'>,
): Promise<void> {
  await db
    .updateTable('plan_checkouts')
    .set(session)
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute()
}

/** Ends one checkout of an org, or whichever it has. */
export async function deletePlanCheckout(db: Db, orgId: string, id?: string): Promise<void> {
  await db
    .deleteFrom('plan_checkouts')
    .where('org_id', '=', orgId)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .execute()
}

/** The session ended at the processor without a purchase. Whether it was of a plan. */
export async function dropExpiredSession(tx: Transaction, sessionId: string): Promise<boolean> {
  const result = await tx
    .deleteFrom('plan_checkouts')
    .where('session_id', '=', sessionId)
    .where('completed_at', 'is', null)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

// The subscription's own event follows within seconds; the poller brings a lost one within minutes.
const untilSubscribedMs = 3_600_000

/** The session was paid: it goes on counting until its subscription is on record. Whether it was of a plan. */
export async function completeSession(tx: Transaction, sessionId: string, now: Date): Promise<boolean> {
  const result = await tx
    .updateTable('plan_checkouts')
    .set({ completed_at: now, expires_at: new Date(now.getTime() + untilSubscribedMs) })
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}
