import { json } from '@atrium/database'
import type { Selectable } from 'kysely'
import type { BoardDatabase, Db, Tx } from './database.ts'

type OrgTable = 'templates' | 'template_instances' | 'sites'

/** Which part of a list. */
export interface PageOf {
  limit: number
  offset: number
}

/** The SQL that every table of an org's own records has in common. The org is part of every key. */
export interface OrgRecords<Row> {
  insert(tx: Tx, row: Row): Promise<Row>
  /** Writes every column of a row that is there; throws when it is not. */
  update(tx: Tx, row: Row): Promise<Row>
  find(db: Db | Tx, orgId: string, id: string): Promise<Row | undefined>
  /** The same with the row held until the transaction ends: `share` against changes, else against readers who do. */
  lock(tx: Tx, orgId: string, id: string, mode?: 'update' | 'share'): Promise<Row | undefined>
  remove(tx: Tx, orgId: string, id: string): Promise<void>
  /** A page, newest first, and how many there are; of those only that have these values. */
  page(db: Db, orgId: string, page: PageOf, having?: Partial<Row>): Promise<{ rows: Row[]; total: number }>
}

/** The records of one table; `jsonColumns` are those that hold `jsonb`. */
export function orgRecords<T extends OrgTable>(
  name: T,
  jsonColumns: ReadonlyArray<keyof Selectable<BoardDatabase[T]>> = [],
): OrgRecords<Selectable<BoardDatabase[T]>> {
  type Row = Selectable<BoardDatabase[T]>
  // Only columns that all of the tables have are named here, so one of them may stand for all in the types.
  const table = name as 'sites'
  const written = (row: Row) =>
    Object.fromEntries(
      Object.entries(row).map(([column, value]) => [
        column,
        jsonColumns.includes(column as keyof Row) ? json(value) : value,
      ]),
    ) as never
  const one = async (query: { executeTakeFirst(): Promise<unknown> }) =>
    (await query.executeTakeFirst()) as Row | undefined
  const byId = (db: Db | Tx, orgId: string, id: string) =>
    db.selectFrom(table).selectAll().where('id', '=', id).where('org_id', '=', orgId)

  return {
    insert: async (tx, row) =>
      (await tx
        .insertInto(table)
        .values(written(row))
        .returningAll()
        .executeTakeFirstOrThrow()) as unknown as Row,
    async update(tx, row) {
      const { id, org_id, ...rest } = row as Row & { id: string; org_id: string }
      const query = tx
        .updateTable(table)
        .set(written(rest as unknown as Row))
        .where('id', '=', id)
        .where('org_id', '=', org_id)
      return (await query.returningAll().executeTakeFirstOrThrow()) as unknown as Row
    },
    find: (db, orgId, id) => one(byId(db, orgId, id)),
    lock(tx, orgId, id, mode = 'update') {
      const query = byId(tx, orgId, id)
      return one(mode === 'update' ? query.forUpdate() : query.forShare())
    },
    async remove(tx, orgId, id) {
      await tx.deleteFrom(table).where('id', '=', id).where('org_id', '=', orgId).execute()
    },
    async page(db, orgId, { limit, offset }, having = {}) {
      let query = db.selectFrom(table).where('org_id', '=', orgId)
      for (const [column, value] of Object.entries(having)) {
        query = query.where(column as 'name', '=', value as string)
      }
      const [rows, { count }] = await Promise.all([
        query
          .selectAll()
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(limit)
          .offset(offset)
          .execute(),
        query.select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow(),
      ])
      return { rows: rows as unknown as Row[], total: Number(count) }
    },
  }
}
