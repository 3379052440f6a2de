import { setTimeout } from 'node:timers/promises'
import { eventually } from '@atrium/testkit'
import { type Caller, type Harness, toId } from './harness.ts'
import { mailsTo } from './mails.ts'

export const inADay = (days = 1): string => new Date(Date.now() + days * 86_400_000).toISOString()

export interface Selling {
  call: Caller
  id: string
  typeId: string
  /** Public path of the event. */
  path: string
}

/** Creates a published event with one ticket type, in the caller's org or else in a new org. */
export async function aHappening(
  harness: Harness,
  type: object = { name: 'Entry', capacity: 100 },
  more: object = {},
  call: Caller = harness.as('admin'),
): Promise<Selling> {
  const orgSlug = harness.name(call.orgId)
  const body = {
    title: 'Open day',
    startsAt: inADay(),
    published: true,
    ticketTypes: [type],
    ...more,
  }
  const created = await call('POST', '/api/happenings', body)
  const id = toId(created)
  const [{ id: typeId } = { id: '' }] = created.body['ticketTypes'] as unknown as Array<{
    id: string
  }>
  return {
    call,
    id,
    typeId,
    path: `/api/public/happenings/${orgSlug}/${String(created.body['slug'])}`,
  }
}

export const json = (body: object, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

export const visitor = { name: 'Ada', email: 'ada@visitors.example' }

let visitors = 0
export const newAddress = (): string => `visitor${++visitors}@visitors.example`

/** Orders as a visitor, with a new address unless one is given. */
export const order = (
  harness: Harness,
  { path, typeId }: Selling,
  more: object = {},
  headers: Record<string, string> = {},
) =>
  harness.request(
    `${path}/orders`,
    json(
      { ticketTypeId: typeId, quantity: 1, name: visitor.name, email: newAddress(), ...more },
      headers,
    ),
  )

/** Orders, and retries at most nine times while the service is too busy. */
export async function orderPatiently(harness: Harness, selling: Selling, email: string) {
  const key = { 'idempotency-key': email }
  for (let tries = 1; ; tries += 1) {
    const answer = await order(harness, selling, { email }, key)
    if (answer.status !== 503 || tries === 10) return answer
    await setTimeout(1_000)
  }
}

/** Returns the token in the mail that asks an address to confirm an order. */
export async function readToken(harness: Harness, email: string, orderId: string): Promise<string> {
  const start = `/order/${orderId}?token=`
  return eventually(async () => {
    const found = (await mailsTo(harness, email)).map(
      ({ text }) => /^[\w-]+/.exec(text.split(start)[1] ?? '')?.[0],
    )
    const token = found.find((each) => each !== undefined)
    if (token === undefined) throw new Error('not sent yet')
    return token
  })
}

export const confirm = (harness: Harness, id: string, token: string) =>
  harness.request(`/api/public/orders/${id}/confirm`, json({ token }))

/** Orders and confirms by mail, to get more tickets than an unconfirmed order gets. */
export async function orderAndConfirm(harness: Harness, selling: Selling, more: object = {}) {
  const email = newAddress()
  const pending = await order(harness, selling, { email, ...more })
  if (pending.body['status'] !== 'pending') return pending
  const to = 'email' in more ? String(more.email) : email
  return confirm(harness, toId(pending), await readToken(harness, to, toId(pending)))
}

export const toCodes = ({ body }: { body: Record<string, unknown> }): string[] =>
  (body['tickets'] as Array<{ code: string }>).map(({ code }) => code)

export async function readSeats({ call, id }: Selling): Promise<{ sold: number; held: number }> {
  const { body } = await call('GET', `/api/happenings/${id}`)
  const [type] = body['ticketTypes'] as unknown as Array<{ sold: number; held: number }>
  return { sold: type?.sold ?? -1, held: type?.held ?? -1 }
}

export async function readSold({ call, id }: Selling): Promise<number> {
  const { body } = await call('GET', `/api/happenings/${id}`)
  const [{ sold } = { sold: -1 }] = body['ticketTypes'] as unknown as Array<{ sold: number }>
  return sold
}
