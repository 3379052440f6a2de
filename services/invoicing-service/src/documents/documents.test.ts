import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { CheckLogo, ReadLogo } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import sharp from 'sharp'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { filesInside } from '../../test/documents.ts'
import {
  aCustomer,
  aLine,
  type Caller,
  createCustomer,
  createDraft,
  type Harness,
  startHarness,
  toId,
} from '../../test/harness.ts'

// The simulated assets service: one logo, and how often it was read.
let logo: Buffer
let reads = 0
const assets = createServer((request, response) => {
  reads += 1
  const found = request.url === '/api/assets/org/pub/logo.webp'
  response.writeHead(found ? 200 : 404, { 'content-type': 'image/webp' }).end(found ? logo : '')
})
let harness: Harness
let origin: string
beforeAll(async () => {
  logo = await sharp({ create: { width: 300, height: 90, channels: 4, background: '#ff000080' } })
    .webp()
    .toBuffer()
  await new Promise<void>((resolve) => {
    assets.listen(0, '127.0.0.1', resolve)
  })
  origin = `http://127.0.0.1:${(assets.address() as AddressInfo).port}`
  harness = await startHarness({
    env: { API_URL: 'https://api.example.com', ASSETS_SERVICE_URL: origin },
  })
})
afterAll(async () => {
  await harness.stop()
  await promisify(assets.close.bind(assets))()
})

const address = { line1: '1 Quay', city: 'Lyon', postalCode: '69001', country: 'FR' }
const seller = {
  name: 'Harbour Studio',
  ...address,
  taxId: 'FR40987654321',
  registration: '987 654 321',
}
const finalize = (call: Caller, id: string) => call('POST', `/api/invoicing/${id}/finalize`)

async function issued(call: Caller, customer: object = {}): Promise<string> {
  await call('PUT', '/api/invoicing/seller', seller)
  const customerId = await createCustomer(call, { billingCountry: 'FR', ...customer })
  return toId(await finalize(call, await createDraft(call, { customerId })))
}

