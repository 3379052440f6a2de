import { type Client, createClient } from '@atrium/sdk'
import { expect } from 'vitest'
import { signUpNewcomer } from '../newcomer/play-newcomer.ts'
import { startTestPlatform } from './harness.ts'

export interface Reply {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests read fields of many shapes
  readonly body: any
}
export type Caller = (method: string, path: string, body?: unknown) => Promise<Reply>

const createCaller =
  (baseUrl: string, headers: Record<string, string>): Caller =>
  async (method, path, body) => {
    const isForm = body instanceof FormData
    const json = { ...headers, 'content-type': 'application/json' }
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: body === undefined || isForm ? headers : json,
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') === true
    return { status: response.status, body: isJson && text !== '' ? JSON.parse(text) : text }
  }

const createKeyCaller = async (baseUrl: string, client: Client): Promise<Caller> =>
  createCaller(baseUrl, { 'x-api-key': (await client.auth.createApiKey({ name: 'outside' })).key })

/**
 * Starts a platform with an owner, a member, and the owner of another organisation. They call it as
 * outside programs do, with an API key and with the names that the reference uses.
 */
export async function startWithCallers() {
  const platform = await startTestPlatform()
  const { baseUrl } = platform
  const signUpStranger = async (): Promise<Caller> =>
    createKeyCaller(baseUrl, (await signUpNewcomer(baseUrl, 'stranger')).client)
  const founded = await signUpNewcomer(baseUrl, 'owner')
  const joined = createClient({ baseUrl })
  const email = `member-${Date.now()}@example.com`
  await joined.auth.signUp({ name: 'member', email, password: 'of a test member' })
  const { id } = await founded.client.auth.inviteMember({ email, role: 'member' })
  await joined.auth.acceptInvitation(id)
  return {
    platform,
    signUpStranger,
    owner: await createKeyCaller(baseUrl, founded.client),
    member: await createKeyCaller(baseUrl, joined),
    stranger: await signUpStranger(),
    anyone: createCaller(baseUrl, {}),
  }
}

/** Returns the response's body. Fails unless the call has this status. */
export async function expectStatus(status: number, call: Promise<Reply>): Promise<Reply['body']> {
  const reply = await call
  expect([reply.status, reply.body]).toEqual([status, reply.body])
  return reply.body
}

export async function expectRefusal(
  status: number,
  code: string,
  call: Promise<Reply>,
): Promise<void> {
  const { status: actual, body } = await call
  expect([actual, body?.code], JSON.stringify(body)).toEqual([status, code])
}

export const hamburg = {
  name: 'Hafen Studio GmbH',
  line1: 'Speicherstadt 1',
  city: 'Hamburg',
  postalCode: '20457',
  country: 'DE',
  taxId: 'DE136695976',
  registration: 'HRB 1234',
  iban: 'DE89370400440532013000',
  bic: 'COBADEFFXXX',
  bankName: 'Commerzbank',
}

export const makeCustomer = (call: Caller, fields: object = {}): Promise<Reply['body']> =>
  expectStatus(
    201,
    call('POST', '/api/customers', {
      name: 'Bakery',
      email: 'bakery@example.com',
      billingLine1: 'Market 2',
      billingCity: 'Bremen',
      billingPostalCode: '28195',
      billingCountry: 'DE',
      currency: 'EUR',
      ...fields,
    }),
  )

export async function makeDraft(call: Caller, fields: object = {}): Promise<Reply['body']> {
  const { id } = await makeCustomer(call)
  const lineItems = [{ description: 'Work', quantity: 1, unitAmountCents: 10_000 }]
  const body = { customerId: id, lineItems, vatRateBps: 1_900, ...fields }
  return expectStatus(201, call('POST', '/api/invoicing', body))
}

export async function issueInvoice(call: Caller, fields: object = {}): Promise<Reply['body']> {
  const { id } = await makeDraft(call, fields)
  return expectStatus(200, call('POST', `/api/invoicing/${id}/finalize`))
}
