import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Processor, ProcessorCustomer } from '../processor.ts'
import { createStripeProcessor } from './stripe-processor.ts'

interface Said {
  status: number
  body: object
  headers?: Record<string, string>
}

/** The processor's next responses, or `{ id: 'x_1' }` if the list is empty. */
let answers: Said[]
let asked: Array<{ call: string; key: string | undefined; form: Record<string, string> }>
let processor: Processor

// Not the sandbox, because this server responds to every call and records the request.
const server = createServer(async (request, response) => {
  asked.push({
    call: `${request.method} ${request.url}`,
    key: request.headers['idempotency-key'] as string | undefined,
    form: Object.fromEntries(new URLSearchParams(await text(request))),
  })
  const { status, body, headers } = answers.shift() ?? { status: 200, body: { id: 'x_1' } }
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
})
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  processor = createStripeProcessor('sk_test_1', `http://127.0.0.1:${port}`, 2_000)
  asked = []
  answers = []
})
afterEach(() => {
  asked = []
  answers = []
})
afterAll(() => void server.close())

const inUse: Said = {
  status: 409,
  body: { error: { type: 'idempotency_error', code: 'idempotency_key_in_use', message: 'in use' } },
}
const failedBefore: Said = {
  status: 500,
  body: { error: { type: 'api_error', message: 'broke' } },
  headers: { 'idempotent-replayed': 'true' },
}
const buyer: ProcessorCustomer = {
  id: 'cus_1',
  name: 'A',
  email: 'a@b.example',
  billingLine1: null,
  billingLine2: null,
  billingCity: null,
  billingPostalCode: null,
  billingState: null,
  billingCountry: null,
}

test('waits for the response if another request runs the same step', async () => {
  answers = [inUse, inUse, { status: 200, body: { id: 'txr_1' } }]
  expect(await processor.createTaxRate('acct_1', 2_000)).toBe('txr_1')
  expect(asked.map(({ key }) => key)).toEqual(Array.from({ length: 3 }, () => 'tax:acct_1:2000'))
})

test('succeeds under another key if a step failed for good under its key', async () => {
  answers = [failedBefore, { status: 200, body: { id: 'txr_2' } }]
  expect(await processor.createTaxRate('acct_1', 2_000)).toBe('txr_2')
  expect(asked[1]?.key).toMatch(/^tax:acct_1:2000:.+/)
})

test('does not retry a line under another key, because it must not exist twice', async () => {
  answers = [failedBefore]
  const line = {
    key: 'inv_1:1:line:0',
    processorInvoiceId: 'in_1',
    customerId: 'cus_1',
    currency: 'EUR',
  }
  await expect(
    processor.addInvoiceLine('acct_1', {
      ...line,
      description: 'x',
      amountCents: 1,
      taxRateId: 'txr_1',
    }),
  ).rejects.toMatchObject({ code: 'processor_failed_before' })
  expect(asked).toHaveLength(1)
})

test("sends a new customer's non-empty fields, and clears removed fields on update", async () => {
  await processor.createCustomer('acct_1', buyer)
  await processor.createCustomer('acct_1', { ...buyer, billingCountry: 'FR' })
  await processor.updateCustomer('acct_1', 'cus_x', buyer)
  const known = { name: 'A', email: 'a@b.example' }
  expect(asked.map(({ form }) => form)).toEqual([
    { ...known, 'metadata[customer_id]': 'cus_1' },
    { ...known, 'address[country]': 'FR', 'metadata[customer_id]': 'cus_1' },
    expect.objectContaining({ ...known, 'address[line1]': '', 'address[country]': '' }),
  ])
})

test("cuts a description to the processor's limit", async () => {
  const line = {
    key: 'k',
    processorInvoiceId: 'in_1',
    customerId: 'cus_1',
    currency: 'EUR',
    amountCents: 1,
  }
  await processor.addInvoiceLine('acct_1', {
    ...line,
    description: 'x'.repeat(530),
    taxRateId: 'txr_1',
  })
  expect(asked[0]?.form['description']).toHaveLength(500)
})

