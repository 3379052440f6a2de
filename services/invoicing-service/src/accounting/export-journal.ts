import type { AccountingExportQuery } from '@atrium/contracts'
import { inBatches } from '../csv/in-batches.ts'
import { readSeparator } from '../csv/read-separator.ts'
import type { Deps } from '../deps.ts'
import { boundsOfMonth, type EventPosition, type EventRow, listEvents } from './journal.db.ts'
import { type LedgerEvent, toEntries } from './journal.ts'
import { csvFormat, fecFormat } from './journal-file.ts'
import { findSingleRate, listRates } from './journal-rates.ts'

const batch = 500

const toLedgerEvent = (row: EventRow): LedgerEvent => {
  const { kind, before, subtotal, vat, total, open, openVat, payable } = row
  const { rates, openRates } = listRates(row)
  return {
    kind,
    before: before === 'reset' || before === 'payment_undone' ? null : before,
    subtotalCents: BigInt(subtotal),
    vatCents: BigInt(vat),
    totalCents: BigInt(total),
    openCents: BigInt(open),
    openVatCents: BigInt(openVat),
    payableCents: BigInt(payable),
    rates,
    openRates,
  }
}

const texts: Readonly<Record<LedgerEvent['kind'], string>> = {
  issued: 'Invoice',
  credited: 'Credit note',
  voided: 'Void',
  uncollectible: 'Write-off',
  paid: 'Payment',
  refunded: 'Refund',
  dispute_lost: 'Lost dispute',
  dispute_won: 'Won dispute',
  payment_recorded: 'Part payment',
  payment_undone: 'Undone payment',
}

const toCustomer = ({ customer_id: id, ...row }: EventRow) => ({
  id,
  name: row.buyer?.name ?? row.customer_name,
  taxId: row.buyer === null ? row.customer_tax_id : row.buyer.taxId,
  country: row.buyer === null ? row.customer_country : row.buyer.billingCountry,
})

/** Yields an org's journal of a month as a file: a header line, then the entries in batches. */
export async function* journalOfMonth(deps: Deps, orgId: string, query: AccountingExportQuery) {
  const { month, currency, format } = query
  const { header, line } =
    format === 'fec' ? fecFormat : csvFormat(await readSeparator(deps, orgId, query.separator))
  yield header
  const { from } = boundsOfMonth(month)
  const first: EventPosition = { at: new Date(from.getTime() - 1), rank: 0, key: '' }
  const batches = inBatches<EventRow>(batch, (last) =>
    listEvents(deps.db, { orgId, currency, month }, last ?? first, batch),
  )
  let entries = 0
  for await (const rows of batches) {
    const lines = rows.flatMap((row) => {
      const { day, piece, piece_date: pieceDate, method } = row
      const customer = toCustomer(row)
      return toEntries(toLedgerEvent(row)).flatMap((entry) => {
        entries += 1
        const number = `${month.replace('-', '')}-${String(entries).padStart(6, '0')}`
        const text = `${texts[row.kind]} ${row.number}, ${customer.name}`
        const filed = { day, piece, pieceDate, text, currency, customer, method }
        return entry.lines.map((each) => ({
          ...each,
          ...filed,
          vatRateBps: each.vatRateBps ?? findSingleRate(row),
          journal: entry.journal,
          entry: number,
        }))
      })
    })
    if (lines.length > 0) yield lines.map(line).join('')
  }
}
