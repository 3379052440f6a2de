import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Mail, MailError } from '@atrium/mailer'
import { eventually } from '@atrium/testkit'
import { afterAll, afterEach, expect, test } from 'vitest'
import { type Caller, createCustomer, createDraft, startHarness, toId } from '../../test/harness.ts'
import { settleFreeInvoices } from '../invoices/processor/settle-free-invoices.ts'
import { generateInvoices } from '../schedules/generate-invoices.ts'
import { invoiceMailComposer } from './compose-invoice-mail.ts'

const harness = await startHarness({ remindEveryMs: 3_600_000 })
afterEach(() => {
  harness.clock.offsetMs = 0
})
afterAll(() => harness.stop())

/** Returns the mails sent to an address, oldest first. */
async function listMails(address: string): Promise<Array<Mail & { capturedAt: string }>> {
  const outbox = String(harness.env['MAIL_OUTBOX_DIR'])
  const names = (await readdir(outbox)).filter((name) => name.endsWith('.json'))
  const files = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')))
  return files
    .map((file) => JSON.parse(file))
    .filter(({ to, alsoTo = [], cc = [] }) => [to, ...alsoTo, ...cc].includes(address))
    .sort((a, b) => a.capturedAt.localeCompare(b.capturedAt))
}

const untilMails = (address: string, count: number) =>
  eventually(async () => {
    const mails = await listMails(address)
    expect(mails).toHaveLength(count)
    return mails
  })

const readTimeline = async (call: Caller, id: string) =>
  (await call('GET', `/api/invoicing/${id}/timeline?sortDir=asc`)).body[
    'items'
  ] as unknown as Array<{
    kind: string
    author: { type: string; id: string }
    detail: Record<string, unknown>
  }>

const untilMailed = (call: Caller, id: string) =>
  eventually(async () => {
    const { body } = await call('GET', `/api/invoicing/${id}`)
    expect(body).toMatchObject({ mailed: { at: expect.any(String) } })
  })

async function issueInvoice(call: Caller, customer: object, more: object = {}): Promise<string> {
  const customerId = await createCustomer(call, customer)
  return toId(
    await call(
      'POST',
      `/api/invoicing/${await createDraft(call, { customerId, ...more })}/finalize`,
    ),
  )
}

const readQueued = (orgId: string) =>
  harness.deps.db
    .selectFrom('mail_queue')
    .selectAll()
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow()

const readCopies = (orgId: string) =>
  harness.deps.db
    .selectFrom('invoice_mails')
    .select(['subject', 'body'])
    .where('org_id', '=', orgId)
    .execute()

/** Queues an organisation's mail again, like after an outage of the mail provider. */
const sendAgain = (orgId: string) =>
  harness.deps.db
    .updateTable('mail_queue')
    .set({ status: 'queued', next_attempt_at: new Date(0), settled_at: null })
    .where('org_id', '=', orgId)
    .execute()

