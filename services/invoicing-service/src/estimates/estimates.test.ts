import { eventually } from '@atrium/testkit'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, expect, test } from 'vitest'
import {
  aLine,
  type Caller,
  createCustomer,
  startHarness,
  toId,
  toRefusal,
} from '../../test/harness.ts'
import { mailsTo } from '../../test/mails.ts'

const harness = await startHarness({ env: { DASHBOARD_URL: 'https://desk.example.com' } })
afterAll(() => harness.stop())

async function draft(call: Caller, more: object = {}, customer: object = {}): Promise<string> {
  const customerId = await createCustomer(call, customer)
  const lines = { customerId, lineItems: [aLine], vatRateBps: 2_000 }
  return toId(await call('POST', '/api/estimates', { ...lines, ...more }))
}

/** Sends an estimate, and returns what its customer can do. */
async function sent(more: object = {}, customer: object = {}) {
  const call = harness.as('admin')
  const id = await draft(call, more, customer)
  const { body } = await call('POST', `/api/estimates/${id}/send`)
  const address = `/api/public/estimates/${String(body['publicToken'])}`
  const post = (verb: string, input?: object, ifMatch?: string) =>
    harness.request(`${address}/${verb}`, {
      method: 'POST',
      ...(input && { body: JSON.stringify(input) }),
      headers: {
        ...(input && { 'content-type': 'application/json' }),
        ...(ifMatch !== undefined && { 'if-match': ifMatch }),
      },
    })
  return {
    call,
    id,
    body,
    address,
    read: () => harness.request(address, {}),
    accept: (name = 'Ada Quay', ifMatch?: string) => post('accept', { name }, ifMatch),
    decline: (input?: object) => post('decline', input),
    invoice: () => call('POST', `/api/estimates/${id}/invoice`),
  }
}

test('sends an estimate that its customer accepts and that becomes a draft invoice', async () => {
  const email = 'angebot@hafen.example'
  const estimate = await sent(
    { validUntil: '2100-03-31', dueDate: '2100-04-30' },
    { email, billingCountry: 'DE' },
  )
  const { call, id, body } = estimate
  const number = String(body['number'])
  expect(number).toMatch(/^EST-\d{4}-000001$/)
  expect(body).toMatchObject({ status: 'sent', totalAmountCents: 36_000, validUntil: '2100-03-31' })
  expect(body['publicUrl']).toBe(`https://desk.example.com/estimate/${String(body['publicToken'])}`)
  const [mail] = await mailsTo(harness, email)
  expect(mail?.subject).toContain(`Angebot ${number}`)
  expect(mail?.html).toContain('Angebot ansehen')
  expect(mail?.text).toContain(String(body['publicUrl']))
  expect(mail?.attachments).toMatchObject([{ name: `${number}.pdf` }])
  const page = await estimate.read()
  expect(page.body).toMatchObject({ number, language: 'de', acceptedBy: null })
  expect(page.text).not.toContain(id)

  const decided: unknown[] = []
  harness.bus.nc.subscribe(harness.bus.subject(`events.${call.orgId}.estimate.decided`), {
    callback: (_, message) => void decided.push(message.json<{ data: unknown }>().data),
  })
  await harness.bus.nc.flush()
  expect((await estimate.accept()).body).toMatchObject({
    status: 'accepted',
    acceptedBy: 'Ada Quay',
    acceptedAt: expect.any(String),
  })
  const told = {
    estimateId: id,
    number,
    decision: 'accepted',
    customerName: 'Harbour Bakery',
    amount: '360.00 EUR',
    name: 'Ada Quay',
    reason: null,
  }
  await eventually(async () => expect(decided).toEqual([told]))
  const made = await estimate.invoice()
  expect([made.status, made.body['status']]).toEqual([201, 'draft'])
  expect(made.body).toMatchObject({ lineItems: [aLine], vatRateBps: 2_000, dueOn: '2100-04-30' })
  expect((await call('GET', `/api/estimates/${id}`)).body).toMatchObject({
    status: 'invoiced',
    invoiceId: made.body['id'],
  })
  expect(toRefusal(await estimate.invoice())).toEqual([409, 'estimate_closed'])
  const { body: listed } = await call('GET', `/api/estimates?status=invoiced&q=${number}`)
  expect(listed).toMatchObject({ total: 1, items: [{ id, customerName: 'Harbour Bakery' }] })
})

