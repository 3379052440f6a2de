import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDraft, type Harness, startHarness, toRefusal } from '../../test/harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())

const seller = {
  name: 'Hafen Studio GmbH',
  line1: 'Kai 1',
  postalCode: '20457',
  city: 'Hamburg',
  country: 'DE',
  taxNumber: '22/345/67890',
  registration: 'HRB 12345, Amtsgericht Hamburg',
  legalForm: 'GmbH',
  email: 'hallo@hafen.example',
  iban: 'de89 3704 0044 0532 0130 00',
  bic: 'cobadeff',
}

test('keeps the bank account in its normal form and reads the small business rule both ways', async () => {
  const call = harness.as('admin')
  const put = (body: object) => call('PUT', '/api/invoicing/seller', { ...seller, ...body })
  expect((await put({ smallBusiness: true })).body).toMatchObject({
    iban: 'DE89370400440532013000',
    bic: 'COBADEFF',
    bankName: null,
    taxNumber: '22/345/67890',
    vatExemption: 'small_enterprise',
    smallBusiness: true,
  })
  const read = (await call('GET', '/api/invoicing/seller')).body
  expect((await call('PUT', '/api/invoicing/seller', read)).body).toEqual(read)
  expect((await put({ vatExemption: 'small_enterprise' })).body['smallBusiness']).toBe(true)
  expect((await put({ iban: '', email: '' })).body).toMatchObject({
    iban: null,
    email: null,
    vatExemption: null,
    smallBusiness: false,
  })
})

test.each([
  { iban: 'DE89 3704 0044 0532 0130 01' },
  { iban: '89370400440532013000' },
  { bic: 'COBA' },
  { email: 'hallo' },
  { country: 'XX' },
  { shareCapital: 25_000 },
])('rejects a company with %j', async (wrong) => {
  const answer = await harness.as('admin')('PUT', '/api/invoicing/seller', { ...seller, ...wrong })
  expect(toRefusal(answer)).toEqual([400, 'validation_failed'])
})

test('issues with the payment terms of the organisation and reports its last VAT rate', async () => {
  const call = harness.as('admin')
  const path = '/api/invoicing/defaults'
  const unset = { paymentTermsDays: 30, note: null, footer: null, lastVatRateBps: null }
  expect((await call('GET', path)).body).toEqual({ ...unset, onlinePayments: true })
  await call('PUT', path, { footer: 'Danke!' })
  const changed = await call('PUT', path, { paymentTermsDays: 14, onlinePayments: false })
  expect(changed.body).toEqual({
    ...unset,
    paymentTermsDays: 14,
    footer: 'Danke!',
    onlinePayments: false,
  })
  const id = await createDraft(call, { vatRateBps: 1_900 })
  const { body: issued } = await call('POST', `/api/invoicing/${id}/finalize`)
  const days =
    (Date.parse(String(issued['dueOn'])) - Date.parse(String(issued['issuedOn']))) / 864e5
  expect(days).toBe(14)
  await createDraft(call, { vatRateBps: 700 })
  expect((await call('GET', path)).body['lastVatRateBps']).toBe(700)
  expect(toRefusal(await call('PUT', path, { paymentTermsDays: -1 }))).toEqual([
    400,
    'validation_failed',
  ])
})
