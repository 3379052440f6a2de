import { setTimeout } from 'node:timers/promises'
import { type Caller, type Harness, idOf } from './harness.ts'

export const inADay = (days = 1): string => new Date(Date.now() + days * 86_400_000).toISOString()

export interface Selling {
  call: Caller
  id: string
  typeId: string
  /** The public address of the happening. */
  path: string
}

/** A published happening of a new org with one ticket type. */
export async function aHappening(
  harness: Harness,
  type: object = { name: 'Entry', capacity: 100 },
  more: object = {},
): Promise<Selling> {
  const call = harness.as('admin')
  const orgSlug = harness.name(call.orgId)
  const body = { title: 'Open day', startsAt: inADay(), published: true, ticketTypes: [type], ...more }
  const created = await call('POST', '/api/happenings', body)
  const id = idOf(created)
  const [{ id: typeId } = { id: '' }] = created.body['ticketTypes'] as unknown as Array<{ id: string }>
  return { call, id, typeId, path: `/api/public/happenings/${orgSlug}/${String(created.body['slug'])}` }
}

export const json = (body: object, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

export const visitor = { name: 'Ada', email: 'ada@visitors.example' }

/** An order of a visitor. */
export const order = (
  harness: Harness,
  { path, typeId }: Selling,
  more: object = {},
  headers: Record<string, string> = {},
) =>
  harness.request(`${path}/orders`, json({ ticketTypeId: typeId, quantity: 1, ...visitor, ...more }, headers))

/** An order that is sent again, at most nine times, while the service is too busy to take it. */
export async function orderPatiently(harness: Harness, selling: Selling, email: string) {
  const key = { 'idempotency-key': email }
  for (let tries = 1; ; tries += 1) {
    const answer = await order(harness, selling, { email }, key)
    if (answer.status !== 503 || tries === 10) return answer
    await setTimeout(1_000)
  }
}

/** The codes of the tickets in the answer to an order. */
export const codesOf = ({ body }: { body: Record<string, unknown> }): string[] =>
  (body['tickets'] as Array<{ code: string }>).map(({ code }) => code)

/** The number of sold tickets of the first type. */
export async function soldOf({ call, id }: Selling): Promise<number> {
  const { body } = await call('GET', `/api/happenings/${id}`)
  const [{ sold } = { sold: -1 }] = body['ticketTypes'] as unknown as Array<{ sold: number }>
  return sold
}
