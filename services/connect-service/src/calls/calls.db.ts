import { json } from '@atrium/database'
import type { Selectable } from 'kysely'
import type { Database, Db, Transaction } from '../database.ts'

export type CallRow = Selectable<Database['paid_calls']>
export type CallId = Pick<CallRow, 'org_id' | 'call_key'>

const of = ({ org_id, call_key }: CallId) => ({ org_id, call_key })

export const insertCall = (
  db: Db,
  row: CallId & Pick<CallRow, 'digest' | 'lease_until' | 'started_at'>,
): Promise<CallRow | undefined> =>
  db
    .insertInto('paid_calls')
    .values(row)
    .onConflict((conflict) => conflict.columns(['org_id', 'call_key']).doNothing())
    .returningAll()
    .executeTakeFirst()

export const lockCall = (tx: Transaction, id: CallId): Promise<CallRow | undefined> =>
  tx
    .selectFrom('paid_calls')
    .selectAll()
    .where((eb) => eb.and(of(id)))
    .forUpdate()
    .executeTakeFirst()

/** Takes over a locked call whose process died. */
export const retakeCall = (
  tx: Transaction,
  row: CallRow,
  fresh: Pick<CallRow, 'lease_until' | 'started_at'>,
): Promise<CallRow> =>
  tx
    .updateTable('paid_calls')
    .set({ ...fresh, attempt: row.attempt + 1 })
    .where((eb) => eb.and(of(row)))
    .returningAll()
    .executeTakeFirstOrThrow()

export const renewCall = (db: Db, row: CallRow, until: Date) =>
  db
    .updateTable('paid_calls')
    .set({ lease_until: until })
    .where((eb) => eb.and({ ...of(row), attempt: row.attempt, state: 'running' }))
    .execute()

export const hasLiveCall = async (db: Db, id: CallId, now: Date): Promise<boolean> =>
  (await db
    .selectFrom('paid_calls')
    .select('attempt')
    .where((eb) => eb.and({ ...of(id), state: 'running' }))
    .where('lease_until', '>', now)
    .executeTakeFirst()) !== undefined

/**
 * Records the outcome of an attempt. Returns undefined if a later attempt has taken the call over.
 */
export const endCall = (
  db: Db,
  row: CallRow,
  end: { outcome: unknown; reservation_id: string | null; credits: number | null },
): Promise<CallRow | undefined> =>
  db
    .updateTable('paid_calls')
    .set({
      ...end,
      outcome: json<unknown>(end.outcome),
      state: end.reservation_id === null ? 'done' : 'answered',
    })
    .where((eb) => eb.and({ ...of(row), attempt: row.attempt, state: 'running' }))
    .returningAll()
    .executeTakeFirst()

/**
 * Marks a call as charged. If the mark is lost, the reservation is charged again without effect.
 */
export const markCharged = (db: Db, id: CallId) =>
  db
    .updateTable('paid_calls')
    .set({ state: 'done' })
    .where((eb) => eb.and({ ...of(id), state: 'answered' }))
    .execute()

/** Deletes an attempt without an outcome, so the key can be used again. */
export const dropCall = (tx: Transaction, row: CallRow) =>
  tx
    .deleteFrom('paid_calls')
    .where((eb) => eb.and({ ...of(row), attempt: row.attempt, state: 'running' }))
    .execute()

export const findCharged = (db: Db, orgId: string, keys: readonly string[]): Promise<CallRow[]> =>
  db
    .selectFrom('paid_calls')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('call_key', 'in', keys)
    .where('state', 'in', ['answered', 'done'])
    .where('reservation_id', 'is not', null)
    .orderBy('call_key')
    .execute()

/** Returns uncharged calls with an outcome recorded before `before`. */
export const findUncharged = (db: Db, before: Date, limit: number): Promise<CallRow[]> =>
  db
    .selectFrom('paid_calls')
    .selectAll()
    .where('state', '=', 'answered')
    .where('lease_until', '<', before)
    .orderBy('lease_until')
    .limit(limit)
    .execute()
