import { createHash } from 'node:crypto'
import {
  commonErrors,
  happeningErrors,
  type OrderTickets,
  type UnpaidOrder,
} from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { Deps } from '../../deps.ts'
import { pageUrl, thanksUrl } from '../../identity/page-url.ts'
import { openCheckout } from '../../offers/open-checkout.ts'
import { refuseBuyer, requireSelling } from '../../offers/refuse-buyer.ts'
import type { HappeningRow, TicketTypeRow } from '../happenings/happening.ts'
import { holdPaidTickets, insertOrder } from '../inventory.db.ts'
import { orgVoice } from '../org-voice.ts'
import { lockAddress } from '../visitor-mails.db.ts'
import { limitVisitor } from './limit-visitors.ts'
import { getTicketOffer, type TicketOffer } from './priced-types.ts'
import { releaseUnpaid } from './release-unpaid.ts'
import {
  findPaymentOfRequest,
  insertPayment,
  type PaymentRow,
  storeSession,
} from './ticket-payments.db.ts'

// The processor requires at least half an hour by its own clock.
const sessionMs = 35 * 60_000
// If an event is lost, the poller fetches the payment within 15 minutes. The seats are held until
// then.
const lateEventsMs = 25 * 60_000

export interface PayingCtx {
  client: string | undefined
  key: string | undefined
}

interface Wanted {
  orgSlug: string
  happening: HappeningRow
  type: TicketTypeRow & { offer_id: string }
  input: OrderTickets
}

/**
 * Holds the seats and opens a checkout on the organisation's payment account. The seats are held
 * longer than the session can be paid. No transaction is open during processor calls. Throws
 * `sold_out`, `priced_ticket`, `too_many_tickets` (409), `rate_limited` (429), `unavailable` (503)
 * if the order ended meanwhile, and the errors of `openCheckout`.
 */
export async function orderPaidTickets(
  deps: Deps,
  ctx: PayingCtx,
  wanted: Wanted,
): Promise<UnpaidOrder> {
  const { orgSlug, happening, type, input } = wanted
  requireSelling(deps)
  const offer = await getTicketOffer(deps.db, happening.org_id, type.offer_id)
  const { held, isNew } = await holdForPayment(deps, ctx, { wanted, offer })
  try {
    const session = await openCheckout(deps, offer, {
      quantity: held.quantity,
      email: input.email,
      key: held.order_id,
      principal: null,
      returnTo: `${thanksUrl(deps, orgSlug)}?order=${held.order_id}`,
      cancelTo: pageUrl(deps, 'events', { orgSlug, slug: happening.slug }),
      metadata: { ticket_order: held.order_id },
      expiresAt: held.session_ends_at,
    })
    const isStored = await inTransaction(deps.db, undefined, (tx) =>
      storeSession(tx, held, { account_id: session.accountId, session_id: session.id }),
    )
    if (!isStored) {
      throw commonErrors.unavailable({ message: 'Your seats are no longer reserved. Order again.' })
    }
    return {
      id: held.order_id,
      checkoutUrl: session.url,
      expiresAt: held.session_ends_at.toISOString(),
    }
  } catch (error) {
    // If a session was opened despite the error, nobody knows its URL, and it expires. A repeated
    // request keeps the seats, because the first one may have returned a URL.
    if (isNew) await inTransaction(deps.db, undefined, (tx) => releaseUnpaid(deps, tx, held))
    return refuseBuyer(deps, offer, error)
  }
}

/**
 * Stores an order that holds its seats. A request repeated under its key gets the same order, and
 * `isNew` is false.
 */
async function holdForPayment(
  deps: Deps,
  { client, key }: PayingCtx,
  { wanted: { happening, type, input }, offer }: { wanted: Wanted; offer: TicketOffer },
): Promise<{ held: PaymentRow; isNew: boolean }> {
  const { org_id, id: happening_id, title } = happening
  const { quantity, name, email } = input
  const { language } = await orgVoice(deps, org_id)
  const request =
    key === undefined ? null : digest([key, happening_id, offer.id, offer.terms_version, input])
  return inTransaction(deps.db, undefined, async (tx) => {
    const visitor = { orgId: org_id, happeningId: happening_id, email, client }
    await lockAddress(tx, org_id, email)
    const begun = request === null ? undefined : await findPaymentOfRequest(tx, org_id, request)
    if (begun !== undefined) return { held: begun, isNew: false }
    await limitVisitor(deps, tx, visitor, quantity)
    const now = deps.now()
    const ends = new Date(now.getTime() + sessionMs)
    const seats = { org_id, happening_id, ticket_type_id: type.id, quantity }
    const id = deps.newId('ord')
    await insertOrder(tx, {
      ...seats,
      id,
      name,
      email,
      client: client ?? null,
      status: 'unpaid',
      expires_at: new Date(ends.getTime() + lateEventsMs),
      created_at: now,
    })
    const held = await insertPayment(tx, {
      ...seats,
      order_id: id,
      title,
      name,
      email,
      language,
      request,
      amount_cents: Number(offer.price_cents) * quantity,
      currency: offer.currency,
      state: 'open',
      session_ends_at: ends,
      created_at: now,
    })
    if (await holdPaidTickets(tx, seats, offer.id)) return { held, isNew: true }
    throw happeningErrors.sold_out()
  })
}

const digest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex')
