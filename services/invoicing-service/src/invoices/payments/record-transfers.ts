import { randomUUID } from 'node:crypto'
import { type ChangeAuthor, InvoicePaid } from '@atrium/contracts'
import { emitEntries, eventEntry } from '@atrium/database'
import { dayIn, startOfDay } from '../../calendar/calendar-days.ts'
import { listBuyers } from '../../customers/billed-customer.ts'
import type { PaidOutside, Transaction } from '../../database.ts'
import type { Deps } from '../../deps.ts'
import { recordedBy, toEventData } from '../event-data.ts'
import { recordAuditedHistories } from '../history/history.ts'
import { amountDue, type InvoiceRow } from '../invoice.ts'
import { insertTransfers, settleInvoiceRows } from './transfers.db.ts'

/** Money from a bank transaction for a locked open invoice, at most what is due. */
export interface Transfer {
  invoice: InvoiceRow
  transactionId: string
  amountCents: number
  paidOn: string
  reference: string | null
}

const longestReference = 200

interface Transfers {
  author: ChangeAuthor
  /** The organisation's time zone. */
  zone: string
  by: 'platform' | 'user'
  transfers: readonly Transfer[]
}

/**
 * Records payments from bank transactions, many at once: payments, invoices, history, audit, events
 * and transactions change with a fixed number of statements. An invoice is paid if nothing is due
 * afterwards. It must not be one that has to be closed at the processor, and appears once.
 */
export async function recordTransfers(
  deps: Pick<Deps, 'newId' | 'now'>,
  tx: Transaction,
  { author, zone, by, transfers }: Transfers,
): Promise<void> {
  if (transfers.length === 0) return
  const [first] = transfers
  const orgId = first?.invoice.org_id ?? ''
  const today = dayIn(deps.now(), zone)
  const made = transfers.map(({ invoice, transactionId, amountCents, ...rest }) => {
    // A bank may date a booking on its next day.
    const isLater = rest.paidOn > today
    const paidOn = isLater ? today : rest.paidOn
    const reference = rest.reference?.slice(0, longestReference).toWellFormed() ?? null
    const outside: PaidOutside = {
      paidAt: startOfDay(paidOn, zone).toISOString(),
      paidOn,
      method: 'transfer',
      reference,
      attempt: randomUUID(),
      bankTransactionId: transactionId,
    }
    return { invoice, amountCents, outside, isClosing: amountCents === amountDue(invoice) }
  })
  const settled = await settleInvoiceRows(tx, orgId, author, made)
  await insertTransfers(tx, orgId, {
    author,
    by,
    payments: made.map((each) => ({ ...each, id: deps.newId('pay') })),
  })
  await recordAuditedHistories(
    deps,
    tx,
    made.map(({ invoice, amountCents, outside, isClosing }) => {
      const { paidAt, method, reference } = outside
      const detail = { paidAt, method, ...(reference === null ? {} : { reference }) }
      const amount = { amountCents, currency: invoice.currency }
      return {
        invoice,
        author,
        ...(isClosing
          ? { kind: 'paid' as const, detail }
          : { kind: 'payment_recorded' as const, detail: { ...amount, ...detail } }),
      }
    }),
  )
  const paid = settled.filter(({ status }) => status === 'paid')
  const buyers = await listBuyers(
    tx,
    orgId,
    paid.map(({ customer_id: id }) => id),
  )
  await emitEntries(
    tx,
    paid.flatMap((row) => {
      const buyer = buyers.get(row.customer_id)
      return buyer === undefined
        ? []
        : [eventEntry(InvoicePaid, orgId, { ...toEventData(row, buyer), ...recordedBy(author) })]
    }),
  )
}
