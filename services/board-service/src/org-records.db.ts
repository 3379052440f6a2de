import { commonErrors } from '@atrium/contracts'
import { json, type PageQuery } from '@atrium/database'
import { type Selectable, sql } from 'kysely'
import type { BoardDatabase, Db, Transaction } from './database.ts'

type RecordTable = 'templates' | 'template_instances' | 'sites'

/** Maximum size in bytes of the records on one list page (docs/reference/board.md, "Cards"). */
export const maxPageBytes = 8 * 1_048_576

/**
 * Returns the queries for a table with an org's records. `jsonColumns` names the `jsonb` columns.
 */
export function orgRecords<T extends RecordTable>(
  name: T,
  noun: string,
  jsonColumns: readonly string[] = [],
) {
  type Row = Selectable<BoardDatabase[T]>
  // This code uses only columns common to all tables, so one table represents them in the types.
  const table = name as 'sites'
  const written = (row: object) =>
    Object.fromEntries(
      Object.entries(row).map(([column, value]) => [
        column,
        jsonColumns.includes(column) ? json(value) : value,
      ]),
    ) as never
  const byId = (db: Db, orgId: string, id: string) =>
    db.selectFrom(table).selectAll().where('id', '=', id).where('org_id', '=', orgId)
  const notFound = () => commonErrors.not_found({ message: `No such ${noun}` })

  return {
    insert: async (tx: Transaction, row: Row) =>
      (await tx
        .insertInto(table)
        .values(written(row))
        .returningAll()
        .executeTakeFirstOrThrow()) as unknown as Row,

    async update(tx: Transaction, row: Row): Promise<Row> {
      const { id, org_id, ...rest } = row as Row & { id: string; org_id: string }
      const query = tx
        .updateTable(table)
        .set(written(rest))
        .where('id', '=', id)
        .where('org_id', '=', org_id)
      return (await query.returningAll().executeTakeFirstOrThrow()) as unknown as Row
    },

    get: async (db: Db, orgId: string, id: string) =>
      (await byId(db, orgId, id).executeTakeFirstOrThrow(notFound)) as unknown as Row,

    /**
     * Returns one record and locks it until the transaction ends. With `shared`, others may hold a
     * shared lock too.
     */
    async lock(tx: Transaction, orgId: string, id: string, shared = false): Promise<Row> {
      const query = byId(tx, orgId, id)
      const held = shared ? query.forShare() : query.forUpdate()
      return (await held.executeTakeFirstOrThrow(notFound)) as unknown as Row
    },

    async remove(tx: Transaction, orgId: string, id: string): Promise<void> {
      await tx.deleteFrom(table).where('id', '=', id).where('org_id', '=', orgId).execute()
    },

    /**
     * Returns a page of records with these values, newest first. The page ends before a record
     * would exceed `maxPageBytes`.
     */
    async page<V>(
      db: Db,
      orgId: string,
      { limit, offset }: PageQuery,
      { view, having = {} }: { view: (row: Row) => V; having?: Partial<Row> },
    ): Promise<PageQuery & { items: V[]; total: number }> {
      let query = db.selectFrom(table).where('org_id', '=', orgId)
      for (const [column, value] of Object.entries(having)) {
        query = query.where(column as 'name', '=', value as string)
      }
      const whole = query.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc')
      const sized = db
        .selectFrom(whole.limit(limit).offset(offset).as('page'))
        .selectAll()
        .select((eb) => [
          eb.fn.countAll<string>().over().as('page_length'),
          sql<string>`row_number() over (order by created_at desc, id desc)`.as('position'),
          sql<string>`sum(octet_length(row_to_json(page)::text)) over (order by created_at desc, id desc)`.as(
            'bytes',
          ),
        ])
      const [rows, { count }] = await Promise.all([
        db
          .selectFrom(sized.as('sized'))
          .selectAll()
          .where((eb) => eb.or([eb('bytes', '<=', String(maxPageBytes)), eb('position', '=', '1')]))
          .orderBy('position')
          .execute(),
        query.select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow(),
      ])
      return {
        items: (rows as unknown as Row[]).map(view),
        total: Number(count),
        limit: rows.length < Number(rows[0]?.page_length ?? 0) ? rows.length : limit,
        offset,
      }
    },
  }
}
