import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestPlatform } from './harness.ts'
import {
  type Caller,
  expectRefusal,
  expectStatus,
  hamburg,
  issueInvoice,
  makeCustomer,
  makeDraft,
  type Reply,
  startWithCallers,
} from './outside-callers.ts'

let platform: TestPlatform
let owner: Caller
let member: Caller
let stranger: Caller
let signUpStranger: () => Promise<Caller>

beforeAll(async () => {
  ;({ platform, owner, member, stranger, signUpStranger } = await startWithCallers())
})
afterAll(() => platform?.stop())

describe('set-up', () => {
  const steps = ['company', 'bank', 'vat', 'numbers', 'payments']
  const find = (body: Reply['body'], step: string) =>
    body.items.find((item: { step: string }) => item.step === step)

  test('lists what is missing before the first invoice, and nothing after it', async () => {
    const fresh = await signUpStranger()
    const before = await expectStatus(200, fresh('GET', '/api/invoicing/setup'))
    expect(before.items.map(({ step }: { step: string }) => step)).toEqual(steps)
    expect(find(before, 'company')).toMatchObject({ done: false, optional: false })
    expect(find(before, 'company').missing).toEqual(expect.arrayContaining(['line1', 'city']))
    expect(find(before, 'bank').missing).toContain('iban')
    expect(find(before, 'payments')).toMatchObject({ optional: true, done: false })
    await expectStatus(200, fresh('PUT', '/api/invoicing/seller', hamburg))
    await expectStatus(200, fresh('PUT', '/api/invoicing/defaults', { onlinePayments: false }))
    await issueInvoice(fresh)
    const after = await expectStatus(200, fresh('GET', '/api/invoicing/setup'))
    expect(steps.map((step) => [step, find(after, step).done, find(after, step).missing])).toEqual(
      steps.map((step) => [step, true, []]),
    )
  })

  test('keeps the company with its bank account and the small-business rule', async () => {
    const fresh = await signUpStranger()
    const save = (fields: object) =>
      fresh('PUT', '/api/invoicing/seller', { ...hamburg, ...fields })
    const more = {
      legalForm: 'GmbH',
      shareCapital: '25.000 €',
      email: 'office@example.com',
      phone: '+49 40 1234567',
      website: 'https://example.com',
      taxNumber: '12/345/67890',
    }
    expect(await expectStatus(200, save(more))).toMatchObject({ ...hamburg, ...more })
    expect(await expectStatus(200, fresh('GET', '/api/invoicing/seller'))).toMatchObject(more)
    expect(await expectStatus(200, save({ smallBusiness: true }))).toMatchObject({
      smallBusiness: true,
      vatExemption: 'small_enterprise',
    })
    await expectStatus(400, save({ iban: 'DE89370400440532013001' }))
    await expectStatus(403, member('PUT', '/api/invoicing/seller', hamburg))
  })

  test("lists a country's VAT rates", async () => {
    await expectStatus(200, owner('PUT', '/api/invoicing/seller', hamburg))
    const read = (query: string) => member('GET', `/api/invoicing/vat-rates${query}`)
    const rates = ({ items }: Reply['body']) =>
      items.map((item: { rateBps: number }) => item.rateBps)
    const ours = await expectStatus(200, read(''))
    expect(rates(ours)).toEqual(expect.arrayContaining([1_900, 700]))
    const preset = ours.items.filter((item: { isDefault: boolean }) => item.isDefault)
    expect(preset).toMatchObject([{ rateBps: 1_900 }])
    expect(rates(await expectStatus(200, read('?country=FR')))).toEqual(
      expect.arrayContaining([2_000, 1_000, 550]),
    )
    await expectStatus(400, read('?country=Germany'))
  })

  test('numbers documents as the organisation wants, and refuses a lower number', async () => {
    const fresh = await signUpStranger()
    const first = await expectStatus(200, fresh('GET', '/api/invoicing/numbering'))
    expect(first).toMatchObject({
      invoice: { prefix: 'INV', withYear: true, digits: 6, next: 1 },
      estimate: { prefix: 'EST', withYear: true, digits: 6, next: 1 },
    })
    const invoice = { prefix: 'R', withYear: false, digits: 4, next: 42 }
    const save = () => fresh('PUT', '/api/invoicing/numbering', { ...first, invoice })
    await expectStatus(200, save())
    expect((await issueInvoice(fresh)).number).toBe('R-0042')
    expect((await issueInvoice(fresh)).number).toBe('R-0043')
    await expectRefusal(409, 'next_too_low', save())
  })

  test('warns about a draft before it is issued', async () => {
    const fresh = await signUpStranger()
    const { id } = await makeDraft(fresh)
    const check = await expectStatus(200, fresh('GET', `/api/invoicing/${id}/check`))
    const incomplete = expect.objectContaining({ code: 'seller_incomplete' })
    expect(check.warnings).toEqual(expect.arrayContaining([incomplete]))
    expect(Array.isArray(check.eInvoiceWarnings)).toBe(true)
    await expectStatus(404, stranger('GET', `/api/invoicing/${id}/check`))
  })
})

