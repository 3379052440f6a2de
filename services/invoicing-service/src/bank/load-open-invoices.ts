import type { Db } from '../database.ts'
import { amountDue } from '../invoices/invoice.ts'
import { findCustomerNames, listKnownPayers, listOpenInvoices } from './bank.db.ts'
import type { KnownPayers } from './matching/match-booking.ts'
import {
  createOpenInvoices,
  type OpenInvoice,
  type OpenInvoices,
} from './matching/open-invoices.ts'
import { createPause } from './pause.ts'

const pageSize = 2_000

export interface LoadedInvoices {
  open: OpenInvoices
  /** Invoices whose last payment also closes them at the processor. */
  atProcessor: Set<string>
  partlyPaid: Set<string>
}

/** Reads an organisation's open invoices. Between two pages the event loop is free. */
export async function loadOpenInvoices(db: Db, orgId: string): Promise<LoadedInvoices> {
  const found: Array<{ due: number; invoice: OpenInvoice }> = []
  const atProcessor = new Set<string>()
  const partlyPaid = new Set<string>()
  const names = new Map<string, string>()
  let after: string | undefined
  for (;;) {
    const rows = await listOpenInvoices(db, orgId, after, pageSize)
    const unnamed = new Set(rows.map(({ customer_id: id }) => id).filter((id) => !names.has(id)))
    if (unnamed.size > 0)
      for (const [id, name] of await findCustomerNames(db, orgId, [...unnamed])) names.set(id, name)
    for (const row of rows) {
      if (row.number === null) continue
      if (row.payments_invoice_id !== null) atProcessor.add(row.id)
      if (Number(row.recorded_cents) > 0) partlyPaid.add(row.id)
      const invoice = {
        id: row.id,
        number: row.number,
        customerId: row.customer_id,
        customerName: names.get(row.customer_id) ?? '',
        dueCents: amountDue({ ...row, status: 'open' }),
        currency: row.currency,
      }
      found.push({ due: row.due_date?.getTime() ?? 0, invoice })
    }
    after = rows.at(-1)?.id
    if (rows.length < pageSize || after === undefined) break
  }
  found.sort((a, b) => a.due - b.due)
  const open = createOpenInvoices()
  const pause = createPause()
  for (const { invoice } of found) {
    open.add(invoice)
    await pause()
  }
  return { open, atProcessor, partlyPaid }
}

/** Returns customers who paid from these accounts before. */
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
