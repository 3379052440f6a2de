import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { callApi } from './api.ts'

/** Submits a form of the sandbox's pages as a browser does. */
export async function submit(url: string, form: Record<string, string> = {}): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  })
  expect(response.status).toBeLessThan(400)
}

/**
 * Creates an account that can charge, a paid invoice, an open invoice with its payment page, and
 * the customer's card.
 */
export async function billACustomer(
  page: Page,
): Promise<{ readonly payPage: string; readonly card: string }> {
  const call = async (path: string, body: object = {}) => {
    const answer = await callApi(page, 'POST', path, body)
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return answer.body as Record<string, string>
  }
  const { url = '' } = await call('/api/connect/payments/onboard')
  await submit(url, { outcome: 'enable' })
  await expect
    .poll(async () => (await callApi(page, 'GET', '/api/connect/payments/status')).body)
    .toMatchObject({ chargesEnabled: true })
  await callApi(page, 'PUT', '/api/invoicing/seller', {
    name: 'Harbour Studio',
    city: 'Lyon',
    country: 'FR',
  })
  const customer = await call('/api/customers', {
    name: 'Harbour Bakery',
    email: 'accounts@bakery.example',
    billingCountry: 'FR',
  })
  const bill = async () => {
    const { id } = await call('/api/invoicing', {
      customerId: customer['id'],
      lineItems: [{ description: 'Brand audit', quantity: 1, unitAmountCents: 24_167 }],
      vatRateBps: 2_000,
    })
    return call(`/api/invoicing/${id}/finalize`)
  }
  const { id: earlier } = await bill()
  const paid = { paidAt: new Date().toISOString(), method: 'bank_transfer' }
  await call(`/api/invoicing/${earlier}/mark-paid`, paid)
  const open = await bill()
  const card = await call('/api/tasks', { kind: 'contact', title: 'Harbour Bakery' })
  return { payPage: open['paymentsHostedInvoiceUrl'] ?? '', card: card['id'] ?? '' }
}
