import {
  ChangeCustomer,
  DraftInvoice,
  FindCustomers,
  FindInvoices,
  newId,
  PayInvoice,
} from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import { afterAll, expect, test } from 'vitest'
import { createCustomer, createDraft, startHarness } from '../../test/harness.ts'

const harness = await startHarness()
afterAll(() => harness.stop())

const userId = 'usr_1'
const draft = (customerId: string) => ({
  customerId,
  lineItems: [{ description: 'Hours', quantity: 2, unitAmountCents: 5_000 }],
})

test('finds customers and invoices by a field, without regard to case and accents', async () => {
  const call = harness.as('admin')
  const { orgId } = call
  const id = await createCustomer(call, { name: 'Café Zoé', email: 'zoe@cafe.example' })
  const invoiceId = await createDraft(call, { customerId: id })
  const customers = (field: 'name' | 'email' | 'id', value: string, org = orgId) =>
    callRpc(harness.bus, FindCustomers, { orgId: org, field, value, limit: 100 })
  expect((await customers('name', 'cafe zoe')).items).toMatchObject([{ id, name: 'Café Zoé' }])
  expect((await customers('email', 'ZOE@cafe.example ')).items).toHaveLength(1)
  expect((await customers('name', 'cafe')).items).toEqual([])
  expect((await customers('id', id, newId('org'))).items).toEqual([])
  const asked = { orgId, field: 'customerEmail', value: 'zoe@cafe.example', limit: 100 } as const
  expect((await callRpc(harness.bus, FindInvoices, asked)).items).toMatchObject([
    { id: invoiceId, customerName: 'Café Zoé', status: 'draft' },
  ])
  const foreign = { ...asked, orgId: newId('org') }
  expect((await callRpc(harness.bus, FindInvoices, foreign)).items).toEqual([])
})

test('finds a customer by phone number, with or without the country prefix', async () => {
  const call = harness.as('admin')
  const numbers = ['+33 6 12 34 56 78', '+49 6 12 34 56 78', '555 01 23 45', '9 06 12 34 56 78']
  for (const phone of numbers) await createCustomer(call, { phone })
  const find = async (value: string, orgId = call.orgId) => {
    const asked = { orgId, field: 'phone', value, limit: 100 } as const
    return (await callRpc(harness.bus, FindCustomers, asked)).items.map(({ phone }) => phone)
  }
  const [french, german, bare] = numbers
  expect(await find('0033 (0)6.12.34.56.78')).toEqual([french])
  expect(await find('０６ 12 34 56 78')).toEqual([german, french])
  expect(await find('555-012345')).toEqual([bare])
  for (const wrong of ['612', '+33 6 12 34 56 79', '%', 'no number'])
    expect(await find(wrong)).toEqual([])
  expect(await find('+33612345678', newId('org'))).toEqual([])
})

test('returns at most the requested number of records', async () => {
  const call = harness.as('admin')
  for (const name of ['A', 'B', 'C']) await createCustomer(call, { name, email: 'same@x.example' })
  const { items } = await callRpc(harness.bus, FindCustomers, {
    orgId: call.orgId,
    field: 'email',
    value: 'same@x.example',
    limit: 2,
  })
  expect(items.map(({ name }) => name)).toEqual(['C', 'B'])
})

test('changes a customer of the organisation only', async () => {
  const call = harness.as('admin')
  const customerId = await createCustomer(call)
  const change = { orgId: call.orgId, userId, customerId, set: { billingCity: 'Vienna' } }
  expect((await callRpc(harness.bus, ChangeCustomer, change)).customer).toMatchObject({
    id: customerId,
    billingCity: 'Vienna',
  })
  const foreign = { ...change, orgId: newId('org') }
  await expect(callRpc(harness.bus, ChangeCustomer, foreign)).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('drafts one invoice for a key, also when two calls arrive at once', async () => {
  const call = harness.as('admin')
  const { orgId } = call
  const customerId = await createCustomer(call)
  const asked = { orgId, userId, key: 'run:node:0', draft: draft(customerId) }
  const both = await Promise.all([
    callRpc(harness.bus, DraftInvoice, asked),
    callRpc(harness.bus, DraftInvoice, asked),
  ])
  const again = await callRpc(harness.bus, DraftInvoice, asked)
  expect(new Set([...both, again].map(({ invoice }) => invoice.id)).size).toBe(1)
  expect([...both, again].filter(({ created }) => created)).toHaveLength(1)
  expect((await call('GET', '/api/invoicing')).body['total']).toBe(1)
  const other = await callRpc(harness.bus, DraftInvoice, { ...asked, key: 'run:node:1' })
  expect(other).toMatchObject({ created: true, invoice: { totalAmountCents: 10_000 } })
})

test('rejects a draft for the customer of another organisation', async () => {
  const customerId = await createCustomer(harness.as('admin'))
  const asked = { orgId: newId('org'), userId, key: 'k', draft: draft(customerId) }
  await expect(callRpc(harness.bus, DraftInvoice, asked)).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('records a payment once for a key, by default today and of the amount due', async () => {
  const call = harness.as('admin')
  const { orgId } = call
  const invoiceId = await createDraft(call)
  const common = { orgId, userId, invoiceId, method: 'transfer', reference: null } as const
  const pay = (key: string, amountCents?: number) =>
    callRpc(harness.bus, PayInvoice, {
      ...common,
      key,
      ...(amountCents === undefined ? {} : { amountCents }),
    })
  await expect(pay('early')).rejects.toMatchObject({ code: 'invoice_not_open' })
  await call('POST', `/api/invoicing/${invoiceId}/finalize`)
  const part = await pay('part', 6_000)
  expect(await pay('part', 6_000)).toEqual({ payment: part.payment, created: false })
  await expect(pay('more', 30_001)).rejects.toMatchObject({ code: 'exceeds_amount_due' })
  expect(await pay('rest')).toMatchObject({ created: true, payment: { amountCents: 30_000 } })
  expect(await pay('rest')).toMatchObject({ created: false, payment: { amountCents: 30_000 } })
  const { body } = await call('GET', `/api/invoicing/${invoiceId}`)
  expect(body).toMatchObject({ status: 'paid', paidCents: 36_000 })
})