test('mails an issued invoice with its PDF in the language of the customer', async () => {
  const call = harness.as('admin')
  await call('PUT', '/api/invoicing/seller', {
    name: 'Atelier\r\nBcc: x@example.com',
    country: 'FR',
    iban: 'FR1420041010050500013M02606',
  })
  const email = 'kasse@hafen.example'
  const id = await issueInvoice(call, { email, billingCountry: 'DE' }, { dueDate: '2027-03-31' })
  const [mail] = await untilMails(email, 1)
  expect(mail?.subject).toMatch(/^Rechnung INV-\d{4}-000001 von Atelier Bcc: x@example\.com$/)
  expect(mail?.text).toContain('über 360,00 EUR')
  expect(mail?.text).toContain('bis zum 31.03.2027')
  expect(mail?.attachments).toMatchObject([
    { name: expect.stringMatching(/^INV-\d{4}-000001\.pdf$/), contentType: 'application/pdf' },
  ])
  const transfer = /IBAN: FR14 2004 1010 0505 0001 3M02 606\nVerwendungszweck: RF\d\dINV/
  expect(mail?.text).toMatch(transfer)
  expect(mail?.html).toContain('<html lang="de">')
  expect(mail?.html).toMatch(/>360,00 EUR<\/div>\n<div[^>]*>Fällig am 31\.03\.2027</)
  const pdf = Buffer.from(mail?.attachments?.[0]?.content ?? '', 'base64')
  const own = await call.raw(`/api/invoicing/${id}/pdf`)
  expect(pdf.equals(Buffer.from(await own.arrayBuffer()))).toBe(true)
  await untilMailed(call, id)
  const entries = await readTimeline(call, id)
  expect(entries.map(({ kind }) => kind)).toEqual(['drafted', 'opened', 'mailed'])
  const { subject, text } = mail ?? {}
  expect(entries[2]?.detail).toEqual({ to: [email], cc: [], subject, text })
  expect(await readCopies(call.orgId)).toEqual([{ subject: null, body: null }])
})

test('mails to all addresses of the customer, and to chosen ones without the usual copies', async () => {
  const call = harness.as('admin')
  const emails = { to: ['a1@hafen.example', 'a2@hafen.example'], cc: ['a3@hafen.example'] }
  const id = await issueInvoice(call, { email: 'main@hafen.example', emails })
  const [first] = await untilMails('a3@hafen.example', 1)
  expect(first).toMatchObject({ to: emails.to[0], alsoTo: [emails.to[1]], cc: emails.cc })
  await untilMailed(call, id)
  await call('POST', `/api/invoicing/${id}/send`, { to: ['other@hafen.example'] })
  const [second] = await untilMails('other@hafen.example', 1)
  expect(second).toMatchObject({ alsoTo: [], cc: [] })
  expect(await listMails('main@hafen.example')).toEqual([])
  const own = { to: ['own@hafen.example'], cc: [] }
  await issueInvoice(call, { email: 'main@hafen.example', emails }, { recipients: own })
  const [third] = await untilMails('own@hafen.example', 1)
  expect(third).toMatchObject({ alsoTo: [], cc: [] })
})

test('issues with recipients and a message, unless the organisation may not mail', async () => {
  const call = harness.as('admin')
  const id = await createDraft(call)
  const body = { to: ['issue@hafen.example'], cc: [], message: 'Welcome!' }
  harness.identity.mailRefusal = 'mail_limit'
  const refused = await call('POST', `/api/invoicing/${id}/finalize`, body)
  delete harness.identity.mailRefusal
  expect([refused.status, refused.body['code']]).toEqual([429, 'mail_limit'])
  expect((await call('GET', `/api/invoicing/${id}`)).body['status']).toBe('draft')
  expect((await call('POST', `/api/invoicing/${id}/finalize`, body)).status).toBe(200)
  const [mail] = await untilMails('issue@hafen.example', 1)
  expect(mail?.text).toMatch(/^Welcome!\n\nInvoice INV-/)
})

test('mails the invoices of the daily run', async () => {
  const call = harness.as('admin')
  const email = 'recurring@hafen.example'
  const offer = { name: 'Care', billingModel: 'recurring', interval: 'month', priceCents: 10_000 }
  const offerId = toId(await call('POST', '/api/offers', offer))
  const customerId = await createCustomer(call, { email })
  await call('POST', '/api/invoicing/schedules', { customerId, offerId })
  await generateInvoices(harness.deps, 100, undefined, call.orgId)
  await untilMails(email, 1)
})