test('requires only the response fields that are read', async () => {
  const draft = {
    key: 'k',
    invoiceId: 'inv_1',
    customerId: 'cus_1',
    currency: 'EUR',
    dueDate: new Date(),
    number: null,
  }
  expect(await processor.createInvoice('acct_1', draft)).toBe('x_1')
  answers = [{ status: 200, body: { hosted_invoice_url: 'https://pay.example/i' } }]
  expect(await processor.finalizeInvoice('acct_1', 'in_1', 'k')).toEqual({
    totalCents: undefined,
    hostedInvoiceUrl: 'https://pay.example/i',
    invoicePdf: null,
  })
  answers = [
    { status: 200, body: {} },
    { status: 200, body: {} },
    { status: 200, body: { status: 'paid' } },
  ]
  await processor.sendInvoice('acct_1', 'in_1', 'k')
  await processor.voidInvoice('acct_1', 'in_1')
  expect((await processor.invoice('acct_1', 'in_1')).status).toBe('paid')
})

test('hides the key if a refusal quotes it', async () => {
  const message = "The provided key 'sk_test_1' does not have access to account 'acct_1'"
  answers = [{ status: 403, body: { error: { type: 'invalid_request_error', message } } }]
  await expect(processor.account('acct_1')).rejects.toMatchObject({
    code: 'processor_refused',
    message: expect.stringContaining("The provided key 'sk_test_…' does not have access"),
  })
})

const note = {
  key: 'credit-note:cn_1:1',
  creditNoteId: 'cn_1',
  number: 'CN-2026-000001',
  reason: 'Returned',
  processorInvoiceId: 'in_1',
  currency: 'EUR',
  subtotalCents: 8_333,
  vatCents: 1_667,
}
test.each([
  [
    'before the payment',
    { taxRateId: 'txr_1', afterPayment: false },
    {
      'lines[0][type]': 'custom_line_item',
      'lines[0][unit_amount]': '8333',
      'lines[0][tax_amounts][0][amount]': '1667',
      'lines[0][tax_amounts][0][taxable_amount]': '8333',
      'lines[0][tax_amounts][0][tax_rate]': 'txr_1',
    },
    'out_of_band_amount',
  ],
  [
    'after the payment of an invoice that the processor taxed',
    { taxRateId: null, afterPayment: true },
    { amount: '10000', out_of_band_amount: '10000' },
    'lines[0][type]',
  ],
])(
  'creates a credit note %s with our VAT and our number, and sends no mail',
  async (_name, more, form, absent) => {
    expect(await processor.createCreditNote('acct_1', { ...note, ...more })).toBe('x_1')
    expect(asked).toMatchObject([{ call: 'POST /v1/credit_notes', key: note.key }])
    expect(asked[0]?.form).toMatchObject({
      invoice: 'in_1',
      memo: 'CN-2026-000001: Returned',
      email_type: 'none',
      ...form,
      'metadata[credit_note_id]': 'cn_1',
    })
    expect(asked[0]?.form).not.toHaveProperty([absent])
  },
)

test('looks for a credit note on every page of its invoice', async () => {
  const page = (id: string, ours: string, has_more: boolean): Said => ({
    status: 200,
    body: { data: [{ id, metadata: { credit_note_id: ours } }], has_more },
  })
  answers = [page('cn_a', 'other', true), page('cn_b', 'cn_1', true)]
  expect(await processor.findCreditNote('acct_1', note)).toBe('cn_b')
  expect(asked.map(({ call }) => call)).toEqual([
    'GET /v1/credit_notes?invoice=in_1&limit=100',
    'GET /v1/credit_notes?invoice=in_1&limit=100&starting_after=cn_a',
  ])
  answers = [page('cn_a', 'other', false)]
  expect(await processor.findCreditNote('acct_1', note)).toBeUndefined()
})
