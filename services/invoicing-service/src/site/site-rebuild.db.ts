import { sql } from 'kysely'
import type { Row, Transaction } from '../database.ts'

type RebuildRow = Row<'site_rebuild'>

/**
 * Stores a rebuild request. If there is one already, it moves to `due`, at most `mostMs` after its
 * first.
 */
export const putRebuild = (tx: Transaction, now: Date, due: Date, mostMs: number) =>
  tx
    .insertInto('site_rebuild')
    .values({ id: 1, first_change_at: now, due_at: due })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        due_at: sql<Date>`least(${due}::timestamptz, site_rebuild.first_change_at + ${mostMs} * interval '1 millisecond')`,
      }),
    )
    .execute()

/** Takes the due request, so only one replica gets it. */
export const takeRebuild = (tx: Transaction, now: Date) =>
  tx.deleteFrom('site_rebuild').where('due_at', '<=', now).returningAll().executeTakeFirst()

/** Stores a failed request again unless a newer one is stored. */
export const returnRebuild = (tx: Transaction, row: RebuildRow) =>
  tx
    .insertInto('site_rebuild')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
