import type { Db } from '../database.ts'
import { amountDue } from '../invoices/invoice.ts'
import { listKnownPayers, listOpenInvoices } from './bank.db.ts'
import type { KnownPayers } from './matching/match-booking.ts'
import { createOpenInvoices, type OpenInvoices } from './matching/open-invoices.ts'

const pageSize = 500

/**
 * Reads the open invoices of an organisation. Between two pages the event loop is free. `atProcessor`
 * holds those whose last payment also closes them at the processor.
 */
export async function loadOpenInvoices(
  db: Db,
  orgId: string,
): Promise<{ open: OpenInvoices; atProcessor: Set<string> }> {
  const open = createOpenInvoices()
  const atProcessor = new Set<string>()
  let after: { due: Date; id: string } | undefined
  for (;;) {
    const rows = await listOpenInvoices(db, orgId, after, pageSize)
    for (const row of rows) {
      if (row.number === null) continue
      if (row.payments_invoice_id !== null) atProcessor.add(row.id)
      open.add({
        id: row.id,
        number: row.number,
        customerId: row.customer_id,
        customerName: row.customer_name,
        dueCents: amountDue({ ...row, status: 'open' }),
        currency: row.currency,
      })
    }
    const last = rows.at(-1)
    if (rows.length < pageSize || last === undefined || last.due_date === null) break
    after = { due: last.due_date, id: last.id }
  }
  return { open, atProcessor }
}

/** Returns the customers that paid from the accounts of these bookings before. */
export async function loadKnownPayers(
  db: Db,
  orgId: string,
  bookings: ReadonlyArray<{ iban: string | null }>,
): Promise<KnownPayers> {
  const ibans = [...new Set(bookings.map(({ iban }) => iban).filter((iban) => iban !== null))]
  const payers = new Map<string, Set<string>>()
  if (ibans.length === 0) return payers
  for (const { iban, customer_id } of await listKnownPayers(db, orgId, ibans)) {
    if (iban === null) continue
    const known = payers.get(iban)
    if (known === undefined) payers.set(iban, new Set([customer_id]))
    else known.add(customer_id)
  }
  return payers
}