async function readPdf(call: Caller, id: string) {
  const answer = await call.raw(`/api/invoicing/${id}/pdf`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const pdf = await getDocumentProxy(bytes.slice())
  const { text } = await extractText(pdf, { mergePages: true })
  return { pdf, text, bytes }
}

test('returns the e-invoice of a finalized invoice in both syntaxes and embeds it in the PDF', async () => {
  const call = harness.as('admin')
  const id = await issued(call)
  const cii = await call('GET', `/api/invoicing/${id}/e-invoice?format=cii`)
  expect([cii.status, cii.headers.get('content-type')]).toEqual([
    200,
    'application/xml; charset=utf-8',
  ])
  expect(cii.headers.get('content-disposition')).toMatch(
    /^attachment; filename="INV-\d{4}-000001-cii\.xml"$/,
  )
  expect(cii.text).toContain('<rsm:CrossIndustryInvoice')
  expect((await call('GET', `/api/invoicing/${id}/e-invoice`)).text).toBe(cii.text)
  const ubl = await call('GET', `/api/invoicing/${id}/e-invoice?format=ubl`)
  expect(ubl.text).toContain(
    '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"',
  )
  const { bytes } = await readPdf(call, id)
  expect(await filesInside(bytes)).toEqual({ 'factur-x.xml': cii.text })
})

test('returns an XRechnung if its further details are known, and names what is missing', async () => {
  const call = harness.as('admin')
  const address = {
    line1: 'Kai 1',
    city: 'Hamburg',
    postalCode: '20457',
    country: 'DE',
    taxId: 'DE136695976',
    email: 'hallo@hafen.example',
  }
  const billing = { billingLine1: 'Markt 2', billingCity: 'Bonn', billingPostalCode: '53111' }
  const customerId = await createCustomer(call, { ...billing, billingCountry: 'DE' })
  const issueAs = async (company: object, invoice: object) => {
    await call('PUT', '/api/invoicing/seller', { name: 'Hafen', ...address, ...company })
    const id = toId(await finalize(call, await createDraft(call, { customerId, ...invoice })))
    return call('GET', `/api/invoicing/${id}/e-invoice?format=xrechnung`)
  }
  const refused = await issueAs({}, {})
  expect([refused.status, refused.body['code']]).toEqual([422, 'e_invoice_incomplete'])
  const { errors } = refused.body as unknown as { errors: Array<{ path: string }> }
  expect(errors.map(({ path }) => path)).toEqual(['buyerReference', 'seller.phone'])
  const given = await issueAs({ phone: '040 123456' }, { buyerReference: '04011000-12345-06' })
  expect(given.status).toBe(200)
  expect(given.text).toContain('#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0</cbc:Customiz')
})

test('refuses an e-invoice for a draft, another format, another organisation and a currency with three decimals', async () => {
  const call = harness.as('admin')
  const draft = await createDraft(call)
  const refused = await call('GET', `/api/invoicing/${draft}/e-invoice`)
  expect([refused.status, refused.body['code']]).toEqual([409, 'invoice_not_issued'])
  const id = await issued(call)
  expect((await call('GET', `/api/invoicing/${id}/e-invoice?format=edifact`)).status).toBe(400)
  expect((await harness.as('owner')('GET', `/api/invoicing/${id}/e-invoice`)).status).toBe(404)
  const dinars = await issued(call, { currency: 'KWD' })
  const without = await call('GET', `/api/invoicing/${dinars}/e-invoice`)
  expect([without.status, without.body['code']]).toEqual([422, 'e_invoice_currency'])
  expect((await readPdf(call, dinars)).text).toContain('KWD')
})

test('uses the language of the customer, else of its country, else of the organisation', async () => {
  const call = harness.as('admin')
  harness.configure(call.orgId, { locale: 'es-MX' })
  const readTitle = async (customer: object) =>
    (await readPdf(call, await issued(call, customer))).text.slice(0, 12)
  expect(await readTitle({ language: 'de', billingCountry: 'FR' })).toContain('Rechnung')
  expect(await readTitle({ billingCountry: 'FR' })).toContain('Facture')
  expect(await readTitle({ billingCountry: null })).toContain('Factura')
  expect(await readTitle({ billingCountry: 'BE' })).toContain('Factura')
  expect(await readTitle({ billingCountry: 'PL' })).toContain('Invoice')
  const wrong = await call('POST', '/api/customers', {
    name: 'x',
    email: 'x@example.com',
    language: 'xx',
  })
  expect(wrong.status).toBe(400)
})

test('keeps the language of an invoice after it is issued', async () => {
  const call = harness.as('admin')
  const customerId = await createCustomer(call, { language: 'fr' })
  const id = toId(await finalize(call, await createDraft(call, { customerId })))
  await call('PATCH', `/api/customers/${customerId}`, { language: 'de' })
  expect((await readPdf(call, id)).text).toContain('Facture')
  expect((await call('GET', `/api/customers/${customerId}`)).body['language']).toBe('de')
})

test("draws the organisation's logo, reads it once, and leaves it out if it is missing", async () => {
  const call = harness.as('admin')
  const id = await issued(call)
  const readImages = async (logoUrl: string | null): Promise<number> => {
    harness.configure(call.orgId, { logoUrl, brandColor: '#4f46e5' })
    const { pdf } = await readPdf(call, id)
    const { fnArray } = await (await pdf.getPage(1)).getOperatorList()
    const paintImageXObject = 85
    return fnArray.filter((operator: number) => operator === paintImageXObject).length
  }
  expect(await readImages(null)).toBe(0)
  const before = reads
  const asset = 'https://api.example.com/api/assets/org/pub'
  expect(await readImages(`${asset}/logo.webp`)).toBe(1)
  expect(await readImages(`${asset}/logo.webp`)).toBe(1)
  expect(reads - before).toBe(1)
  expect(await readImages(`${asset}/none.png`)).toBe(0)
  // No request goes to a private address.
  const asked = reads
  expect(await readImages(`${origin}/api/assets/org/pub/logo.webp`)).toBe(0)
  expect(reads).toBe(asked)
})

test('warns on finalize about each detail that the law and the e-invoice require', async () => {
  const call = harness.as('admin')
  const readWarnings = async (details: object | null, customer: object = {}): Promise<unknown> => {
    if (details !== null) await call('PUT', '/api/invoicing/seller', { name: 'Studio', ...details })
    const customerId = await createCustomer(call, { billingCountry: 'FR', ...customer })
    const { body } = await finalize(
      call,
      await createDraft(call, { customerId, vatRateBps: 2_000 }),
    )
    return [body['warnings'], body['eInvoiceWarnings']]
  }
  const naming = (code: string, words: string) => ({
    code,
    message: expect.stringContaining(words),
    fix: expect.any(String),
  })
  const law = (words: string) => naming('seller_incomplete', words)
  const standard = (words: string) => naming('e_invoice_incomplete', words)
  const of = 'your company’s'
  const unpaid = naming('bank_account_missing', 'your bank account is missing')
  expect(await readWarnings(null)).toEqual([
    [law('name, address, city, country, postal code, and VAT number'), unpaid],
    [standard(`${of} address, ${of} country, ${of} VAT number or registration`)],
  ])
  const iban = 'FR7630006000011234567890189'
  expect(await readWarnings({ line1: '1 Quay', city: 'Lyon', iban })).toEqual([
    [law('country, postal code, and VAT number')],
    [standard(`${of} country`)],
  ])
  const vatless = standard(`: ${of} VAT or tax number`)
  const registration = '987654321'
  expect(await readWarnings({ ...address, iban, registration })).toEqual([
    [law('VAT number')],
    [vatless],
  ])
  const whole = { ...address, iban, registration, taxId: 'FR40987654321' }
  expect(await readWarnings(whole)).toEqual([[], []])
  expect(await readWarnings(null, { billingCountry: null, billingCity: 'Lyon' })).toEqual([
    [],
    [standard(': the customer’s country')],
  ])
})

test('accepts an invoice with 500 lines and refuses one with 501', async () => {
  const call = harness.as('admin')
  const customerId = await createCustomer(call)
  const lines = (count: number) => ({
    customerId,
    lineItems: Array.from({ length: count }, () => aLine),
  })
  expect((await call('POST', '/api/invoicing', lines(501))).status).toBe(400)
  const id = toId(await finalize(call, await createDraft(call, lines(500))))
  expect((await readPdf(call, id)).pdf.numPages).toBeGreaterThan(5)
})

test('states what is left to pay if an invoice is open, partly credited, paid or void', async () => {
  const call = harness.as('admin')
  const lineItems = [{ description: 'Work', quantity: 1, unitAmountCents: 10_000 }]
  const anInvoice = async (): Promise<string> => {
    await call('PUT', '/api/invoicing/seller', seller)
    const customerId = await createCustomer(call, { billingCountry: 'IE' })
    return toId(
      await finalize(call, await createDraft(call, { customerId, lineItems, vatRateBps: 2_000 })),
    )
  }
  const readXml = async (id: string) => (await call('GET', `/api/invoicing/${id}/e-invoice`)).text
  const due = (amount: string) => `<ram:DuePayableAmount>${amount}</ram:DuePayableAmount>`
  const id = await anInvoice()
  const issued = await readXml(id)
  expect(issued).toContain(due('120.00'))
  expect(issued).not.toContain('TotalPrepaidAmount')
  await call('POST', `/api/invoicing/${id}/credit-notes`, { amountCents: 6_000, reason: 'Half' })
  expect((await readPdf(call, id)).text).toMatch(/Credited\s+-60\.00\s€\s+Amount due\s+60\.00\s€/)
  const payment = { paidAt: new Date().toISOString(), method: 'bank_transfer', reference: null }
  expect((await call('POST', `/api/invoicing/${id}/mark-paid`, payment)).status).toBe(200)
  expect(await readXml(id)).toBe(issued)
  expect(await filesInside((await readPdf(call, id)).bytes)).toEqual({ 'factur-x.xml': issued })
  expect((await readPdf(call, id)).text).toMatch(/Paid\s+-60\.00\s€\s+Amount due\s+0\.00\s€/)
  // The customer paid before these credits.
  const later = await anInvoice()
  await call('POST', `/api/invoicing/${later}/mark-paid`, payment)
  await call('POST', `/api/invoicing/${later}/credit-notes`, { amountCents: 6_000, reason: 'Half' })
  expect((await readPdf(call, later)).text).toMatch(/Paid\s+-120\.00\s€\s+Amount due\s+0\.00\s€/)
  const wrong = await anInvoice()
  await call('POST', `/api/invoicing/${wrong}/void`)
  for (const format of ['cii', 'ubl']) {
    const refused = await call('GET', `/api/invoicing/${wrong}/e-invoice?format=${format}`)
    expect([refused.status, refused.body['code']]).toEqual([409, 'invoice_void'])
  }
  const { text, bytes } = await readPdf(call, wrong)
  expect(text).toContain('nothing is to be paid')
  expect(await filesInside(bytes)).toEqual({})
})

test('names the missing terms when it refuses an e-invoice, and leaves it out of the PDF', async () => {
  const call = harness.as('admin')
  await call('PUT', '/api/invoicing/seller', { name: 'Studio' })
  const customerId = await createCustomer(call)
  const id = toId(await finalize(call, await createDraft(call, { customerId })))
  const note = await call('POST', `/api/invoicing/${id}/credit-notes`, { reason: 'Mistake' })
  const seller = ['seller.line1', 'seller.country']
  const missing = [
    ...seller,
    'buyer.billingLine1',
    'buyer.billingCountry',
    'seller.registration',
    'seller.taxId',
  ]
  for (const path of [`/api/invoicing/${id}`, `/api/credit-notes/${toId(note)}`]) {
    const refused = await call('GET', `${path}/e-invoice`)
    expect([refused.status, refused.body['code']]).toEqual([422, 'e_invoice_incomplete'])
    expect(refused.body['errors']).toEqual(
      missing.map((path) => ({
        path,
        message: expect.stringMatching(/^Add (your company’s|the customer’s) /),
      })),
    )
    const pdf = await call.raw(`${path}/pdf`)
    expect(pdf.status).toBe(200)
    expect(await filesInside(new Uint8Array(await pdf.arrayBuffer()))).toEqual({})
  }
})

test('states in a credit note whether it is deducted or refunded', async () => {
  const call = harness.as('admin')
  const readTerms = async (id: string) => {
    const note = await call('POST', `/api/invoicing/${id}/credit-notes`, {
      amountCents: 100,
      reason: 'Less',
    })
    return (await call('GET', `/api/credit-notes/${toId(note)}/e-invoice`)).text
  }
  const open = await issued(call)
  expect(await readTerms(open)).toMatch(/<ram:Description>Déduit de la facture INV-\d{4}-000001\.</)
  const paid = await issued(call)
  await call('POST', `/api/invoicing/${paid}/mark-paid`, { paidAt: '2026-01-31', method: 'cash' })
  expect(await readTerms(paid)).toContain('<ram:Description>Remboursé.<')
})

const readBytes = async (call: Caller, id: string): Promise<string> =>
  (await call('GET', `/api/invoicing/${id}/pdf`)).text
const free = { lineItems: [{ description: 'Free', quantity: 1, unitAmountCents: 0 }] }

test('keeps seller and buyer of a finalized invoice and its PDF when they change later', async () => {
  const call = harness.as('admin')
  await call('PUT', '/api/invoicing/seller', seller)
  const place = { billingCity: 'Brest', billingCountry: 'FR', taxId: 'FR40303265045' }
  const customerId = await createCustomer(call, place)
  const id = await createDraft(call, { customerId })
  const draft = await call('GET', `/api/invoicing/${id}`)
  expect(draft.body).toMatchObject({ seller: null, buyer: null, mailed: null })
  const opened = await finalize(call, id)
  expect(opened.body).toMatchObject({
    warnings: [{ code: 'bank_account_missing' }],
    seller: { ...seller, line2: null, vatExemption: null },
    buyer: { ...aCustomer, ...place },
  })
  const pdf = await readBytes(call, id)
  await call('PUT', '/api/invoicing/seller', { name: 'Another Ltd' })
  await call('PATCH', `/api/customers/${customerId}`, { name: 'Renamed', billingCity: 'Paris' })
  expect((await call('GET', `/api/invoicing/${id}`)).body).toMatchObject({
    seller: { name: seller.name },
    buyer: { name: aCustomer.name, billingCity: 'Brest' },
  })
  expect(await readBytes(call, id)).toBe(pdf)
})

test('clears seller and buyer when an invoice is reset, and takes the current ones on the next finalize', async () => {
  const call = harness.as('admin')
  await call('PUT', '/api/invoicing/seller', seller)
  const customerId = await createCustomer(call)
  const id = await createDraft(call, { customerId, ...free })
  await finalize(call, id)
  await call('PUT', '/api/invoicing/seller', { name: 'Another Ltd' })
  await call('PATCH', `/api/customers/${customerId}`, { name: 'Renamed' })
  const reset = await call('POST', `/api/invoicing/${id}/reset`)
  expect(reset.body).toMatchObject({ status: 'draft', seller: null, buyer: null })
  expect((await finalize(call, id)).body).toMatchObject({
    seller: { name: 'Another Ltd', city: null },
    buyer: { name: 'Renamed' },
  })
})

test("uses the organisation's name with a warning if there is no seller", async () => {
  const call = harness.as('admin')
  const name = harness.name(call.orgId)
  const opened = await finalize(call, await createDraft(call))
  expect(opened.body).toMatchObject({
    status: 'open',
    seller: { name, line1: null, country: null },
    warnings: [
      {
        code: 'seller_incomplete',
        message: expect.any(String),
        fix: expect.stringContaining('Your company'),
      },
      { code: 'bank_account_missing' },
    ],
    eInvoiceWarnings: [{ code: 'e_invoice_incomplete' }],
  })
  const id = toId(opened)
  const pdf = await readBytes(call, id)
  await call('PUT', '/api/invoicing/seller', seller)
  expect(await readBytes(call, id)).toBe(pdf)
})

test("finalizes at once if the organisation's name is unknown, with or without an Idempotency-Key", async () => {
  const call = harness.as('admin')
  for (const headers of [{}, { 'idempotency-key': 'nameless' }]) {
    const id = await createDraft(call)
    const opened = await call('POST', `/api/invoicing/${id}/finalize`, undefined, headers)
    expect(opened.body).toMatchObject({
      status: 'open',
      seller: null,
      warnings: [{ code: 'seller_incomplete' }, { code: 'bank_account_missing' }],
      eInvoiceWarnings: [{ code: 'e_invoice_incomplete' }],
    })
    expect((await readBytes(call, id)).startsWith('%PDF-')).toBe(true)
  }
})

test('finalizes a total of zero but not one below zero', async () => {
  const call = harness.as('admin')
  const below = await createDraft(call, {
    lineItems: [
      { description: 'Work', quantity: 1, unitAmountCents: 500 },
      { description: 'Taken back', quantity: 1, unitAmountCents: -1_000 },
    ],
  })
  for (const headers of [{}, { 'idempotency-key': 'below' }]) {
    const refused = await call('POST', `/api/invoicing/${below}/finalize`, undefined, headers)
    expect([refused.status, refused.body['code']]).toEqual([422, 'negative_total'])
  }
  expect((await call('GET', `/api/invoicing/${below}`)).body).toMatchObject({
    status: 'draft',
    number: null,
  })
  expect((await finalize(call, await createDraft(call, free))).body).toMatchObject({
    status: 'open',
    number: expect.stringMatching(/-000001$/),
  })
})

test('tells a drawable logo from an unreadable and an unreachable one', async () => {
  const call = harness.as('admin')
  const check = (path: string) =>
    callRpc(harness.bus, CheckLogo, {
      orgId: call.orgId,
      url: `https://api.example.com/api/assets/${path}`,
    })
  expect(await check('org/pub/logo.webp')).toEqual({ logo: 'drawable' })
  const read = await callRpc(harness.bus, ReadLogo, {
    orgId: call.orgId,
    url: 'https://api.example.com/api/assets/org/pub/logo.webp',
  })
  expect(
    Buffer.from(read.picture ?? '', 'base64')
      .subarray(0, 2)
      .toString('hex'),
  ).toBe('ffd8')
  expect(await check('org/pub/missing.webp')).toEqual({ logo: 'unreachable' })
  const picture = logo
  logo = Buffer.from('no picture')
  expect(await check('org/pub/logo.webp')).toEqual({ logo: 'unreadable' })
  logo = picture
})
