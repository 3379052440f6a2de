import type { InvoicingSetUp, Numbering, VatRates } from '@atrium/contracts'
import { afterAll, expect, test } from 'vitest'
import { type Caller, createDraft, startHarness, toRefusal } from '../../test/harness.ts'

const harness = await startHarness()
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

const toVat = (vatExemption: string | null) => ({ vatExemption })

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
  expect((await put({ ...read, vatExemption: null })).body['smallBusiness']).toBe(false)
  expect((await put({ smallBusiness: true, ...toVat(null) })).body['smallBusiness']).toBe(true)
  expect((await put(toVat('small_enterprise'))).body['smallBusiness']).toBe(true)
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
  expect([days, issued['note'], issued['footer']]).toEqual([14, null, 'Danke!'])
  await createDraft(call, { vatRateBps: 700 })
  expect((await call('GET', path)).body['lastVatRateBps']).toBe(700)
  expect(toRefusal(await call('PUT', path, { paymentTermsDays: -1 }))).toEqual([
    400,
    'validation_failed',
  ])
})

const today = new Date().getUTCFullYear()

test('numbers documents as the organisation has chosen and never gives a number twice', async () => {
  const call = harness.as('admin')
  const path = '/api/invoicing/numbering'
  const issue = async () =>
    (await call('POST', `/api/invoicing/${await createDraft(call)}/finalize`)).body['number']
  expect((await call('GET', path)).body).toEqual({
    invoice: { prefix: 'INV', withYear: true, digits: 6, next: 1 },
    creditNote: { prefix: 'CN', withYear: true, digits: 6, next: 1 },
    estimate: { prefix: 'EST', withYear: true, digits: 6, next: 1 },
  })
  expect(await issue()).toBe(`INV-${today}-000001`)
  const changed = { prefix: 'RE', digits: 4, next: 41 }
  const put = await call('PUT', path, { invoice: changed, creditNote: { prefix: 'GS', next: 7 } })
  expect(put.body['invoice']).toEqual({ ...changed, withYear: true })
  expect([await issue(), await issue()]).toEqual([`RE-${today}-0041`, `RE-${today}-0042`])
  expect(toRefusal(await call('PUT', path, { invoice: { next: 42 } }))).toEqual([
    409,
    'next_too_low',
  ])
  await call('PUT', path, { invoice: { withYear: false, next: 43 } })
  const id = await createDraft(call)
  expect((await call('POST', `/api/invoicing/${id}/finalize`)).body['number']).toBe('RE-0043')
  const note = await call('POST', `/api/invoicing/${id}/credit-notes`, { reason: 'Wrong' })
  expect(note.body['number']).toBe(`GS-${today}-000007`)
  const read = (await call('GET', path)).body
  expect((await call('PUT', path, read)).body).toEqual(read)
})

test.each([
  { invoice: { prefix: 'RE-2026' } },
  { invoice: { prefix: 'a b' } },
  { invoice: { digits: 0 } },
  { creditNote: { prefix: 'inv' } },
  { invoice: { prefix: 'VERYLONGNAME', digits: 9 } },
])('rejects the numbering %j', async (wrong) => {
  const call = harness.as('admin')
  expect(toRefusal(await call('PUT', '/api/invoicing/numbering', wrong))).toEqual([
    400,
    'validation_failed',
  ])
})

test('rejects a prefix that another kind of document has used, and a number that grows too long', async () => {
  const call = harness.as('admin')
  const put = async (body: object) => toRefusal(await call('PUT', '/api/invoicing/numbering', body))
  const invalid = [400, 'validation_failed']
  await call('POST', `/api/invoicing/${await createDraft(call)}/finalize`)
  const { invoice } = (await call('GET', '/api/invoicing/numbering')).body as unknown as Numbering
  const used = invoice.prefix.toLowerCase()
  expect(await put({ invoice: { prefix: 'FA' }, estimate: { prefix: used } })).toEqual(invalid)
  expect(await put({ estimate: { prefix: 'TWELVE', digits: 9 } })).toEqual([200, undefined])
  expect(await put({ estimate: { prefix: 'TWELVELETTER' } })).toEqual(invalid)
})

