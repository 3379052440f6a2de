import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { ConfirmedOrder, PendingOrder } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { queueMails } from '@atrium/mailer'
import type { Transaction } from '../../database.ts'
import type { Deps } from '../../deps.ts'
import { issueTickets } from '../give-tickets.ts'
import type { HappeningRow } from '../happenings/happening.ts'
import { shareHappeningRow } from '../happenings.db.ts'
import { insertOrder, type OrderRow, releaseHeld, sellHeld } from '../inventory.db.ts'
import { type OrgVoice, orgVoice } from '../org-voice.ts'
import { confirmMail } from '../ticket-mail.ts'
import { serveWaitingList } from '../waiting-list/serve-waiting-list.ts'
import {
  deleteExpiredOrder,
  getOrderRow,
  hasExpiredOrder,
  listTicketsOfOrder,
  lockOrderRow,
  markConfirmed,
  orderNotHeld,
} from './pending-orders.db.ts'
import { endPayment } from './ticket-payments.db.ts'

const holdMs = 15 * 60_000

const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

type Wanted = Pick<OrderRow, 'ticket_type_id' | 'quantity' | 'name' | 'email' | 'client'>

/**
 * Stores an order that holds its seats for 15 minutes, with its confirmation mail. The caller
 * changes the inventory.
 */
export async function holdTickets(
  { config, now, voice, newId }: Pick<Deps, 'config' | 'now' | 'newId'> & { voice: OrgVoice },
  tx: Transaction,
  happening: HappeningRow,
  wanted: Wanted,
): Promise<PendingOrder> {
  const { id: happening_id, org_id } = happening
  const expires_at = new Date(now().getTime() + holdMs)
  const token = randomBytes(24).toString('base64url')
  const id = newId('ord')
  const pending = { status: 'pending' as const, token_hash: hashToken(token), expires_at }
  await insertOrder(tx, { id, org_id, happening_id, ...wanted, ...pending, created_at: now() })
  const sender = { ...voice, dashboardUrl: config.DASHBOARD_URL }
  await queueMails(tx, [confirmMail(happening, { id, ...wanted }, token, sender)])
  return { id, status: 'pending', expiresAt: expires_at.toISOString() }
}

/**
 * Issues a pending order's tickets. Confirming again returns the same tickets. Throws `not_found`
 * if the order is unknown, the token is wrong, or the seats are no longer held.
 */
export async function confirmOrder(deps: Deps, id: string, token: string): Promise<ConfirmedOrder> {
  const heldOrder = await inTransaction(deps.db, undefined, (tx) => getOrderRow(tx, id))
  if (!isOrderToken(heldOrder, token)) throw orderNotHeld()
  const { org_id } = heldOrder
  const voice = await orgVoice(deps, org_id)
  return inTransaction(deps.db, undefined, async (tx) => {
    // Locked in the same order as in a deletion, to prevent a deadlock.
    const happening = await shareHappeningRow(tx, org_id, heldOrder.happening_id)
    const order = await lockOrderRow(tx, org_id, id)
    if (order.status === 'confirmed') {
      return { id, status: 'confirmed', tickets: await listTicketsOfOrder(tx, org_id, id) }
    }
    if (order.expires_at === null || order.expires_at <= deps.now()) throw orderNotHeld()
    await markConfirmed(tx, org_id, id)
    const confirmed = await issueTickets({ ...deps, voice }, tx, happening, order)
    await sellHeld(tx, order)
    return confirmed
  })
}

/**
 * Returns an order for the page of its confirmation link, with its organisation's id. Throws
 * `not_found` if the order is unknown or the token is wrong.
 */
export async function findOrderToConfirm({ db }: Pick<Deps, 'db'>, id: string, token: string) {
  const order = await getOrderRow(db, id)
  if (!isOrderToken(order, token)) throw orderNotHeld()
  const { org_id: orgId, status } = order
  return { orgId, isConfirmed: status === 'confirmed' }
}

function isOrderToken({ token_hash }: Pick<OrderRow, 'token_hash'>, token: string): boolean {
  if (token_hash === null) return false
  return timingSafeEqual(Buffer.from(token_hash, 'hex'), Buffer.from(hashToken(token), 'hex'))
}

/** Most orders that one run expires. The next run continues. */
const mostOfRun = 500

/**
 * Gives the seats of expired orders to the waiting lists, or frees them. Returns the number of
 * orders.
 */
export async function expireOrders(deps: Deps, signal?: AbortSignal): Promise<number> {
  // Usually none has expired, and a transaction takes three statements.
  if (!(await hasExpiredOrder(deps.db, deps.now()))) return 0
  for (let count = 0; count < mostOfRun; count += 1) {
    if (signal?.aborted || !(await expireOne(deps))) return count
  }
  return mostOfRun
}

async function expireOne(deps: Deps): Promise<boolean> {
  const expired = await inTransaction(deps.db, undefined, async (tx) => {
    const order = await deleteExpiredOrder(tx, deps.now())
    if (order === undefined) return undefined
    const isUnpaid = order.status === 'unpaid'
    if (isUnpaid) await endPayment(tx, order)
    await releaseHeld(tx, order, { isServed: !isUnpaid })
    return order
  })
  if (expired === undefined) return false
  const { org_id, happening_id, ticket_type_id } = expired
  const voice = await orgVoice(deps, org_id)
  await inTransaction(deps.db, undefined, async (tx) => {
    const happening = await shareHappeningRow(tx, org_id, happening_id)
    await serveWaitingList(deps, tx, { happening, voice }, ticket_type_id)
  }).catch((error: unknown) => {
    // `serveWaitingLists` tries again. If the event was deleted meanwhile, there is no list to
    // serve.
    deps.logger.warn(
      { err: error, happening: happening_id },
      '[tickets] a waiting list is not served',
    )
  })
  return true
}
