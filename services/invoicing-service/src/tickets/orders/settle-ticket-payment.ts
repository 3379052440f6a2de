import { audit } from '@atrium/database'
import { queueMails } from '@atrium/mailer'
import type { Transaction } from '../../database.ts'
import type { Deps } from '../../deps.ts'
import type { SessionObject } from '../../processor/event.ts'
import { untilSettledMs } from '../../processor/processor.ts'
import { issueTickets } from '../give-tickets.ts'
import { isOver } from '../happenings/happening.ts'
import { shareIfThere } from '../happenings.db.ts'
import { releaseTickets, sellHeld } from '../inventory.db.ts'
import { voidedMail } from '../ticket-mail.ts'
import { markConfirmed } from './pending-orders.db.ts'
import { releaseUnpaid } from './release-unpaid.ts'
import { seatPaidOrder, seatPaidOrders } from './seat-paid-orders.ts'
import {
  deleteUnusedTickets,
  findPaymentOfSession,
  holdOrderUntil,
  lockPayment,
  lockUnpaidOrder,
  type PaymentRow,
  updatePayment,
} from './ticket-payments.db.ts'

/** The organisation of a session, and the account that sent its event. */
interface Paying {
  orgId: string
  accountId: string
}

const findPayment = (tx: Transaction, { orgId, accountId }: Paying, session: SessionObject) =>
  findPaymentOfSession(tx, orgId, {
    accountId,
    sessionId: session.id,
    orderId: session.metadata?.['ticket_order'],
  })

const isPaid = ({ state }: PaymentRow): boolean =>
  state === 'paid' || state === 'unseated' || state === 'wrong_amount'

const isOpen = ({ state }: PaymentRow): boolean =>
  state === 'open' || state === 'settling' || state === 'ended'

/**
 * Issues the tickets of a paid session once. If the order has lost its seats, it gets others. If no
 * seats are left, or the session's amount differs from the order's, the order waits for the
 * organiser (docs/reference/invoicing.md, "Tickets"). Returns false if the session is not for
 * tickets.
 */
export async function completeTicketPayment(
  deps: Deps,
  tx: Transaction,
  paying: Paying,
  session: SessionObject,
): Promise<boolean> {
  const foundPayment = await findPayment(tx, paying, session)
  if (foundPayment === undefined) return false
  if (!isOpen(foundPayment)) return true
  const happening = await shareIfThere(tx, foundPayment.org_id, foundPayment.happening_id)
  const order = await lockUnpaidOrder(tx, foundPayment)
  const payment = await lockPayment(tx, foundPayment)
  if (payment === undefined || !isOpen(payment)) return true
  const paid = { account_id: paying.accountId, session_id: session.id, paid_at: deps.now() }
  if (!hasAmount(session, payment)) {
    await releaseUnpaid(deps, tx, payment)
    await updatePayment(tx, payment, { ...paid, state: 'wrong_amount' })
    deps.logger.error(
      { order: payment.order_id },
      '[tickets] the payment of an order has another amount',
    )
    return true
  }
  if (happening !== undefined && order !== undefined) {
    await updatePayment(tx, payment, { ...paid, state: 'paid', name: '', email: '' })
    await markConfirmed(tx, order.org_id, order.id)
    const voice = { language: payment.language }
    await issueTickets({ ...deps, voice }, tx, happening, order)
    await sellHeld(tx, order)
    return true
  }
  await updatePayment(tx, payment, { ...paid, state: 'unseated' })
  if (happening === undefined || !(await seatPaidOrder(deps, tx, happening, payment))) {
    deps.logger.warn({ order: payment.order_id }, '[tickets] a late payment found no seats')
  }
  return true
}

const hasAmount = (session: SessionObject, { amount_cents, currency }: PaymentRow): boolean =>
  (session.amount_subtotal ?? session.amount_total) === Number(amount_cents) &&
  session.currency?.toUpperCase() === currency

/**
 * Keeps an order's seats while its payment takes days to settle. If the seats were freed already,
 * only the payment is kept. Returns false if the session is not for tickets.
 */
export async function awaitTicketPayment(
  { now }: Pick<Deps, 'now'>,
  tx: Transaction,
  paying: Paying,
  session: SessionObject,
): Promise<boolean> {
  const foundPayment = await findPayment(tx, paying, session)
  if (foundPayment === undefined) return false
  const order = await lockUnpaidOrder(tx, foundPayment)
  const payment = await lockPayment(tx, foundPayment)
  if (payment?.state !== 'open' && payment?.state !== 'ended') return true
  const until = new Date(now().getTime() + untilSettledMs)
  await updatePayment(tx, payment, {
    account_id: paying.accountId,
    session_id: session.id,
    state: order === undefined ? 'ended' : 'settling',
    session_ends_at: until,
  })
  await holdOrderUntil(tx, payment, until)
  return true
}

/**
 * Frees the seats if a session expired or its payment failed. Returns false if the session is not
 * for tickets.
 */
export async function failTicketPayment(
  deps: Deps,
  tx: Transaction,
  paying: Paying,
  session: SessionObject,
): Promise<boolean> {
  const foundPayment = await findPayment(tx, paying, session)
  if (foundPayment === undefined) return false
  await releaseUnpaid(deps, tx, { ...foundPayment, session_id: session.id })
  return true
}

/**
 * Voids an order's unused tickets when its whole payment is returned, mails their holder once and
 * frees their seats. Used tickets stay. A partial refund does not say which ticket it is for, so
 * the organiser cancels that ticket.
 */
export async function voidReturnedTickets(
  deps: Pick<Deps, 'config' | 'now' | 'newId'>,
  tx: Transaction,
  { orgId, accountId }: Paying,
  sessionId: string,
): Promise<void> {
  const foundPayment = await findPaymentOfSession(tx, orgId, {
    accountId,
    sessionId,
    orderId: undefined,
  })
  if (foundPayment === undefined || !isPaid(foundPayment)) return
  const happening = await shareIfThere(tx, orgId, foundPayment.happening_id)
  const payment = await lockPayment(tx, foundPayment)
  if (payment === undefined || !isPaid(payment)) return
  await updatePayment(tx, payment, { state: 'returned', name: '', email: '' })
  const voided = await deleteUnusedTickets(tx, payment)
  const [holder] = voided
  if (holder === undefined || happening === undefined) return
  await audit(tx, orgId, {
    action: 'ticket.cancelled',
    author: 'platform',
    target: { type: 'ticket_order', id: payment.order_id, name: payment.title },
    detail: { happening: payment.title, happeningId: happening.id, tickets: voided.length },
  })
  if (!isOver(happening, deps.now())) {
    const codes = voided.map(({ code }) => code)
    const tickets = { key: payment.order_id, codes, isRefunded: true }
    await queueMails(tx, [voidedMail(happening, holder, tickets, { language: payment.language })])
  }
  await releaseTickets(tx, { ...payment, quantity: voided.length })
  await seatPaidOrders(deps, tx, happening, payment.ticket_type_id)
}
