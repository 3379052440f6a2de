import { afterAll, expect, test } from 'vitest'
import { createDraft, startHarness, toRefusal } from '../../test/harness.ts'

const harness = await startHarness({ env: { DASHBOARD_URL: 'https://desk.example.com' } })
afterAll(() => harness.stop())

const iban = 'DE89370400440532013000'
const seller = { name: 'Quay GmbH', country: 'DE', iban, bic: 'COBADEFFXXX' }

/** Issues an invoice of a seller with a bank account, and reads its public page as a stranger. */
async function issued(more: object = {}) {
  const owner = harness.as('owner')
  await owner('PUT', '/api/invoicing/seller', seller)
  const id = await createDraft(owner, more)
  const { body } = await owner('POST', `/api/invoicing/${id}/finalize`)
  const read = (path = '') =>
    harness.request(`/api/public/invoices/${String(body['publicToken'])}${path}`, {})
  return { owner, id, body, read }
}

test('shows an issued invoice to its customer with the amount due and how to pay', async () => {
  const { body, read } = await issued({ dueDate: '2100-03-01' })
  const number = String(body['number'])
  const token = String(body['publicToken'])
  expect(token).toMatch(/^[0-9a-f]{64}$/)
  expect(body['publicUrl']).toBe(`https://desk.example.com/pay/${token}`)
  expect(body['paymentReference']).toMatch(new RegExp(`^RF\\d\\d${number.replaceAll('-', '')}$`))
  const page = await read()
  expect(page.status).toBe(200)
  expect(page.body).toMatchObject({
    number,
    status: 'open',
    amountDueCents: 36_000,
    dueOn: '2100-03-01',
    paymentReference: body['paymentReference'],
    bank: { name: 'Quay GmbH', iban, bic: 'COBADEFFXXX', bankName: null },
    paymentsHostedInvoiceUrl: null,
  })
  expect(page.text).not.toContain(String(body['id']))
})

test('shows no bank details when the invoice is void or paid', async () => {
  const voided = await issued()
  await voided.owner('POST', `/api/invoicing/${voided.id}/void`)
  const void_ = await voided.read()
  expect(void_.body).toMatchObject({ status: 'void', amountDueCents: 0, bank: null })
  expect(void_.text).not.toContain(iban)
  const settled = await issued()
  const payment = { amountCents: 36_000, paidAt: '2026-01-05', method: 'transfer' }
  await settled.owner('POST', `/api/invoicing/${settled.id}/payments`, payment)
  const paid = await settled.read()
  expect(paid.body).toMatchObject({ status: 'paid', paidOn: '2026-01-05', bank: null })
  expect(paid.text).not.toContain(iban)
})

test('serves the PDF to whoever has the token', async () => {
  const { body } = await issued()
  const response = await fetch(
    `${harness.url}/api/public/invoices/${String(body['publicToken'])}/pdf`,
  )
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(response.headers.get('x-robots-tag')).toBe('noindex')
  expect(await response.text()).toMatch(/^%PDF/)
})

test('responds 404 when the token is wrong or the invoice is a draft', async () => {
  const owner = harness.as('owner')
  const id = await createDraft(owner)
  const draft = await owner('GET', `/api/invoicing/${id}`)
  expect(draft.body).toMatchObject({ publicToken: null, publicUrl: null, paymentReference: null })
  const { public_token } = await harness.deps.db
    .selectFrom('invoices')
    .select('public_token')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { body } = await issued()
  const other = String(body['publicToken']).toUpperCase()
  for (const token of [public_token, other, 'x', '0'.repeat(64), '%00', 'x'.repeat(5_000)]) {
    for (const path of ['', '/pdf']) {
      const answer = await harness.request(`/api/public/invoices/${token}${path}`, {})
      expect(toRefusal(answer)).toEqual([404, 'not_found'])
    }
  }
})
