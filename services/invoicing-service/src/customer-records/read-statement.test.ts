import { getDocumentProxy } from 'unpdf'
import { afterAll, expect, test } from 'vitest'
import {
  type Caller,
  createCustomer,
  createDraft,
  startHarness,
  toId,
  toRefusal,
} from '../../test/harness.ts'
import { readStatement } from './read-statement.ts'

const harness = await startHarness()
afterAll(() => harness.stop())

async function readText(call: Caller, path: string): Promise<string> {
  const response = await call.raw(path)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  const pdf = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()))
  const pages = Array.from({ length: pdf.numPages }, (_, index) => pdf.getPage(index + 1))
  const texts = await Promise.all(
    pages.map(async (page) => (await (await page).getTextContent()).items),
  )
  return texts
    .flat()
    .map((item) => ('str' in item ? item.str : ''))
    .join(' ')
    .replace(/\s+/g, ' ')
}

test('states what a customer owed, was credited and paid, and ends with the balance', async () => {
  const call = harness.as('admin')
  const customerId = await createCustomer(call, { name: 'Bäckerei', language: 'de' })
  const issue = async () => {
    const id = await createDraft(call, { customerId })
    expect((await call('POST', `/api/invoicing/${id}/finalize`)).status).toBe(200)
    return id
  }
  const [first, second, third] = [await issue(), await issue(), await issue()]
  await createDraft(call, { customerId })
  expect((await call('POST', `/api/invoicing/${third}/void`)).status).toBe(200)
  const today = new Date().toISOString().slice(0, 10)
  const pay = { amountCents: 10_000, paidAt: today, method: 'transfer' }
  toId(await call('POST', `/api/invoicing/${first}/payments`, pay))
  toId(
    await call('POST', `/api/invoicing/${second}/credit-notes`, {
      amountCents: 6_000,
      reason: 'x',
    }),
  )
  const paid = { paidAt: today, method: 'cash' }
  expect((await call('POST', `/api/invoicing/${second}/mark-paid`, paid)).status).toBe(200)
  const path = `/api/customers/${customerId}/statement.pdf`
  const member = harness.as('member', call.orgId)
  const text = await readText(member, path)
  expect(text).toContain('Kontoauszug')
  expect(text).toContain('Bäckerei')
  expect(text).toMatch(/Endsaldo 260,00 EUR/)
  expect((await call('GET', `/api/customers/${customerId}`)).body['balanceCents']).toBe(26_000)
  const { accounts } = await readStatement(harness.deps, member as never, {
    id: customerId,
    query: {},
  })
  expect(accounts).toMatchObject([{ currency: 'EUR', openingCents: 0 }])
  expect(accounts[0]?.entries.map(({ kind, cents }) => [kind, cents])).toEqual([
    ['invoice', 36_000],
    ['invoice', 36_000],
    ['credit_note', -6_000],
    ['payment', -10_000],
    ['payment', -30_000],
  ])
  // The next day, everything is part of the opening balance.
  const later = await readText(call, `${path}?from=2100-01-01&to=2100-01-31`)
  expect(later).toMatch(/Anfangssaldo 260,00 EUR/)
  expect(later).toMatch(/Endsaldo 260,00 EUR/)
  expect(await readText(call, `${path}?to=2000-01-01`)).toContain('keine Buchungen')
})

test('refuses a period that ends before it begins, and a customer of another organisation', async () => {
  const call = harness.as('member')
  const path = `/api/customers/${await createCustomer(call)}/statement.pdf`
  for (const query of ['?from=2026-02-01&to=2026-01-01', '?from=yesterday'])
    expect(toRefusal(await call('GET', path + query))).toEqual([400, 'validation_failed'])
  expect(toRefusal(await harness.as('admin')('GET', path))).toEqual([404, 'not_found'])
})