describe('document', () => {
  test('computes discounts and several VAT rates, and keeps every reference', async () => {
    const fields = {
      note: 'Thank you',
      footer: 'Nothing more',
      orderNumber: 'PO-1',
      buyerReference: '04011000-1234512345-06',
      contractNumber: 'C-9',
      recipients: { to: ['a@example.com'], cc: ['b@example.com'] },
    }
    const work = { description: 'Work', quantity: 2.5, unitAmountCents: 9_999, unit: 'hour' }
    const book = { description: 'Book', quantity: 3, unitAmountCents: 1_050, vatRateBps: 700 }
    const invoice = await makeDraft(owner, {
      ...fields,
      lineItems: [{ ...work, discountBps: 1_000 }, book],
      serviceFrom: '2026-10-01',
      serviceTo: '2026-10-31',
    })
    expect(invoice).toMatchObject(fields)
    // 2.5 × 99.99 × 0.9 = 224.9775 and 3 × 10.50 = 31.50; VAT is 42.7462 and 2.205.
    expect(invoice.totalAmountCents).toBe(22_498 + 3_150 + 4_275 + 221)
  })

  test.each(['zero', 'exempt', 'reverse_charge', 'intra_community', 'export', 'outside_scope'])(
    'charges no VAT in the category %s',
    async (vatCategory) => {
      const line = { description: 'Work', quantity: 1, unitAmountCents: 10_000, vatCategory }
      const free = [{ ...line, vatReason: 'Because of the law' }]
      expect((await makeDraft(owner, { lineItems: free })).totalAmountCents).toBe(10_000)
      const { id } = await makeCustomer(owner)
      const lineItems = [{ ...line, vatRateBps: 1_900 }]
      await expectStatus(422, owner('POST', '/api/invoicing', { customerId: id, lineItems }))
    },
  )
})

describe('customers and subscriptions', () => {
  test('imports a file with a mapping and changes nothing the second time', async () => {
    const send = (dryRun: boolean) => {
      const form = new FormData()
      const text = 'Firma;Mail;Land\nKiosk;kiosk@example.com;DE\n;nobody@example.com;DE\n'
      form.set('file', new Blob([text], { type: 'text/csv' }), 'customers.csv')
      const mapping = { name: 'Firma', email: 'Mail', billingCountry: 'Land' }
      form.set('mapping', JSON.stringify(mapping))
      if (dryRun) form.set('dryRun', 'true')
      return member('POST', '/api/customers/import', form)
    }
    expect(await expectStatus(200, send(true))).toMatchObject({ created: 1 })
    const { body } = await send(false)
    expect(body, JSON.stringify(body)).toMatchObject({ created: 1, errors: [{ row: 3 }] })
    expect((await send(false)).body).toMatchObject({ created: 0 })
  })

  test('merges a customer into another, and anonymises it', async () => {
    const fields = {
      name: 'Kept',
      email: 'kept@example.com',
      contactName: 'Purchasing',
      phone: '+49 421 123456',
      notes: 'Good',
      emails: { to: ['x@example.com'], cc: [] },
      language: 'de',
    }
    const kept = await makeCustomer(owner, fields)
    expect(kept).toMatchObject({ ...fields, balanceCents: 0 })
    const { id, customerId } = await issueInvoice(owner)
    const merge = `/api/customers/${customerId}/merge`
    await expectStatus(403, member('POST', merge, { into: kept.id }))
    await expectStatus(200, owner('POST', merge, { into: kept.id }))
    const moved = await expectStatus(200, owner('GET', `/api/invoicing/${id}`))
    expect(moved.customerId).toBe(kept.id)
    const path = `/api/customers/${kept.id}`
    expect((await expectStatus(200, owner('GET', path))).balanceCents).toBe(11_900)
    const statement = owner('GET', `${path}/statement.pdf?from=2026-01-01&to=2026-12-31`)
    expect(await expectStatus(200, statement)).toContain('%PDF')
    await expectStatus(200, owner('POST', `${path}/anonymise`))
    expect((await expectStatus(200, owner('GET', path))).email).not.toBe('kept@example.com')
  })

  test('changes a subscription from its next period on and previews the next invoice', async () => {
    const { id: customerId } = await makeCustomer(owner)
    const care = { name: 'Care', priceCents: 5_000, currency: 'EUR' }
    const recurring = { ...care, billingModel: 'recurring', interval: 'month' }
    const { id: offerId } = await expectStatus(201, owner('POST', '/api/offers', recurring))
    const terms = { customerId, offerId, vatRateBps: 1_900 }
    const { id } = await expectStatus(201, owner('POST', '/api/invoicing/schedules', terms))
    const path = `/api/invoicing/schedules/${id}`
    const changes = { unitAmountCents: 6_000, vatRateBps: 700 }
    await expectStatus(200, owner('PATCH', path, changes))
    const preview = await expectStatus(200, member('GET', `${path}/preview`))
    expect(preview).toMatchObject({ totalAmountCents: 6_420 })
    expect(preview).not.toHaveProperty('id')
    expect(preview).not.toHaveProperty('number')
  })
})
