import { type BankTransactionQuery, bankErrors, type StatementMapping } from '@atrium/contracts'
import { json, readPage } from '@atrium/database'
import { sql } from 'kysely'
import type { Changes, Db, NewRow, OrgKey, Row, Transaction } from '../database.ts'

export type TransactionRow = Row<'bank_transactions'>

export const insertStatement = (tx: Transaction, row: NewRow<'bank_statements'>) =>
  tx.insertInto('bank_statements').values(row).execute()

export const updateStatement = (
  tx: Transaction,
  { org_id, id }: OrgKey,
  changes: Changes<'bank_statements'>,
) =>
  tx
    .updateTable('bank_statements')
    .set(changes)
    .where((eb) => eb.and({ org_id, id }))
    .execute()

/** The columns of a new transaction that come from its file. */
export type NewTransaction = Pick<
  TransactionRow,
  | 'id'
  | 'known_by'
  | 'account'
  | 'booked_on'
  | 'currency'
  | 'counterparty'
  | 'iban'
  | 'reference'
  | 'duplicate_of'
> & { amount_cents: number }

/** Stores transactions in one statement and returns the ids of the new ones. */
export async function insertTransactions(
  tx: Transaction,
  statement: OrgKey,
  rows: readonly NewTransaction[],
): Promise<Set<string>> {
  const result = await sql<{ id: string }>`
    insert into bank_transactions (id, org_id, statement_id, known_by, account, booked_on,
      amount_cents, currency, counterparty, iban, reference, duplicate_of)
    select id, ${statement.org_id}, ${statement.id}, known_by, account, booked_on, amount_cents,
      currency, counterparty, iban, reference, duplicate_of
    from jsonb_to_recordset(${json(rows)}) as row (id text, known_by text, account text,
      booked_on text, amount_cents bigint, currency text, counterparty text, iban text,
      reference text, duplicate_of text)
    on conflict (org_id, known_by) do nothing
    returning id`.execute(tx)
  return new Set(result.rows.map(({ id }) => id))
}

/** Returns the given keys that the organisation already has, each with its transaction's id. */
export async function findKnown(
  db: Db,
  orgId: string,
  keys: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ known_by: string; id: string }>`
    select known_by, id from bank_transactions
    where org_id = ${orgId} and known_by = any(${keys}::text[])
    union all
    select known_by, transaction_id as id from bank_transaction_keys
    where org_id = ${orgId} and known_by = any(${keys}::text[])`.execute(db)
  return new Map(rows.map(({ known_by, id }) => [known_by, id]))
}

export const getTransaction = (db: Db, orgId: string, id: string) =>
  db
    .selectFrom('bank_transactions')
    .selectAll()
    .where((eb) => eb.and({ org_id: orgId, id }))
    .executeTakeFirstOrThrow(() => bankErrors.not_found())

export const lockTransaction = (tx: Transaction, orgId: string, id: string) =>
  tx
    .selectFrom('bank_transactions')
    .selectAll()
    .where((eb) => eb.and({ org_id: orgId, id }))
    .forUpdate()
    .executeTakeFirstOrThrow(() => bankErrors.not_found())

export const updateTransaction = (
  tx: Transaction,
  { org_id, id }: OrgKey,
  changes: Changes<'bank_transactions'>,
) =>
  tx
    .updateTable('bank_transactions')
    .set(changes)
    .where((eb) => eb.and({ org_id, id }))
    .returningAll()
    .executeTakeFirstOrThrow()

export const listTransactionRows = (
  db: Db,
  orgId: string,
  { status, ...page }: BankTransactionQuery,
) =>
  readPage(
    db,
    db
      .selectFrom('bank_transactions')
      .selectAll()
      .where('org_id', '=', orgId)
      .$if(status !== undefined, (all) => all.where('status', '=', status ?? 'unmatched'))
      .orderBy('booked_on', 'desc')
      .orderBy('id', 'desc'),
    page,
  )

/** Returns the payments from transactions that are not undone, in the order made. */
export const listBankPayments = (db: Db, orgId: string, transactionIds: readonly string[]) =>
  db
    .selectFrom('invoice_payments as p')
    .innerJoin('invoices as i', 'i.id', 'p.invoice_id')
    .select(['p.id', 'p.invoice_id', 'p.bank_transaction_id', 'i.number'])
    .where('p.org_id', '=', orgId)
    .where('p.bank_transaction_id', 'in', transactionIds)
    .where('p.undone_at', 'is', null)
    .orderBy('p.id')
    .execute()

