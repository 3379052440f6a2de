import { afterAll, expect, test } from 'vitest'
import { createCustomer, createDraft, startHarness, toId, toRefusal } from '../../test/harness.ts'

const harness = await startHarness()
afterAll(() => harness.stop())

const body = { name: 'Harbour Bakery', email: 'accounts@bakery.example' }

test('makes a change if it names the current version, and changes nothing if the version is older', async () => {
  const call = harness.as('member')
  const created = await call('POST', '/api/customers', body)
  const path = `/api/customers/${toId(created)}`
  const seen = { 'if-match': created.headers.get('etag') ?? '' }
  expect((await call('GET', path)).headers.get('etag')).toBe(seen['if-match'])
  const changed = await call('PATCH', path, { name: 'Bakery' }, seen)
  expect([changed.status, changed.body['name']]).toEqual([200, 'Bakery'])
  expect(toRefusal(await call('PATCH', path, { billingCity: 'Brest' }, seen))).toEqual([
    412,
    'precondition_failed',
  ])
  expect(toRefusal(await call('DELETE', path, undefined, seen))).toEqual([
    412,
    'precondition_failed',
  ])
  expect((await call('GET', path)).body).toMatchObject({ name: 'Bakery', billingCity: null })
  expect((await call('PATCH', path, { billingCity: 'Brest' })).status).toBe(200)
  const now = { 'if-match': (await call('GET', path)).headers.get('etag') ?? '' }
  expect((await call('DELETE', path, undefined, now)).status).toBe(204)
})

test('makes one of several concurrent changes that start from the same version', async () => {
  const call = harness.as('member')
  const created = await call('POST', '/api/customers', body)
  const seen = { 'if-match': created.headers.get('etag') ?? '' }
  const names = Array.from({ length: 5 }, (_, n) => `Bakery ${n}`)
  const path = `/api/customers/${toId(created)}`
  const answers = await Promise.all(names.map((name) => call('PATCH', path, { name }, seen)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412, 412, 412])
})

test('finds no customer of another org with any version', async () => {
  const created = await harness.as('member')('POST', '/api/customers', body)
  const seen = { 'if-match': created.headers.get('etag') ?? '' }
  const other = harness.as('admin')
  const path = `/api/customers/${toId(created)}`
  expect(toRefusal(await other('PATCH', path, { name: 'x' }, seen))).toEqual([404, 'not_found'])
  expect(toRefusal(await other('DELETE', path, undefined, seen))).toEqual([404, 'not_found'])
})

test("normalises a VAT number by the customer's country and names the expected form when it refuses one", async () => {
  const call = harness.as('member')
  const customer = { name: 'Hafen GmbH', email: 'kasse@hafen.example' }
  const made = await call('POST', '/api/customers', {
    ...customer,
    billingCountry: 'DE',
    taxId: '123 456.789',
  })
  expect([made.status, made.body['taxId']]).toEqual([201, 'DE123456789'])
  const path = `/api/customers/${toId(made)}`
  for (const [wish, taxId] of [
    [{ taxId: '987654321' }, 'DE987654321'],
    [{ billingCountry: 'GR', taxId: 'GR123456789' }, 'EL123456789'],
    [{ name: 'Hafen' }, 'EL123456789'],
  ] as const) {
    expect((await call('PATCH', path, wish)).body['taxId']).toBe(taxId)
  }
  for (const refused of [
    await call('PATCH', path, { taxId: '12' }),
    await call('POST', '/api/customers', { ...customer, billingCountry: 'DE', taxId: '12345' }),
  ]) {
    expect([refused.status, refused.body['code']]).toEqual([400, 'validation_failed'])
    expect(refused.body['errors']).toEqual([
      { path: 'taxId', message: expect.stringMatching(/looks like (EL|DE)123456789/) },
    ])
  }
  expect((await call('GET', path)).body['taxId']).toBe('EL123456789')
})

test('states reverse charge for a German company if its number was entered without the prefix', async () => {
  const call = harness.as('admin')
  const address = { line1: '1 Quay', city: 'Lyon', country: 'FR' }
  const seller = await call('PUT', '/api/invoicing/seller', {
    name: 'Studio',
    ...address,
    taxId: '40 987 654 321',
  })
  expect(seller.body['taxId']).toBe('FR40987654321')
  const customerId = await createCustomer(call, { billingCountry: 'DE', taxId: '123456789' })
  const draft = await createDraft(call, { customerId, vatRateBps: 0 })
  const id = toId(await call('POST', `/api/invoicing/${draft}/finalize`))
  expect((await call('GET', `/api/invoicing/${id}/e-invoice`)).text).toContain('VATEX-EU-AE')
})

test('keeps contact details and refuses more than ten addresses or the same address twice', async () => {
  const call = harness.as('member')
  const contact = {
    contactName: 'Ada Marin',
    phone: '+33 4 91 00 00 00',
    notes: 'Pays late.\nCall first.',
    emails: { to: ['Books@bakery.example'], cc: ['ada@bakery.example'] },
    language: 'fr',
    remindersPaused: true,
  }
  const plain = await call('POST', '/api/customers', body)
  expect(plain.body).toMatchObject({
    contactName: null,
    emails: { to: [], cc: [] },
    remindersPaused: false,
    balanceCents: 0,
    balanceCurrency: null,
  })
  const path = `/api/customers/${toId(plain)}`
  expect((await call('PATCH', path, contact)).body).toMatchObject(contact)
  const many = Array.from({ length: 11 }, (_, n) => `a${n}@bakery.example`)
  for (const emails of [
    { to: many },
    { to: ['a@b.example', 'A@b.example'] },
    { cc: ['no address'] },
    { bcc: [] },
  ]) {
    expect(toRefusal(await call('PATCH', path, { emails }))).toEqual([400, 'validation_failed'])
  }
  expect(toRefusal(await call('PATCH', path, { balanceCents: 1 }))).toEqual([
    400,
    'validation_failed',
  ])
  expect((await call('GET', path)).body).toMatchObject(contact)
})

test('shows what is due on open invoices, in the currency of the customer or of most of them', async () => {
  const call = harness.as('admin')
  const customerId = await createCustomer(call)
  const issue = async (currency: string) => {
    await call('PATCH', `/api/customers/${customerId}`, { currency })
    const id = await createDraft(call, { customerId })
    await call('PATCH', `/api/customers/${customerId}`, { currency: null })
    return toId(await call('POST', `/api/invoicing/${id}/finalize`))
  }
  const balance = async () => {
    const { body: one } = await call('GET', `/api/customers/${customerId}`)
    const { items } = (await call('GET', '/api/customers')).body as unknown as {
      items: Array<typeof one>
    }
    expect(items.find(({ id }) => id === customerId)).toEqual(one)
    return [one['balanceCents'], one['balanceCurrency']]
  }
  await createDraft(call, { customerId })
  expect(await balance()).toEqual([0, null])
  const [first, second] = [await issue('EUR'), await issue('EUR')]
  await issue('USD')
  expect(await balance()).toEqual([72_000, 'EUR'])
  const payment = { amountCents: 10_000, paidAt: '2026-01-02', method: 'transfer' }
  expect((await call('POST', `/api/invoicing/${first}/payments`, payment)).status).toBe(201)
  const credit = { amountCents: 6_000, reason: 'Late' }
  expect((await call('POST', `/api/invoicing/${second}/credit-notes`, credit)).status).toBe(201)
  expect(await balance()).toEqual([56_000, 'EUR'])
  expect((await harness.as('admin')('GET', '/api/customers')).body['items']).toEqual([])
})
