import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { callApi } from './api.ts'

/** Calls the platform. Fails with the response body if the request is rejected. */
async function call(page: Page, path: string, body: object = {}): Promise<Record<string, string>> {
  const answer = await callApi(page, 'POST', path, body)
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.body as Record<string, string>
}

/**
 * Connects an account that can charge. Returns the account id and the origin of the processor's
 * stand-in.
 */
export async function connectPayments(page: Page): Promise<{ accountId: string; sandbox: string }> {
  const { url = '' } = await call(page, '/api/connect/payments/onboard')
  const body = new URLSearchParams({ outcome: 'enable' })
  const onboarded = await fetch(url, { method: 'POST', body, redirect: 'manual' })
  expect(onboarded.status).toBeLessThan(400)
  return { accountId: new URL(url).pathname.split('/').at(-1) ?? '', sandbox: new URL(url).origin }
}

/** Finalizes an invoice with one line. `unitAmountCents` is without VAT. Returns the invoice id. */
export async function issueInvoice(
  page: Page,
  customerId: string,
  unitAmountCents: number,
): Promise<string> {
  const lineItems = [{ description: 'Brand audit', quantity: 1, unitAmountCents }]
  const { id = '' } = await call(page, '/api/invoicing', { customerId, lineItems })
  await call(page, `/api/invoicing/${id}/finalize`)
  return id
}

/** Adds a customer. Returns the customer id. */
export const addCustomer = async (page: Page, name: string, email: string): Promise<string> =>
  (await call(page, '/api/customers', { name, email }))['id'] ?? ''

export const sendAgain = (page: Page, id: string): Promise<unknown> =>
  call(page, `/api/invoicing/${id}/send`)

/** Returns the lines of a draft that has one line. */
export const draftLine = (description: string) => [
  { description, quantity: 1, unitAmountCents: 10_000 },
]

/** Creates a record through the API. Returns its id. */
export async function make(page: Page, path: string, body: object): Promise<string> {
  const { status, body: made } = await callApi(page, 'POST', path, body)
  expect(status, JSON.stringify(made)).toBe(201)
  return String(made['id'])
}
