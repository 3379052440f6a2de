import {
  type AttentionItem,
  formatCount,
  InvoicingAttention,
  InvoicingOverview,
  InvoicingSearch,
  type SearchHit,
  searchHitsAtMost,
} from '@atrium/contracts'
import { type RpcHandler, rpcHandler } from '@atrium/messaging'
import type { Deps } from '../deps.ts'
import { statusAt } from '../estimates/estimate.ts'
import { formatAmount } from '../pdf/format.ts'
import { findNewestDispute } from '../reversals/find-dispute.ts'
import { newestStuckSchedule } from '../schedules/read-schedule.ts'
import { isReadyToInvoice } from '../set-up/read-set-up.ts'
import { findUnseatedOrder } from '../tickets/orders/ticket-payments.ts'
import { readMoneyFigures } from './money-figures.ts'
import {
  findCustomers,
  findEstimates,
  findHappenings,
  findInvoices,
  findOffers,
  findTicketOrders,
  newestOverdueInvoice,
} from './overview.db.ts'

/**
 * Returns invoicing's part of `GET /api/attention`, `GET /api/overview` and `GET /api/search` (docs/reference/http.md,
 * "Overview").
 */
export const overviewRpc = (deps: Deps): RpcHandler[] => [
  rpcHandler(InvoicingAttention, async ({ orgId }) => ({ items: await attention(deps, orgId) })),
  rpcHandler(InvoicingOverview, async ({ orgId }) => {
    const [items, figures, isSetUp] = await Promise.all([
      attention(deps, orgId),
      readMoneyFigures(deps, orgId),
      isReadyToInvoice(deps, orgId),
    ])
    return { items, isSetUp, hasAccounting: deps.config.ACCOUNTING_ENABLED, ...figures }
  }),
  rpcHandler(InvoicingSearch, async ({ orgId, q }) => ({ items: await search(deps, orgId, q) })),
]

async function attention(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  orgId: string,
): Promise<AttentionItem[]> {
  const [overdue, disputed, stuck, unseated] = await Promise.all([
    newestOverdueInvoice(db, orgId, now()),
    findNewestDispute({ db }, orgId),
    newestStuckSchedule({ db }, orgId),
    findUnseatedOrder({ db }, orgId),
  ])
  const items: AttentionItem[] = []
  if (stuck) {
    const { count } = stuck
    items.push({
      kind: 'schedule_stuck',
      severity: 'error',
      count,
      title:
        count === 1 ? '1 subscription needs your help' : `${count} subscriptions need your help`,
      detail: `${stuck.description}: ${stuck.failure?.reason ?? 'its last period is not billed'}`,
      href: count === 1 ? `/subscriptions/${stuck.id}` : '/subscriptions?stuck=true',
      at: stuck.lastClaimedAt ?? now().toISOString(),
    })
  }
  if (disputed) {
    const count = Number(disputed.count)
    const amount = formatAmount(Number(disputed.amount_cents), disputed.currency)
    items.push({
      kind: 'payment_disputed',
      severity: 'error',
      count,
      title: count === 1 ? '1 payment is disputed' : `${count} payments are disputed`,
      detail: `${disputed.number ?? 'An invoice'}, ${amount}: respond at the payment provider before its deadline`,
      href: `/invoices/${disputed.id}`,
      at: disputed.created_at.toISOString(),
    })
  }
  if (unseated) {
    const count = Number(unseated.count)
    const { happening_id: happeningId, invoice_id: invoiceId } = unseated
    const amount = formatAmount(Number(unseated.amount_cents), unseated.currency)
    const isSeatable = happeningId !== null && unseated.state === 'unseated'
    const remedy = isSeatable ? 'add seats, or ' : ''
    items.push({
      kind: 'ticket_unseated',
      severity: 'error',
      count,
      title:
        count === 1
          ? '1 paid ticket order has no seats'
          : `${count} paid ticket orders have no seats`,
      detail: `${unseated.name}, ${unseated.quantity} × ${unseated.title}: ${remedy}refund ${amount} at the payment provider`,
      href: isSeatable ? `/events/${happeningId}` : `/invoices/${invoiceId ?? ''}`,
      at: (unseated.paid_at ?? now()).toISOString(),
    })
  }
  if (overdue) {
    const { count } = overdue
    items.push({
      kind: 'invoice_overdue',
      severity: 'warning',
      count,
      title: count === 1 ? '1 invoice is overdue' : `${formatCount(count)} invoices are overdue`,
      detail: `${overdue.number ?? 'An invoice'} of ${overdue.customer}`,
      href: count === 1 ? `/invoices/${overdue.id}` : '/invoices?status=overdue',
      at: (overdue.due_date ?? now()).toISOString(),
    })
  }
  return items
}

async function search(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  orgId: string,
  q: string,
): Promise<SearchHit[]> {
  const limit = searchHitsAtMost
  const [customers, offers, happenings, orders] = await Promise.all([
    findCustomers(db, orgId, q, limit),
    findOffers(db, orgId, q, limit),
    findHappenings(db, orgId, q, limit),
    findTicketOrders(db, orgId, q, limit),
  ])
  const ids = customers.map(({ id }) => id)
  const wanted = { orgId, text: q, customerIds: ids, limit }
  const [invoices, estimates] = await Promise.all([
    findInvoices(db, wanted),
    findEstimates(db, wanted),
  ])
  return takeInTurn(
    [
      customers.map(({ id, name, email, phone, by_phone: byPhone }) =>
        hit('customer', id, name, [byPhone ? phone : '', email].filter(Boolean).join(', ')),
      ),
      invoices.map(({ id, number, status, customer }) =>
        hit('invoice', id, number ?? 'Draft invoice', `${customer}, ${status}`),
      ),
      estimates.map((estimate) => {
        const { id, number, customer } = estimate
        const words = `${customer}, ${statusAt(estimate, now())}`
        return hit('estimate', id, number ?? 'Draft estimate', words)
      }),
      offers.map(({ id, name, status, billing_model: model }) =>
        hit('offer', id, name, `${model}, ${status}`),
      ),
      happenings.map(({ id, title, place }) => hit('happening', id, title, place)),
      orders.map(({ id, name, email, happeningId, title }) => ({
        type: 'ticket' as const,
        id,
        title: name,
        subtitle: `${email}, ${title}`,
        href: `/events/${happeningId}?q=${encodeURIComponent(email)}`,
      })),
    ],
    limit,
  )
}

/** Takes hits of each kind in turn, so no kind crowds out another. */
const takeInTurn = (kinds: readonly SearchHit[][], limit: number): SearchHit[] =>
  Array.from({ length: limit }, (_, at) => kinds.flatMap((hits) => hits.slice(at, at + 1)))
    .flat()
    .slice(0, limit)

/** The dashboard pages for search hits. */
const hitPages = {
  customer: 'customers',
  invoice: 'invoices',
  estimate: 'estimates',
  offer: 'products',
  happening: 'events',
} as const

const hit = (
  type: keyof typeof hitPages,
  id: string,
  title: string,
  subtitle: string,
): SearchHit => ({ type, id, title, subtitle, href: `/${hitPages[type]}/${id}` })
