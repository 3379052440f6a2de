import type { Insertable } from 'kysely'
import type { Database, Db, Transaction } from '../database.ts'

export type ProgressRow = Insertable<Database['post_progress']>
type ProgressKey = Pick<ProgressRow, 'channel_id' | 'task_id' | 'fingerprint'>

export async function findProgress(db: Db, key: ProgressKey): Promise<string | undefined> {
  const row = await db
    .selectFrom('post_progress')
    .select('value')
    .where((eb) => eb.and(key))
    .executeTakeFirst()
  return row?.value
}

export const saveProgress = (tx: Transaction, row: ProgressRow) =>
  tx
    .insertInto('post_progress')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['channel_id', 'task_id', 'fingerprint'])
        .doUpdateSet({ value: row.value, updated_at: row.updated_at }),
    )
    .execute()
