import { type InvoiceLineItem, InvoicePaid } from '@atrium/contracts'
import { emit, json } from '@atrium/database'
import { findTimeZone } from '../../calendar/time-zone.ts'
import { getBuyer } from '../../customers/billed-customer.ts'
import { type ProcessorBuyer, upsertBuyer } from '../../customers/upsert-buyer.ts'
import type { NewRow, Transaction } from '../../database.ts'
import type { IdSource } from '../../deps.ts'
import { readEventData } from '../event-data.ts'
import { processorAuthor, recordHistory } from '../history/history.ts'
import { insertMirroredInvoice } from '../invoices.db.ts'
import { findSeller } from '../seller.ts'
import { rateOfSale } from './sale-rate.ts'

/** A sale made at the processor: its amounts in minor units, and the columns of its invoice. */
export interface Sale {
  buyer: ProcessorBuyer
  lineItems: InvoiceLineItem[]
  netCents: number
  totalCents: number
  columns: Partial<NewRow<'invoices'>> & {
    source: 'one_off' | 'recurring'
    currency: string
    issue_date: Date
  }
}

/** Records a sale made at the processor as a paid invoice, once, with the processor's number. */
export async function recordSale(
  deps: IdSource,
  tx: Transaction,
  {
    orgId,
    accountId,
    sale: { buyer, lineItems, netCents, totalCents, columns },
  }: { orgId: string; accountId: string; sale: Sale },
): Promise<void> {
  const customerId = await upsertBuyer(deps, tx, { orgId, accountId, buyer })
  const vatCents = totalCents - netCents
  const seller = await findSeller(tx, orgId)
  const row = await insertMirroredInvoice(tx, {
    due_date: columns.issue_date,
    paid_at: columns.issue_date,
    ...columns,
    id: deps.newId('inv'),
    org_id: orgId,
    time_zone: await findTimeZone(tx, orgId),
    customer_id: customerId,
    status: 'paid',
    currency: columns.currency.toUpperCase(),
    line_items: json(lineItems),
    vat_rate_bps: rateOfSale(netCents, vatCents),
    subtotal_amount_cents: netCents,
    vat_amount_cents: vatCents,
    total_amount_cents: totalCents,
    ...(seller === undefined ? {} : { seller: json(seller) }),
    buyer: json(await getBuyer(tx, orgId, customerId)),
    payments_account_id: accountId,
  })
  if (row === undefined) return
  await recordHistory(deps, tx, row, { kind: 'paid', author: processorAuthor })
  await emit(tx, InvoicePaid, orgId, await readEventData(tx, row))
}
