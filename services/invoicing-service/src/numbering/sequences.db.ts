import type { NumberedKind } from '@atrium/contracts'
import { sql } from 'kysely'
import type { Db, Transaction } from '../database.ts'

export const findFormats = (db: Db, orgId: string) =>
  db.selectFrom('number_formats').selectAll().where('org_id', '=', orgId).execute()

/** Serialises changes to the numbering. */
export const lockFormats = (tx: Transaction, orgId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('numbering ' || ${orgId}, 0))`.execute(tx)

export async function putFormat(
  tx: Transaction,
  key: { org_id: string; kind: NumberedKind },
  format: { prefix: string; with_year: boolean; digits: number },
): Promise<void> {
  await tx
    .insertInto('number_formats')
    .values({ ...key, ...format })
    .onConflict((conflict) => conflict.columns(['org_id', 'kind']).doUpdateSet(format))
    .execute()
}

const numbered = {
  invoice: sql`invoices where not mirrored and`,
  creditNote: sql`credit_notes where`,
  estimate: sql`estimates where`,
} as const

/**
 * True if a document has a number with the prefix, in any case. A number without a prefix begins
 * with a digit.
 */
export async function hasUsedPrefix(
  tx: Transaction,
  kind: NumberedKind,
  orgId: string,
  prefix: string,
): Promise<boolean> {
  const pattern = prefix === '' ? '^[0-9]' : `^${prefix}-`
  const { rows } = await sql`select 1 from ${numbered[kind]} org_id = ${orgId}
    and number ~* ${pattern} limit 1`.execute(tx)
  return rows.length > 0
}

const tables = {
  invoice: 'invoice_sequences',
  creditNote: 'credit_note_sequences',
  estimate: 'estimate_sequences',
} as const

/** Returns a sequence's last number, or 0 if it has given none. */
export async function findLast(
  db: Db,
  kind: NumberedKind,
  orgId: string,
  year: number,
): Promise<number> {
  const { rows } = await sql<{ last: number }>`select last from ${sql.table(tables[kind])}
    where org_id = ${orgId} and year = ${year}`.execute(db)
  return rows[0]?.last ?? 0
}

/** Returns a sequence that has given a number to an invoice. */
export const findAnyGiven = (db: Db, orgId: string) =>
  db
    .selectFrom('invoice_sequences')
    .select('year')
    .where('org_id', '=', orgId)
    .where('given', 'is not', null)
    .limit(1)
    .executeTakeFirst()

/** Raises a sequence's last number. Returns false if the sequence is already beyond it. */
export async function raiseLast(
  tx: Transaction,
  kind: NumberedKind,
  key: { orgId: string; year: number },
  last: number,
): Promise<boolean> {
  const table = sql.table(tables[kind])
  const { rows } = await sql`insert into ${table} as s (org_id, year, last)
    values (${key.orgId}, ${key.year}, ${last})
    on conflict (org_id, year) do update set last = excluded.last where s.last <= excluded.last
    returning 1`.execute(tx)
  return rows.length > 0
}

/** Draws the next number. The row stays locked until the transaction ends, so there are no gaps. */
export async function drawNext(
  tx: Transaction,
  kind: 'creditNote' | 'estimate',
  orgId: string,
  year: number,
): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    insert into ${sql.table(tables[kind])} as s (org_id, year, last) values (${orgId}, ${year}, 1)
    on conflict (org_id, year) do update set last = s.last + 1
    returning last`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('No number was drawn')
  return row.last
}
