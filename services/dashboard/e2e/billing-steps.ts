import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { callApi } from './api.ts'

/** Calls the platform; fails with the body of a refusal. */
async function call(page: Page, path: string, body: object = {}): Promise<Record<string, string>> {
  const answer = await callApi(page, 'POST', path, body)
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.body as Record<string, string>
}

/** Connects an account that can charge. Answers its id, and where the stand-in of the processor is. */
export async function connectPayments(page: Page): Promise<{ accountId: string; sandbox: string }> {
  const { url = '' } = await call(page, '/api/connect/payments/onboard')
  const body = new URLSearchParams({ outcome: 'enable' })
  const onboarded = await fetch(url, { method: 'POST', body, redirect: 'manual' })
  expect(onboarded.status).toBeLessThan(400)
  return { accountId: new URL(url).pathname.split('/').at(-1) ?? '', sandbox: new URL(url).origin }
}

/** Finalizes an invoice of one line over an amount without VAT. Answers its id. */
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

/** Adds a customer. Answers its id. */
export const addCustomer = async (page: Page, name: string, email: string): Promise<string> =>
  (await call(page, '/api/customers', { name, email }))['id'] ?? ''

/** Mails an open invoice again. */
export const sendAgain = (page: Page, id: string): Promise<unknown> =>
  call(page, `/api/invoicing/${id}/send`)

/** The lines of a draft with one line. */
export const draftLine = (description: string) => [
  { description, quantity: 1, unitAmountCents: 10_000 },
]

/** Makes a record through the API; answers its id. */
export async function make(page: Page, path: string, body: object): Promise<string> {
  const { status, body: made } = await callApi(page, 'POST', path, body)
  expect(status, JSON.stringify(made)).toBe(201)
  return String(made['id'])
}
