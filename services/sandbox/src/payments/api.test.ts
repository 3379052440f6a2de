import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../index.ts'
import { signPayload } from './deliveries.ts'
import { parseForm } from './form.ts'

let sandbox: Sandbox
let account = ''
beforeAll(async () => {
  sandbox = await startSandbox({ payments: { secretKey: 'sk_test_1' } })
  const created = await call('POST', '/v1/accounts', { type: 'standard' })
  account = String(created.body['id'])
})
afterAll(() => sandbox.stop())

async function call(
  method: string,
  path: string,
  form: Record<string, string> = {},
  headers: Record<string, string> = {},
) {
  const response = await fetch(sandbox.url + path, {
    method,
    headers: { authorization: 'Bearer sk_test_1', ...headers },
    ...(method === 'POST' ? { body: new URLSearchParams(form) } : {}),
  })
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  }
}
const on = () => ({ 'stripe-account': account })

test('requires onboarding unless the business has sample data', async () => {
  const made = (name: string) =>
    call('POST', '/v1/accounts', { type: 'standard', 'business_profile[name]': name })
  expect((await made('Bakery (sample)')).body).toMatchObject({
    charges_enabled: true,
    details_submitted: true,
  })
  expect((await made('Bakery')).body).toMatchObject({
    charges_enabled: false,
    details_submitted: false,
  })
})

test('nests objects and lists in the form encoding', () => {
  expect(parseForm('a=1&b[c]=2&b[d][0]=x&b[d][1]=y&e[]=p&e[]=q')).toEqual({
    a: '1',
    b: { c: '2', d: ['x', 'y'] },
    e: ['p', 'q'],
  })
})

test.each([
  ['an unknown parameter', { name: 'x', nonsense: '1' }, 'parameter_unknown', 'nonsense'],
  ['a missing one', {}, 'parameter_missing', 'name'],
])('rejects %s in the provider’s shape', async (_name, form, code, param) => {
  const answer = await call('POST', '/v1/products', form, on())
  expect([answer.status, answer.body]).toMatchObject([
    400,
    { error: { type: 'invalid_request_error', code, param } },
  ])
})

test('returns 401 for a wrong key, 403 for an unknown account and 404 for an unknown path', async () => {
  const wrong = { authorization: 'Bearer sk_other', ...on() }
  expect((await call('POST', '/v1/products', { name: 'x' }, wrong)).status).toBe(401)
  expect(
    (await call('POST', '/v1/products', { name: 'x' }, { 'stripe-account': 'acct_no' })).status,
  ).toBe(403)
  expect((await call('GET', '/v1/nothing', {}, on())).status).toBe(404)
})

test('repeats the response of an idempotency key and rejects other parameters', async () => {
  const headers = { ...on(), 'idempotency-key': 'k' }
  const first = await call('POST', '/v1/products', { name: 'x' }, headers)
  const again = await call('POST', '/v1/products', { name: 'x' }, headers)
  expect([again.body['id'], again.headers.get('idempotent-replayed')]).toEqual([
    first.body['id'],
    'true',
  ])
  const other = await call('POST', '/v1/products', { name: 'y' }, headers)
  expect([other.status, other.body]).toMatchObject([400, { error: { type: 'idempotency_error' } }])
})

test('signs the time and the body, once per secret', () => {
  const mac = (secret: string) => createHmac('sha256', secret).update('7.body').digest('hex')
  expect(signPayload('body', ['a', 'b'], 7)).toBe(`t=7,v1=${mac('a')},v1=${mac('b')}`)
})

test('moves an invoice from draft to open to paid and allows nothing else afterwards', async () => {
  const customer = await call('POST', '/v1/customers', { name: 'x', email: 'x@example.com' }, on())
  const id = String(customer.body['id'])
  const refused = await call(
    'POST',
    '/v1/invoices',
    { customer: id, collection_method: 'send_invoice' },
    on(),
  )
  expect(refused.body).toMatchObject({ error: { param: 'due_date' } })
  const due = String(Math.floor(Date.now() / 1000) + 86_400)
  const form = { customer: id, collection_method: 'send_invoice', due_date: due, currency: 'eur' }
  const invoice = await call('POST', '/v1/invoices', form, on())
  const at = `/v1/invoices/${String(invoice.body['id'])}`
  const item = { customer: id, invoice: String(invoice.body['id']), currency: 'eur', amount: '500' }
  await call('POST', '/v1/invoiceitems', item, on())
  expect((await call('GET', `${at}/lines?limit=1`, {}, on())).body).toMatchObject({
    has_more: false,
    data: [{ object: 'line_item', amount: 500 }],
  })
  expect((await call('GET', '/v1/invoices/in_none/lines', {}, on())).status).toBe(404)
  expect((await call('POST', `${at}/finalize`, {}, on())).body).toMatchObject({
    status: 'open',
    total: 500,
  })
  expect((await call('POST', '/v1/invoiceitems', item, on())).status).toBe(400)
  expect((await call('POST', `${at}/pay`, {}, on())).body).toMatchObject({
    status: 'paid',
    amount_paid: 500,
  })
  expect((await call('POST', `${at}/void`, {}, on())).status).toBe(400)
  const events = await call('GET', '/v1/events?limit=2', {}, on())
  expect(events.body).toMatchObject({
    data: [{ type: 'invoice.paid', account }, { type: 'invoice.finalized' }],
  })
})