test('sends again without a processor, to chosen addresses with a message, once per idempotency key', async () => {
  const call = harness.as('admin')
  const id = await issueInvoice(call, { email: 'first@hafen.example' })
  await untilMailed(call, id)
  const path = `/api/invoicing/${id}/send`
  expect((await call('POST', path)).status).toBe(200)
  await untilMails('first@hafen.example', 2)
  const wish = {
    to: ['a@hafen.example', 'b@hafen.example'],
    cc: ['c@hafen.example'],
    message: 'As agreed.',
  }
  const key = { 'idempotency-key': 'chosen' }
  for (const _ of [1, 2]) expect((await call('POST', path, wish, key)).status).toBe(200)
  const [mail] = await untilMails('c@hafen.example', 1)
  expect(mail).toMatchObject({
    to: 'a@hafen.example',
    alsoTo: ['b@hafen.example'],
    cc: ['c@hafen.example'],
  })
  expect(mail?.text).toMatch(/^As agreed\.\n\nInvoice INV-/)
  await eventually(async () => {
    const last = (await readTimeline(call, id)).at(-1)
    expect(last).toMatchObject({ kind: 'mailed', author: { type: 'user', id: call.userId } })
    expect(last?.detail).toMatchObject({ to: wish.to, cc: wish.cc })
  })
})

test.each([
  { to: [] },
  { to: ['no address'] },
  { to: Array.from({ length: 11 }, (_, n) => `${n}@hafen.example`) },
  { cc: ['a@hafen.example\r\nBcc: b@hafen.example'] },
  { message: ' ' },
  { bcc: ['a@hafen.example'] },
])('refuses %j as a mail and sends nothing', async (body) => {
  const call = harness.as('admin')
  const id = await issueInvoice(call, { email: 'refused@hafen.example' })
  const refused = await call('POST', `/api/invoicing/${id}/send`, body)
  expect([refused.status, refused.body['code']]).toEqual([400, 'validation_failed'])
  const { sends } = await harness.deps.db
    .selectFrom('invoices')
    .select('sends')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(sends).toEqual([])
})

test('previews the mail of a draft and of an open invoice as it is sent, and sends nothing', async () => {
  const call = harness.as('admin')
  const email = 'preview@hafen.example'
  const customerId = await createCustomer(call, { email, billingCountry: 'DE' })
  const id = await createDraft(call, { customerId })
  const preview = `/api/invoicing/${id}/send/preview`
  const draft = await call('POST', preview, { message: 'Hallo <b>' })
  expect(draft.body).toMatchObject({ sentBy: 'atrium', to: [email], cc: [], subject: 'Rechnung …' })
  expect(draft.body['html']).toContain('Hallo &lt;b&gt;')
  expect((await harness.as('member', call.orgId)('POST', preview)).status).toBe(403)
  expect((await call('GET', `/api/invoicing/${id}`)).body['status']).toBe('draft')
  await call('POST', `/api/invoicing/${id}/finalize`)
  const [mail] = await untilMails(email, 1)
  const { subject, text, html } = (await call('POST', preview)).body
  expect({ subject, text, html }).toEqual({
    subject: mail?.subject,
    text: mail?.text,
    html: mail?.html,
  })
  await call('POST', `/api/invoicing/${id}/void`)
  expect((await call('POST', preview)).body['code']).toBe('invoice_not_open')
  expect(await readCopies(call.orgId)).toHaveLength(1)
})

test.each([
  ['sender_not_verified', 403],
  ['mail_limit', 429],
] as const)('refuses to send with %s if the organisation may not mail', async (code, status) => {
  const call = harness.as('admin')
  const id = await issueInvoice(call, { email: `${code}@hafen.example` })
  await untilMailed(call, id)
  harness.identity.mailRefusal = code
  const refused = await call('POST', `/api/invoicing/${id}/send`)
  delete harness.identity.mailRefusal
  expect([refused.status, refused.body['code']]).toEqual([status, code])
  expect(await readCopies(call.orgId)).toHaveLength(1)
})