test('misses no VAT number of a seller that has a tax number, or needs none as a small business', async () => {
  const call = harness.as('admin')
  const issueAs = async (company: object) => {
    await call('PUT', '/api/invoicing/seller', { ...seller, registration: null, ...company })
    const { body } = await call('POST', `/api/invoicing/${await createDraft(call)}/finalize`)
    const { warnings } = body as unknown as { warnings: Array<{ message: string }> }
    return warnings.some(({ message }) => /VAT number|tax number/.test(message))
  }
  expect(await issueAs({})).toBe(false)
  expect(await issueAs({ taxNumber: null })).toBe(true)
  expect(await issueAs({ taxNumber: null, country: 'AT', smallBusiness: true })).toBe(false)
})

const readSteps = async (call: Caller) => {
  const { items } = (await call('GET', '/api/invoicing/setup')).body as unknown as InvoicingSetUp
  return Object.fromEntries(items.map(({ step, done, missing }) => [step, done || missing]))
}

test('lists what is missing before the first invoice and checks a draft for it', async () => {
  const call = harness.as('admin')
  harness.name(call.orgId)
  expect(await readSteps(call)).toEqual({
    company: ['name', 'line1', 'city', 'country', 'postalCode'],
    bank: ['iban'],
    vat: ['taxId'],
    numbers: ['prefix'],
    payments: [],
  })
  const id = await createDraft(call, { vatRateBps: 2_000 })
  const check = async () => (await call('GET', `/api/invoicing/${id}/check`)).body
  expect(await check()).toMatchObject({
    warnings: [{ code: 'seller_incomplete' }, { code: 'bank_account_missing' }],
    eInvoiceWarnings: [{ code: 'e_invoice_incomplete' }],
  })
  const issue = async () => {
    const draft = await createDraft(call, { vatRateBps: 2_000 })
    const { body } = await call('POST', `/api/invoicing/${draft}/finalize`)
    return { warnings: body['warnings'], eInvoiceWarnings: body['eInvoiceWarnings'] }
  }
  expect(await check()).toEqual(await issue())
  await call('PUT', '/api/invoicing/seller', { ...seller, registration: null })
  expect(await check()).toEqual(await issue())
  expect(await check()).toMatchObject({
    warnings: [
      { code: 'seller_incomplete', message: expect.stringContaining('registration number') },
      { code: 'vat_rate_unusual', message: 'Germany has no VAT rate of 20 %' },
    ],
  })
  await call('PUT', '/api/invoicing/seller', seller)
  await call('PUT', '/api/invoicing/defaults', { onlinePayments: false })
  const reduced = { description: 'Buch', quantity: 1, unitAmountCents: 100, vatRateBps: 500 }
  await call('PATCH', `/api/invoicing/${id}`, { vatRateBps: 1_900, lineItems: [reduced] })
  expect((await check())['warnings']).toMatchObject([{ message: 'Germany has no VAT rate of 5 %' }])
  const books = { ...reduced, vatRateBps: 700 }
  await call('PATCH', `/api/invoicing/${id}`, { lineItems: [books] })
  expect((await check())['warnings']).toEqual([])
  await call('POST', `/api/invoicing/${id}/finalize`)
  expect(await readSteps(call)).toEqual({
    company: true,
    bank: true,
    vat: true,
    numbers: true,
    payments: true,
  })
  expect(toRefusal(await call('GET', `/api/invoicing/${id}/check`))).toEqual([
    409,
    'invoice_not_draft',
  ])
})

test('lists the VAT rates of the seller’s country unless another one is named', async () => {
  const call = harness.as('admin')
  const read = async (query = '') => {
    const { items } = (await call('GET', `/api/invoicing/vat-rates${query}`)).body
    return (items as unknown as VatRates['items']).map(({ rateBps, isDefault }) =>
      isDefault ? `${rateBps}*` : rateBps,
    )
  }
  expect(await read()).toEqual(['0*'])
  await call('PUT', '/api/invoicing/seller', seller)
  expect([await read(), await read('?country=CH')]).toEqual([
    ['1900*', 700, 0],
    ['810*', 380, 260, 0],
  ])
  await call('PUT', '/api/invoicing/seller', { ...seller, smallBusiness: true })
  expect(await read()).toEqual([1900, 700, '0*'])
})
