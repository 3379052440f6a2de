import { AppError, OrderTickets, type PublicHappening, type TicketOrder } from '@atrium/contracts'
import {
  type AppEnv,
  answerOnceApart,
  clientNetwork,
  computeFingerprint,
  readForm,
} from '@atrium/http'
import type { Context } from 'hono'
import type { Deps } from '../deps.ts'
import { orderTickets } from '../tickets/orders/order-tickets.ts'
import { joinWaitingList } from '../tickets/waiting-list/waiting-list.ts'
import type { EventMoment } from './event-page.ts'
import type { PublicWords } from './public-words.ts'

const hourMs = 3_600_000

/**
 * Returns the key of an event page's order form. The key is the same as long as the page is, so
 * that browsers and proxies can keep the page. Each order changes the seats and thereby the key, so
 * a visitor who orders again from a new page gets a second order. The hour covers seats that became
 * free in between.
 */
export const toFormKey = (
  { now }: Pick<Deps, 'now'>,
  { id, ticketTypes }: Pick<PublicHappening, 'id' | 'ticketTypes'>,
): string => computeFingerprint(id, ticketTypes, Math.floor(now().getTime() / hourMs))

/** What the browser opens after an order. */
export type Ordered =
  | { readonly orderId: string }
  | { readonly checkoutUrl: string }
  | { readonly isWaiting: true }

const wordsOfFields = {
  name: 'nameNeeded',
  email: 'emailNeeded',
  quantity: 'fewer',
  ticketTypeId: 'ticketNeeded',
} as const satisfies Partial<Record<string, keyof PublicWords>>

const wordsOfCodes: Readonly<Record<string, keyof PublicWords>> = {
  sold_out: 'fewer',
  not_sold_out: 'stillLeft',
  happening_over: 'over',
  too_many_tickets: 'tooMany',
  rate_limited: 'later',
}

const readText = (value: string | string[] | undefined): string =>
  typeof value === 'string' ? value : ''

/**
 * Orders tickets with the form of an event page, or joins the waiting list. Returns what to show
 * again if the visitor has to change something. Throws `not_found`, `unavailable`.
 */
export async function orderByForm(
  deps: Deps,
  c: Context<AppEnv>,
  { address, words }: { address: { orgSlug: string; slug: string }; words: PublicWords },
): Promise<{ ordered: Ordered } | { again: Omit<EventMoment, 'formKey'> }> {
  const form = await readForm(c.req.raw)
  const given = {
    ticketTypeId: readText(form['ticketTypeId']),
    quantity: Number(readText(form['quantity'])),
    name: readText(form['name']).slice(0, 300),
    email: readText(form['email']).trim().slice(0, 300),
  }
  const again = (word: keyof PublicWords) => ({ again: { problem: words[word], typed: given } })
  // A robot that fills in the hidden field is told that all is well.
  if (readText(form['website']) !== '') return { ordered: { isWaiting: true } }
  const { data: input, error } = OrderTickets.safeParse(given)
  if (input === undefined) {
    const field = error.issues[0]?.path[0] as keyof typeof wordsOfFields
    return again(wordsOfFields[field] ?? 'failed')
  }
  const client = clientNetwork(c.req)
  try {
    if (form['do'] === 'wait') {
      await joinWaitingList(deps, { client }, address, input)
      return { ordered: { isWaiting: true } }
    }
    const formKey = readText(form['key']).slice(0, 100)
    return { ordered: await orderOnce(deps, { client, formKey }, { address, input }) }
  } catch (cause) {
    if (!(cause instanceof AppError) || cause.kind === 'internal') throw cause
    if (cause.kind === 'not_found') return again('ticketNeeded')
    return again(wordsOfCodes[cause.code] ?? 'failed')
  }
}

const toOrdered = (order: TicketOrder): Ordered =>
  'checkoutUrl' in order ? { checkoutUrl: order.checkoutUrl } : { orderId: order.id }

/**
 * Orders tickets once, even if the visitor sends the form twice. Many visitors can have a page with
 * the same key, because proxies keep it, so what they typed and their network count, too.
 */
async function orderOnce(
  deps: Deps,
  { client, formKey }: { client: string | undefined; formKey: string },
  wanted: Parameters<typeof orderTickets>[2],
): Promise<Ordered> {
  if (formKey === '') {
    const visitor = { client, key: undefined, settle: async () => {} }
    return toOrdered(await orderTickets(deps, visitor, wanted))
  }
  const key = computeFingerprint(formKey, client ?? null, wanted)
  const claim = { scope: 'ticket-form', key, fingerprint: key }
  const response = await answerOnceApart(deps.db, claim, async (settle) => {
    const visitor = {
      client,
      key,
      settle: (tx: Parameters<typeof settle>[0], order: TicketOrder) =>
        settle(tx, Response.json(toOrdered(order))),
    }
    return Response.json(toOrdered(await orderTickets(deps, visitor, wanted)))
  })
  return (await response.json()) as Ordered
}