test('serves the PDF in the language of the customer, without payment terms', async () => {
  const { call, id, address, body } = await sent(
    { validUntil: '2100-03-31' },
    { billingCountry: 'DE' },
  )
  const own = await call.raw(`/api/estimates/${id}/pdf`)
  const pdf = await fetch(`${harness.url}${address}/pdf`)
  expect([own.status, pdf.status, pdf.headers.get('x-robots-tag')]).toEqual([200, 200, 'noindex'])
  const document = await getDocumentProxy(new Uint8Array(await pdf.arrayBuffer()))
  const { text } = await extractText(document, { mergePages: true })
  expect(text).toContain('Angebot')
  expect(text).toContain('Gültig bis 31.03.2100')
  expect(text).toContain(String(body['number']))
  expect(text).not.toMatch(/Rechnung|Zahlung/)
  const draftId = await draft(call)
  expect(toRefusal(await call('GET', `/api/estimates/${draftId}/pdf`))).toEqual([
    409,
    'estimate_not_sent',
  ])
})

test('refuses an acceptance when the estimate was changed and sent again since the customer read it', async () => {
  const { call, id, read, accept } = await sent()
  const seen = (await read()).headers.get('etag') ?? ''
  expect(seen).not.toContain(id)
  const dearer = { lineItems: [{ ...aLine, unitAmountCents: 99_000 }] }
  await call('PATCH', `/api/estimates/${id}`, dearer)
  expect((await call('POST', `/api/estimates/${id}/send`)).status).toBe(200)
  expect(toRefusal(await accept('Ada Quay', seen))).toEqual([412, 'precondition_failed'])
  const again = await read()
  expect(again.body).toMatchObject({ status: 'sent', totalAmountCents: 237_600 })
  const accepted = await accept('Ada Quay', again.headers.get('etag') ?? '')
  expect([accepted.status, accepted.body['status']]).toEqual([200, 'accepted'])
})

test('previews the mail as it is sent, and keeps a history of the estimate', async () => {
  const call = harness.as('admin')
  const email = 'vorschau@hafen.example'
  const id = await draft(call, { validUntil: '2100-03-31' }, { email, billingCountry: 'DE' })
  const path = `/api/estimates/${id}`
  const preview = (body: object = {}, by = call) => by('POST', `${path}/send/preview`, body)
  const first = await preview({ message: 'Hallo <b>' })
  expect(first.body).toMatchObject({ to: [email], cc: [], subject: 'Angebot …' })
  expect(first.body['html']).toContain('Hallo &lt;b&gt;')
  expect(toRefusal(await preview({ to: ['no address'] }))).toEqual([400, 'validation_failed'])
  expect((await preview({}, harness.as('member', call.orgId))).status).toBe(403)
  expect((await preview({}, harness.as('admin'))).status).toBe(404)
  expect((await call('GET', path)).body).toMatchObject({ status: 'draft', number: null })
  await call('PATCH', path, { validUntil: '2100-04-01' })
  await call('POST', `${path}/send`, { message: 'Wie besprochen.' })
  const [mail] = await mailsTo(harness, email)
  const { subject, text, html } = (await preview({ message: 'Wie besprochen.' })).body
  expect({ subject, text, html }).toEqual({
    subject: mail?.subject,
    text: mail?.text,
    html: mail?.html,
  })
  const { body } = await call('GET', path)
  await harness.request(`/api/public/estimates/${String(body['publicToken'])}/decline`, {
    method: 'POST',
    body: JSON.stringify({ reason: 'Too dear' }),
    headers: { 'content-type': 'application/json' },
  })
  expect(toRefusal(await preview())).toEqual([409, 'estimate_closed'])
  const timeline = await call('GET', `${path}/timeline?sortDir=asc`)
  const user = { type: 'user', id: call.userId }
  const sentDetail = { number: body['number'], to: [email], cc: [], message: 'Wie besprochen.' }
  expect(timeline.body['items']).toMatchObject([
    { kind: 'drafted', author: user },
    { kind: 'changed', author: user },
    { kind: 'sent', author: user, detail: sentDetail },
    { kind: 'declined', author: { type: 'agent', id: 'customer' }, body: 'Declined: Too dear' },
  ])
  expect((await harness.as('admin')('GET', `${path}/timeline`)).status).toBe(404)
})