/** Returns the customers whose invoices were paid from these accounts. */
export const listKnownPayers = (db: Db, orgId: string, ibans: readonly string[]) =>
  db
    .selectFrom('bank_transactions as t')
    .innerJoin('invoice_payments as p', 'p.bank_transaction_id', 't.id')
    .innerJoin('invoices as i', 'i.id', 'p.invoice_id')
    .select(['t.iban', 'i.customer_id'])
    .distinct()
    .where('t.org_id', '=', orgId)
    .where('t.iban', 'in', ibans)
    .where('t.status', '=', 'matched')
    .where('p.undone_at', 'is', null)
    .execute()

/**
 * Returns a page of open invoices with an amount due, ordered by id. Leaves out invoices that are
 * being closed. The customers are read separately, because without statistics a join scans all
 * customers for each invoice.
 */
export const listOpenInvoices = (db: Db, orgId: string, after: string | undefined, limit: number) =>
  db
    .selectFrom('invoices')
    .select([
      'id',
      'number',
      'customer_id',
      'currency',
      'due_date',
      'total_amount_cents',
      'credited_cents',
      'recorded_cents',
      'payments_invoice_id',
    ])
    .where('org_id', '=', orgId)
    .where('status', '=', 'open')
    .where('void_requested', '=', false)
    .where('paid_outside', 'is', null)
    .where(sql<boolean>`total_amount_cents > credited_cents + recorded_cents`)
    .$if(after !== undefined, (all) => all.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute()

/** Returns customer names by id. */
export async function findCustomerNames(
  db: Db,
  orgId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from customers
    where org_id = ${orgId} and id = any(${ids}::text[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/**
 * Returns invoice payments to compare with new bookings. A booking may be a payment that somebody
 * recorded already, or one from an earlier statement in another format.
 */
export async function listEarlierPayments(db: Db, orgId: string, invoiceIds: readonly string[]) {
  const { rows } = await sql<{
    invoice_id: string
    amount_cents: string
    paid_on: string
    statement_id: string | null
  }>`
    select p.invoice_id, p.amount_cents, p.paid_on, t.statement_id
    from invoice_payments as p
      left join bank_transactions as t on t.id = p.bank_transaction_id and t.org_id = p.org_id
    where p.org_id = ${orgId} and p.invoice_id = any(${invoiceIds}::text[])
      and p.undone_at is null and p.method <> 'cash'`.execute(db)
  return rows
}

/** Locks invoices in id order, so two imports never wait for each other. */
export const lockInvoices = async (tx: Transaction, orgId: string, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : tx
        .selectFrom('invoices')
        .selectAll()
        .where('org_id', '=', orgId)
        .where('id', 'in', ids)
        .orderBy('id')
        .forUpdate()
        .execute()

/**
 * Returns open invoices that a transaction may still pay, because an earlier attempt to close them
 * at the processor has an unknown outcome.
 */
export async function listClosingInvoices(tx: Transaction, { org_id, id }: OrgKey) {
  const rows = await tx
    .selectFrom('invoices')
    .select('id')
    .where((eb) => eb.and({ org_id, status: 'open' }))
    .where(sql<boolean>`paid_outside ->> 'bankTransactionId' = ${id}`)
    .execute()
  return rows.map((row) => row.id)
}

export const findMapping = (db: Db, orgId: string, headings: string) =>
  db
    .selectFrom('bank_mappings')
    .select('mapping')
    .where((eb) => eb.and({ org_id: orgId, headings }))
    .executeTakeFirst()

/** Keeps the mapping for files with the same headings. */
export const putMapping = (
  tx: Transaction,
  orgId: string,
  headings: string,
  mapping: StatementMapping,
) =>
  tx
    .insertInto('bank_mappings')
    .values({ org_id: orgId, headings, mapping: json(mapping) })
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'headings'])
        .doUpdateSet({ mapping: json(mapping), updated_at: sql<Date>`now()` }),
    )
    .execute()

/** Serialises an organisation's imports, because two of them may match the same invoices. */
export const lockImports = (tx: Transaction, orgId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('bank ' || ${orgId}, 0))`.execute(tx)