test('shows the logo of the organisation and a button to pay, and escapes hostile text', async () => {
  const call = harness.as('admin')
  harness.configure(call.orgId, { logoUrl: 'https://logo.example/a.png' })
  const name = '<img src=x onerror=alert(1)>'
  await call('PUT', '/api/invoicing/seller', { name })
  const id = await issueInvoice(call, { email: 'logo@hafen.example', name })
  await untilMailed(call, id)
  const url = String((await call('GET', `/api/invoicing/${id}`)).body['publicUrl'])
  const logos = { ...harness.deps.logos, read: async () => new Uint8Array([255, 216, 255]) }
  const compose = invoiceMailComposer({ ...harness.deps, logos })
  const { html, text, attachments } = await compose(await readQueued(call.orgId))
  expect(html?.match(/<img /g)).toHaveLength(1)
  expect(html).toContain('<img src="cid:logo" alt="&lt;img src')
  expect(html?.split('<a ')).toHaveLength(2)
  expect(html).toContain(`<a href="${url}"`)
  expect(text).toContain(`View and pay the invoice: ${url}`)
  expect(attachments).toMatchObject([
    { contentType: 'application/pdf' },
    { name: 'logo.jpg', contentType: 'image/jpeg', contentId: 'logo', content: '/9j/' },
  ])
})

test('refuses to send for another organisation or a member', async () => {
  const call = harness.as('admin')
  const id = await issueInvoice(call, { email: 'private@hafen.example' })
  expect((await harness.as('admin')('POST', `/api/invoicing/${id}/send`)).status).toBe(404)
  expect((await harness.as('member', call.orgId)('POST', `/api/invoicing/${id}/send`)).status).toBe(
    403,
  )
  await untilMails('private@hafen.example', 1)
})

test('does not mail an invoice that is void when its mail is due', async () => {
  const call = harness.as('admin')
  const id = await issueInvoice(call, { email: 'voided@hafen.example' })
  await untilMailed(call, id)
  await call('POST', `/api/invoicing/${id}/void`)
  await sendAgain(call.orgId)
  await eventually(async () => {
    const { status, failure } = await readQueued(call.orgId)
    expect([status, failure]).toEqual(['failed', 'The invoice is no longer open'])
  })
})

test('mails an invoice with a total of zero when it is marked as paid before its mail leaves', async () => {
  const call = harness.as('admin')
  const email = 'free@hafen.example'
  const id = await issueInvoice(
    call,
    { email },
    { lineItems: [{ description: 'Free', quantity: 1, unitAmountCents: 0 }] },
  )
  await untilMailed(call, id)
  await settleFreeInvoices(harness.deps)
  expect((await call('GET', `/api/invoicing/${id}`)).body['status']).toBe('paid')
  await sendAgain(call.orgId)
  await eventually(async () => {
    const { status, failure } = await readQueued(call.orgId)
    expect([status, failure]).toEqual(['captured', null])
  })
})

test('retries a mail later when its document could not be rendered', async () => {
  const call = harness.as('admin')
  const id = await issueInvoice(call, { email: 'slow@hafen.example' })
  await untilMailed(call, id)
  const documents = {
    ...harness.deps.documents,
    pdf: () => Promise.reject(new Error('The document took too long to create. Try again.')),
  }
  const composing = invoiceMailComposer({ ...harness.deps, documents })(
    await readQueued(call.orgId),
  )
  await expect(composing).rejects.toThrow(MailError)
  await expect(composing).rejects.toMatchObject({ retryable: true })
})

test('attaches no invoice to a mail of another organisation', async () => {
  const [call, other] = [harness.as('admin'), harness.as('admin')]
  const id = await issueInvoice(call, { email: 'own@hafen.example' })
  await untilMailed(call, id)
  const compose = invoiceMailComposer(harness.deps)
  const mail = await readQueued(call.orgId)
  expect(await compose(mail)).toMatchObject({ attachments: [{ contentType: 'application/pdf' }] })
  expect(await compose({ ...mail, org_id: other.orgId })).toEqual({})
})