test('tells open pages when an estimate is sent and accepted', async () => {
  const told: string[] = []
  harness.bus.nc.subscribe(harness.bus.subject('events.*.estimate.changed'), {
    callback: (_, message) =>
      void told.push(message.json<{ data: { estimateId: string } }>().data.estimateId),
  })
  await harness.bus.nc.flush()
  const { id, accept } = await sent()
  // Events of earlier tests may still arrive.
  const own = () => told.filter((estimateId) => estimateId === id)
  await eventually(async () => expect(own()).toEqual([id]))
  expect((await accept()).status).toBe(200)
  await eventually(async () => expect(own()).toEqual([id, id]))
})

test('counts the first decision when two people accept, decline and invoice at once', async () => {
  const two = await sent()
  const answers = await Promise.all([two.accept('Ada'), two.accept('Bea'), two.accept('Cleo')])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  const winner = answers.find(({ status }) => status === 200)
  expect((await two.read()).body['acceptedBy']).toBe(winner?.body['acceptedBy'])
  expect(toRefusal(await two.decline())).toEqual([409, 'estimate_closed'])

  const raced = await sent()
  const [invoiced, declined] = await Promise.all([raced.invoice(), raced.decline()])
  const { body } = await raced.call('GET', `/api/estimates/${raced.id}`)
  const outcome = [invoiced.status, declined.status, body['status']]
  expect([
    [201, 409, 'invoiced'],
    [409, 200, 'declined'],
  ]).toContainEqual(outcome)
})

test('refuses every change after the customer declined', async () => {
  const { call, id, decline, accept, invoice } = await sent()
  expect((await decline({ reason: ' Too dear ' })).body).toMatchObject({
    status: 'declined',
    declineReason: 'Too dear',
  })
  const path = `/api/estimates/${id}`
  const refused = await Promise.all([
    accept(),
    decline(),
    invoice(),
    call('PATCH', path, { vatRateBps: 0 }),
    call('POST', `${path}/send`),
    call('DELETE', path),
  ])
  expect(refused.map(toRefusal)).toEqual(Array(6).fill([409, 'estimate_closed']))
})