test('writes an invoice off when it is mailed to a customer who never pays', async () => {
  const due = String(Math.floor(Date.now() / 1000) + 86_400)
  const readStatus = async (email: string) => {
    const customer = await call('POST', '/v1/customers', { name: 'x', email }, on())
    const of = { customer: String(customer.body['id']) }
    const form = { ...of, collection_method: 'send_invoice', due_date: due, currency: 'eur' }
    const invoice = String((await call('POST', '/v1/invoices', form, on())).body['id'])
    await call('POST', '/v1/invoiceitems', { ...of, invoice, currency: 'eur', amount: '500' }, on())
    await call('POST', `/v1/invoices/${invoice}/finalize`, {}, on())
    return (await call('POST', `/v1/invoices/${invoice}/send`, {}, on())).body['status']
  }
  expect(await readStatus('insolvent@example.com')).toBe('uncollectible')
  expect(await readStatus('solvent@example.com')).toBe('open')
})

test('expires the response of an idempotency key after a day', async () => {
  const fresh = String((await call('POST', '/v1/accounts', { type: 'standard' })).body['id'])
  const product = (key: string) =>
    call('POST', '/v1/products', { name: 'x' }, { 'stripe-account': fresh, 'idempotency-key': key })
  const answers = sandbox.payments.state.accounts.get(fresh)?.answers
  await product('old')
  const old = answers?.get('old')
  if (old === undefined) throw new Error('nothing was kept')
  old.at -= 86_401
  await product('new')
  expect([...(answers?.keys() ?? [])]).toEqual(['new'])
})

test('marks an open invoice as paid when credit notes reduce it to zero, and never allows more', async () => {
  const customer = await call('POST', '/v1/customers', { name: 'x', email: 'x@example.com' }, on())
  const of = String(customer.body['id'])
  const due_date = String(Math.floor(Date.now() / 1000) + 86_400)
  const form = { customer: of, collection_method: 'send_invoice', due_date, currency: 'eur' }
  const invoice = String((await call('POST', '/v1/invoices', form, on())).body['id'])
  await call(
    'POST',
    '/v1/invoiceitems',
    { customer: of, invoice, currency: 'eur', amount: '500' },
    on(),
  )
  const credit = (more: Record<string, string>) =>
    call('POST', '/v1/credit_notes', { invoice, ...more }, on())
  expect((await credit({ amount: '100' })).body).toMatchObject({ error: { param: 'invoice' } })
  await call('POST', `/v1/invoices/${invoice}/finalize`, {}, on())
  expect((await credit({ amount: '501' })).body).toMatchObject({ error: { param: 'amount' } })
  expect((await credit({ amount: '100', out_of_band_amount: '100' })).status).toBe(400)
  expect((await credit({})).status).toBe(400)
  const rate = { display_name: 'VAT', percentage: '20', inclusive: 'false' }
  const taxRate = String((await call('POST', '/v1/tax_rates', rate, on())).body['id'])
  const line = {
    'lines[0][type]': 'custom_line_item',
    'lines[0][description]': 'Chair',
    'lines[0][quantity]': '1',
    'lines[0][unit_amount]': '100',
    'lines[0][tax_amounts][0][amount]': '20',
    'lines[0][tax_amounts][0][taxable_amount]': '100',
  }
  const taxedBy = (id: string) => credit({ ...line, 'lines[0][tax_amounts][0][tax_rate]': id })
  expect((await taxedBy('txr_none')).status).toBe(404)
  expect((await taxedBy(taxRate)).body).toMatchObject({
    subtotal: 100,
    total: 120,
    type: 'pre_payment',
  })
  await credit({ amount: '380' })
  expect((await call('GET', `/v1/invoices/${invoice}`, {}, on())).body).toMatchObject({
    status: 'paid',
    amount_paid: 0,
    pre_payment_credit_notes_amount: 500,
  })
  expect((await credit({ amount: '1', out_of_band_amount: '1' })).status).toBe(400)
  const listed = await call('GET', `/v1/credit_notes?invoice=${invoice}&limit=1`, {}, on())
  expect(listed.body).toMatchObject({ has_more: true, data: [{ total: 380 }] })
})
