import type { BankTransaction, BankTransactionQuery } from '@atrium/contracts'
import type { Db } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'
import { listBankPayments, listTransactionRows, type TransactionRow } from './bank.db.ts'
import { loadKnownPayers, loadOpenInvoices } from './load-open-invoices.ts'
import { suggest } from './matching/suggest.ts'
import { createPause } from './pause.ts'
import { toBooking } from './transaction.ts'

/** Returns transactions with the invoices they pay or may pay. */
async function showTransactions(
  db: Db,
  orgId: string,
  rows: readonly TransactionRow[],
): Promise<BankTransaction[]> {
  const matched = rows.filter(({ status }) => status === 'matched').map(({ id }) => id)
  const payments = matched.length === 0 ? [] : await listBankPayments(db, orgId, matched)
  const unmatched = rows.filter(
    ({ status, amount_cents: cents }) => status === 'unmatched' && Number(cents) > 0,
  )
  const suggestions = new Map<string, BankTransaction['suggestions']>()
  if (unmatched.length > 0) {
    const { open } = await loadOpenInvoices(db, orgId)
    const knownPayers = await loadKnownPayers(db, orgId, unmatched)
    const pause = createPause()
    for (const row of unmatched) {
      suggestions.set(row.id, suggest(toBooking(row), open, knownPayers))
      await pause()
    }
  }
  const paid = Map.groupBy(payments, ({ bank_transaction_id: id }) => id)
  return rows.map((row) => ({
    id: row.id,
    statementId: row.statement_id,
    bookedOn: row.booked_on,
    ...toBooking(row),
    status: row.status,
    matchedBy: row.status === 'matched' ? row.matched_by : null,
    invoiceIds: paid.get(row.id)?.map(({ invoice_id: id }) => id) ?? [],
    invoiceNumbers: paid.get(row.id)?.map(({ number }) => number ?? '') ?? [],
    suggestions: suggestions.get(row.id) ?? [],
    duplicateOf: row.status === 'unmatched' ? row.duplicate_of : null,
    createdAt: row.created_at.toISOString(),
  }))
}

export async function showTransaction(db: Db, row: TransactionRow): Promise<BankTransaction> {
  const [shown] = await showTransactions(db, row.org_id, [row])
  if (shown === undefined) throw new Error('A transaction is not shown')
  return shown
}

/** Returns a page of transactions, latest booking first. */
export async function listTransactions(
  deps: Deps,
  { principal: { orgId } }: Ctx,
  query: BankTransactionQuery,
) {
  const { rows, ...page } = await listTransactionRows(deps.db, orgId, query)
  return { items: await showTransactions(deps.db, orgId, rows), ...page }
}