test('accepts through the end of the last day in the zone of the organisation, not after', async () => {
  const call = harness.as('admin')
  harness.configure(call.orgId, { timezone: 'Pacific/Auckland' })
  const id = await draft(call, { validUntil: '2030-06-10' })
  const { body } = await call('POST', `/api/estimates/${id}/send`)
  const stored = await harness.deps.db
    .selectFrom('estimates')
    .select('expires_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(stored.expires_at?.toISOString()).toBe('2030-06-10T11:59:59.999Z')
  await call('PATCH', `/api/estimates/${id}`, { validUntil: '2020-01-01' })
  expect((await call('GET', `/api/estimates/${id}`)).body['status']).toBe('expired')
  expect((await call('GET', '/api/estimates?status=expired')).body['total']).toBe(1)
  expect((await call('GET', '/api/estimates?status=sent')).body['total']).toBe(0)
  const accept = () =>
    harness.request(`/api/public/estimates/${String(body['publicToken'])}/accept`, {
      method: 'POST',
      body: JSON.stringify({ name: 'Late' }),
      headers: { 'content-type': 'application/json' },
    })
  expect(toRefusal(await accept())).toEqual([409, 'estimate_closed'])
  await call('PATCH', `/api/estimates/${id}`, { validUntil: '2100-01-01' })
  expect((await accept()).status).toBe(200)
})

test('withdraws a sent estimate when it is changed, and keeps its number', async () => {
  const { call, id, body, read, accept } = await sent()
  const path = `/api/estimates/${id}`
  const changed = await call('PATCH', path, { lineItems: [{ ...aLine, quantity: 3 }] })
  expect(changed.body).toMatchObject({
    status: 'draft',
    publicToken: null,
    totalAmountCents: 54_000,
  })
  expect(toRefusal(await read())).toEqual([404, 'not_found'])
  expect(toRefusal(await accept())).toEqual([404, 'not_found'])
  const again = await call('POST', `${path}/send`)
  expect(again.body).toMatchObject({ status: 'sent', number: body['number'] })
  const stale = await call('PATCH', path, { vatRateBps: 0 }, { 'if-match': '"old"' })
  expect(stale.status).toBe(412)
  expect((await call('DELETE', path)).status).toBe(204)
  expect(toRefusal(await accept())).toEqual([404, 'not_found'])
})

test.each(['', ' ', '\u200b\u2060', 'x'.repeat(201), 7])('rejects the name %j', async (name) => {
  const { accept, read } = await sent()
  expect(toRefusal(await accept(name as string))).toEqual([400, 'validation_failed'])
  expect((await read()).body['status']).toBe('sent')
})

test('keeps a hostile name as plain text', async () => {
  const { accept, read } = await sent()
  const name = '<img src=x onerror=alert(1)>\u202e\u0000'
  expect((await accept(name)).status).toBe(200)
  expect((await read()).body['acceptedBy']).toContain('<img src=x')
})

test.each(['x', '0'.repeat(64), '%00', '%2e%2e%2f', 'x'.repeat(5_000)])(
  'responds 404 when the token is %s',
  async (token) => {
    const answers = await Promise.all([
      harness.request(`/api/public/estimates/${token}`, {}),
      harness.request(`/api/public/estimates/${token}/pdf`, {}),
      harness.request(`/api/public/estimates/${token}/decline`, { method: 'POST' }),
    ])
    expect(answers.map(toRefusal)).toEqual(Array(3).fill([404, 'not_found']))
  },
)

test('lets members read, and only admins write', async () => {
  const { call, id } = await sent()
  const member = harness.as('member', call.orgId)
  expect((await member('GET', `/api/estimates/${id}`)).status).toBe(200)
  expect((await member('POST', `/api/estimates/${id}/send`)).status).toBe(403)
  expect((await member('POST', `/api/estimates/${id}/invoice`)).status).toBe(403)
  const customerId = await createCustomer(call)
  const both = { customerId, lineItems: [aLine], offerId: 'off_1' }
  expect(toRefusal(await call('POST', '/api/estimates', both))).toEqual([400, 'validation_failed'])
  const foreign = { customerId: await createCustomer(harness.as('admin')), lineItems: [aLine] }
  expect(toRefusal(await call('POST', '/api/estimates', foreign))).toEqual([404, 'not_found'])
})

test('sends no mail when the estimate was deleted meanwhile', async () => {
  const { call, id } = await sent({}, { email: 'gone@hafen.example' })
  await call('DELETE', `/api/estimates/${id}`)
  await eventually(async () => {
    const { status } = await harness.deps.db
      .selectFrom('mail_queue')
      .select('status')
      .where('org_id', '=', call.orgId)
      .executeTakeFirstOrThrow()
    expect(status).not.toBe('queued')
  })
})
