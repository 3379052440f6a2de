import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { cardVector } from '../card-vector.db.ts'
import type { BoardDatabase } from '../database.ts'

const batch = 500

/**
 * Rebuilds the search vectors, because words now end at every character that is no letter or digit.
 */
export const searchWords: Migration = {
  async up(db: Kysely<unknown>) {
    const board = db as Kysely<BoardDatabase>
    for (let after = ''; ; ) {
      const rows = await board
        .selectFrom('tasks')
        .select(['id', 'org_id', 'title', 'body', 'tags', 'fields'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(batch)
        .execute()
      for (const row of rows) {
        await board
          .updateTable('tasks')
          .set({ search: sql`${cardVector(row)}` })
          .where('id', '=', row.id)
          .execute()
      }
      const last = rows.at(-1)
      if (last === undefined || rows.length < batch) return
      after = last.id
    }
  },
}
