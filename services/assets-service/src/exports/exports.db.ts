import { sql } from 'kysely'
import type { Db, Transaction } from '../database.ts'

export interface ExportRow {
  readonly id: string
  readonly org_id: string
  readonly status: 'running' | 'ready' | 'failed'
  readonly attempt: number
  readonly bytes: number | null
  readonly created_at: Date
  readonly expires_at: Date | null
}

/** The attempt that a replica works on. It may write only while it holds the lease. */
export type Attempt = Pick<ExportRow, 'id' | 'org_id' | 'attempt' | 'created_at'>

const seconds = (count: number) => sql<Date>`now() + make_interval(secs => ${count}::int)`
const columns = ['id', 'org_id', 'status', 'attempt', 'created_at', 'expires_at'] as const

/** Starts an export, or returns the one that runs. */
export async function startExport(
  db: Db,
  { id, orgId }: { id: string; orgId: string },
): Promise<string> {
  for (;;) {
    const started = await db
      .insertInto('exports')
      .values({ id, org_id: orgId })
      .onConflict((conflict) =>
        conflict.column('org_id').where('status', '=', 'running').doNothing(),
      )
      .returning('id')
      .executeTakeFirst()
    if (started !== undefined) return started.id
    // The one that ran may have ended since. Then the next round starts another.
    const running = await db
      .selectFrom('exports')
      .select('id')
      .where('org_id', '=', orgId)
      .where('status', '=', 'running')
      .executeTakeFirst()
    if (running !== undefined) return running.id
  }
}

const selectExports = (db: Db, orgId: string) =>
  db
    .selectFrom('exports')
    .select(columns)
    .select((row) => row.cast<number | null>('bytes', 'float8').as('bytes'))
    .where('org_id', '=', orgId)
    .where((row) =>
      row.or([row('expires_at', 'is', null), row('expires_at', '>', sql<Date>`now()`)]),
    )

export const findExport = (
  db: Db,
  { id, orgId }: { id: string; orgId: string },
): Promise<ExportRow | undefined> =>
  selectExports(db, orgId).where('id', '=', id).executeTakeFirst()

/** Returns the org's newest exports, the newest first. */
export const listExports = (db: Db, orgId: string, limit: number): Promise<ExportRow[]> =>
  selectExports(db, orgId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Takes the export that has waited longest and that no replica works on. */
export function claimExport(
  db: Db,
  { leaseSeconds, attempts }: { leaseSeconds: number; attempts: number },
): Promise<Attempt | undefined> {
  return db
    .updateTable('exports')
    .set((row) => ({ attempt: row('attempt', '+', 1), lease_until: seconds(leaseSeconds) }))
    .where('id', '=', (row) =>
      row
        .selectFrom('exports')
        .select('id')
        .where('status', '=', 'running')
        .where('lease_until', '<=', sql<Date>`now()`)
        .where('attempt', '<', attempts)
        .orderBy('lease_until')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'org_id', 'attempt', 'created_at'])
    .executeTakeFirst()
}

const held = (db: Db | Transaction, { id, org_id, attempt }: Attempt) =>
  db
    .updateTable('exports')
    .where((row) => row.and({ id, org_id, attempt, status: 'running' }))
    .returning('id')

/** Returns false if another replica has taken the export, or if its organisation was deleted. */
export const extendLease = async (db: Db, attempt: Attempt, leaseSeconds: number) =>
  (await held(db, attempt)
    .set({ lease_until: seconds(leaseSeconds) })
    .executeTakeFirst()) !== undefined

/** Returns false if the lease was lost. */
export const finishExport = async (
  db: Db,
  attempt: Attempt,
  { size, keptSeconds }: { size: number; keptSeconds: number },
) =>
  (await held(db, attempt)
    .set({ status: 'ready', bytes: size, expires_at: seconds(keptSeconds) })
    .executeTakeFirst()) !== undefined

/** Lets any replica try again after the wait. */
export async function releaseExport(db: Db, attempt: Attempt, waitSeconds: number) {
  await held(db, attempt)
    .set({ lease_until: seconds(waitSeconds) })
    .execute()
}

/** Fails the exports whose last attempt has ended. */
export const failExhausted = (db: Db, attempts: number, keptSeconds: number) =>
  db
    .updateTable('exports')
    .set({ status: 'failed', expires_at: seconds(keptSeconds) })
    .where('status', '=', 'running')
    .where('attempt', '>=', attempts)
    .where('lease_until', '<=', sql<Date>`now()`)
    .returning(['id', 'org_id', 'attempt', 'created_at'])
    .execute()

/** Returns the exports to delete: they have expired, or a newer archive has replaced them. */
export const listOldExports = (db: Db, limit: number): Promise<Attempt[]> =>
  db
    .selectFrom('exports as e')
    .select(['e.id', 'e.org_id', 'e.attempt', 'e.created_at'])
    .where('e.status', '<>', 'running')
    .where((row) =>
      row.or([
        row('e.expires_at', '<=', sql<Date>`now()`),
        row.exists(
          row
            .selectFrom('exports as newer')
            .select('newer.id')
            .whereRef('newer.org_id', '=', 'e.org_id')
            .where('newer.status', '=', 'ready')
            .whereRef('newer.created_at', '>', 'e.created_at'),
        ),
      ]),
    )
    .limit(limit)
    .execute()

export async function deleteExport(db: Db, { id, org_id }: Attempt): Promise<void> {
  await db
    .deleteFrom('exports')
    .where((row) => row.and({ id, org_id }))
    .execute()
}
