import { eventually } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { type Caller, createCustomer, createDraft, startHarness } from '../../test/harness.ts'
import { mailsTo } from '../../test/mails.ts'
import { invoiceMailComposer } from '../invoice-mails/compose-invoice-mail.ts'
import { sendReminders } from './send-reminders.ts'

// A long interval, so only the tests start rounds.
const harness = await startHarness({ remindEveryMs: 3_600_000 })
afterEach(() => {
  harness.clock.offsetMs = 0
})
afterAll(() => harness.stop())

const day = 86_400_000

const untilMailed = (call: Caller, id: string) =>
  eventually(async () => {
    const { body } = await call('GET', `/api/invoicing/${id}`)
    expect(body).toMatchObject({ mailed: { at: expect.any(String) } })
  })

/** Creates an open invoice, due in 30 days, in an org with reminders. */
async function openInvoice(settings: object, email = 'accounts@bakery.example') {
  const call = harness.as('admin')
  const put = await call('PUT', '/api/invoicing/reminders', { enabled: true, ...settings })
  expect(put.status).toBe(200)
  const customerId = await createCustomer(call, { email })
  const id = await createDraft(call, { customerId })
  await call('POST', `/api/invoicing/${id}/finalize`)
  await untilMailed(call, id)
  return { call, id, customerId }
}

// Reminders are sent at 08:00, so the clock is set to a time after that.
const morningMs = 9 * 3_600_000

const roundAt = async (days: number, rounds = 1): Promise<void> => {
  const today = Date.now() - (Date.now() % day)
  harness.clock.offsetMs = today + days * day + morningMs - Date.now()
  await Promise.all(Array.from({ length: rounds }, () => sendReminders(harness.deps)))
}
const reminded = async (call: Caller, id: string) => {
  const { body } = await call('GET', `/api/invoicing/${id}/timeline?sortDir=asc`)
  const items = body['items'] as unknown as Array<{ kind: string; detail: { days?: number } }>
  return items.flatMap(({ kind, detail }) => (kind === 'reminded' ? [detail.days] : []))
}
const toMails = ({ orgId }: Caller) =>
  harness.deps.db
    .selectFrom('mail_queue')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('key', 'like', 'reminder:%')
    .orderBy('created_at')
    .orderBy('key')
    .execute()

test('keeps reminders off until they are set, and lets members read them', async () => {
  const call = harness.as('admin')
  const off = { enabled: false, daysBefore: [], daysAfter: [], texts: [] }
  expect((await call('GET', '/api/invoicing/reminders')).body).toEqual(off)
  const body = { enabled: true, daysBefore: [7, 0], daysAfter: [30, 3] }
  const put = await call('PUT', '/api/invoicing/reminders', body)
  expect([put.status, put.body]).toEqual([
    200,
    { enabled: true, daysBefore: [0, 7], daysAfter: [3, 30], texts: [] },
  ])
  const member = harness.as('member', call.orgId)
  expect((await member('GET', '/api/invoicing/reminders')).body).toEqual(put.body)
  expect((await harness.as('owner')('GET', '/api/invoicing/reminders')).body).toEqual(off)
})

test.each([
  {},
  { enabled: 'yes' },
  { enabled: true, daysBefore: [-1] },
  { enabled: true, daysAfter: [0] },
  { enabled: true, daysAfter: [91] },
  { enabled: true, daysAfter: [1.5] },
  { enabled: true, daysAfter: [3, 3] },
  { enabled: true, daysAfter: Array.from({ length: 11 }, (_, n) => n + 1) },
  { enabled: true, weekly: true },
  { enabled: true, texts: [{ daysAfterDue: 91, subject: 'a', text: 'b' }] },
  { enabled: true, texts: [{ daysAfterDue: 1, subject: ' ', text: 'b' }] },
  { enabled: true, texts: [{ daysAfterDue: 1, subject: 'a', text: 'x'.repeat(5_001) }] },
  {
    enabled: true,
    texts: [1, 1].map((daysAfterDue) => ({ daysAfterDue, subject: 'a', text: 'b' })),
  },
])('refuses reminders %j and changes nothing', async (body) => {
  const call = harness.as('admin')
  const before = (await call('PUT', '/api/invoicing/reminders', { enabled: true, daysAfter: [5] }))
    .body
  const refused = await call('PUT', '/api/invoicing/reminders', body)
  expect([refused.status, refused.body['code']]).toEqual([400, 'validation_failed'])
  expect((await call('GET', '/api/invoicing/reminders')).body).toEqual(before)
})

test('mails each reminder once when rounds run concurrently and later', async () => {
  const { call, id } = await openInvoice({ daysBefore: [3, 0], daysAfter: [7] })
  await roundAt(26)
  expect(await reminded(call, id)).toEqual([])
  await roundAt(27, 5)
  await roundAt(27.5)
  expect(await reminded(call, id)).toEqual([-3])
  await roundAt(30, 5)
  await roundAt(37, 5)
  await roundAt(60)
  expect(await reminded(call, id)).toEqual([-3, 0, 7])
  expect((await toMails(call)).map(({ recipient }) => recipient)).toEqual(
    Array(3).fill('accounts@bakery.example'),
  )
})

test('names number, amount and due date, and sends through the mailer', async () => {
  const { call } = await openInvoice({ daysAfter: [1] }, 'mailer@bakery.example')
  await call('PUT', '/api/invoicing/seller', { name: 'Too late for this invoice' })
  await roundAt(31)
  const mail = await eventually(async () => {
    const reminder = (await mailsTo(harness, 'mailer@bakery.example')).find(({ text }) =>
      text.includes('was due'),
    )
    expect(reminder).toBeDefined()
    return reminder
  })
  expect(mail?.subject).toMatch(/^Overdue: invoice INV-\d{4}-000001/)
  expect(mail?.text).toMatch(/for 360\.00 EUR was due on \d{1,2} \w+ \d{4}\./)
  await eventually(async () =>
    expect(await toMails(call)).toMatchObject([{ status: 'captured', text: '' }]),
  )
})

const readReminders = async (call: Caller, id: string) => {
  const { body } = await call('GET', `/api/invoicing/${id}/timeline?sortDir=asc`)
  const items = body['items'] as unknown as Array<{
    kind: string
    detail: { days?: number; to?: string[]; subject?: string; text?: string }
  }>
  return items.flatMap(({ kind, detail }) => (kind === 'reminded' ? [detail] : []))
}

test('writes three levels after the due date, uses own words if a day has them, and keeps copies', async () => {
  const own = { subject: 'About {number}', text: '<b>{customer}</b>, pay {amount} {unknown}' }
  const texts = [
    { daysAfterDue: 3, ...own },
    { daysAfterDue: -1, subject: 'Soon', text: 'Due {date}' },
  ]
  const settings = { daysBefore: [1], daysAfter: [1, 2, 3, 4, 5], texts }
  const { call, id } = await openInvoice(settings)
  // An older client sends no texts.
  const { texts: _, ...old } = settings
  const put = await call('PUT', '/api/invoicing/reminders', { enabled: true, ...old })
  expect(put.body['texts']).toEqual([texts[1], texts[0]])
  await call('POST', `/api/invoicing/${id}/payments`, {
    amountCents: 6_000,
    paidAt: '2026-01-31',
    method: 'transfer',
  })
  for (const days of [29, 31, 32, 33, 34, 35]) await roundAt(days)
  const copies = await readReminders(call, id)
  const subjects = copies.map(({ subject }) => subject?.replace(/INV-\d{4}-000001/, 'N'))
  expect(subjects).toEqual([
    'Soon',
    'Overdue: invoice N',
    'Second reminder: invoice N',
    'About N',
    'Final reminder: invoice N',
    'Final reminder: invoice N',
  ])
  const [before, first, second, third] = copies.map(({ text }) => text ?? '')
  expect(before).toMatch(/^Due \d/)
  expect(first).toMatch(/for 360\.00 EUR was due .*\n\n300\.00 EUR of it is still to be paid/)
  expect(second).toContain('We have not received 300.00 EUR yet.')
  expect(third).toMatch(/^<b>Harbour Bakery<\/b>, pay 300\.00 EUR \{unknown\}\n/)
  expect(copies[0]?.to).toEqual(['accounts@bakery.example'])
})

test('sends the reminder as HTML with the document, and not if it was paid meanwhile', async () => {
  const { call, id } = await openInvoice({ daysAfter: [1, 2] }, 'html@bakery.example')
  await roundAt(31)
  const mails = await eventually(async () => {
    const sent = await mailsTo(harness, 'html@bakery.example')
    expect(sent).toHaveLength(2)
    return sent
  })
  expect(mails.find(({ text }) => text.includes('was due'))).toMatchObject({
    html: expect.stringContaining('>360.00 EUR</div>'),
    attachments: [{ contentType: 'application/pdf' }],
  })
  await roundAt(32)
  const late = await harness.deps.db
    .selectFrom('mail_queue')
    .selectAll()
    .where('org_id', '=', call.orgId)
    .where('key', 'like', 'reminder:%:2')
    .executeTakeFirstOrThrow()
  const payment = { paidAt: '2026-01-31T00:00:00.000Z', method: 'cash' }
  await call('POST', `/api/invoicing/${id}/mark-paid`, payment)
  const composing = invoiceMailComposer(harness.deps)(late)
  await expect(composing).rejects.toThrow('The invoice is no longer open')
})

test('reminds of an invoice only while neither its reminders nor those of its customer are paused', async () => {
  const { call, id, customerId } = await openInvoice({ daysAfter: [1, 2] })
  const path = `/api/invoicing/${id}`
  const paused = await call('PATCH', path, { remindersPaused: true })
  expect([paused.status, paused.body['remindersPaused']]).toEqual([200, true])
  const both = await call('PATCH', path, { remindersPaused: false, vatRateBps: 0 })
  expect([both.status, both.body['code']]).toEqual([409, 'invoice_not_draft'])
  await roundAt(31)
  await call('PATCH', path, { remindersPaused: false })
  await call('PATCH', `/api/customers/${customerId}`, { remindersPaused: true })
  await roundAt(31.1)
  expect(await reminded(call, id)).toEqual([])
  await call('PATCH', `/api/customers/${customerId}`, { remindersPaused: false })
  await roundAt(32)
  expect(await reminded(call, id)).toEqual([2])
})

test('previews the reminder of a day with the standard or the given words', async () => {
  const call = harness.as('admin')
  await call('PUT', '/api/invoicing/reminders', { enabled: false, daysAfter: [7, 14] })
  const preview = async (body: object) =>
    (await call('POST', '/api/invoicing/reminders/preview', body)).body
  expect(await preview({ daysAfterDue: 14, language: 'de' })).toMatchObject({
    subject: expect.stringMatching(/^Zweite Mahnung: Rechnung INV-/),
    html: expect.stringContaining('<html lang="de">'),
  })
  const own = { subject: 'To {customer}', text: '<i>{amount}</i>' }
  expect(await preview({ daysAfterDue: 14, ...own })).toMatchObject({
    subject: 'To Example Ltd',
    text: expect.stringMatching(/^<i>1,190\.00 EUR<\/i>\n/),
    html: expect.stringContaining('&lt;i&gt;1,190.00 EUR'),
  })
  expect(
    (
      await harness.as('member', call.orgId)('POST', '/api/invoicing/reminders/preview', {
        daysAfterDue: 1,
      })
    ).status,
  ).toBe(403)
})

test("uses the customer's current address for a reminder", async () => {
  const { call, customerId } = await openInvoice({ daysAfter: [1] })
  await call('PATCH', `/api/customers/${customerId}`, { email: 'new@bakery.example' })
  await roundAt(31)
  expect(await toMails(call)).toMatchObject([{ recipient: 'new@bakery.example' }])
})

test('sends nothing if an invoice is paid or void, or if the org has no reminders', async () => {
  const [paid, voided, off] = [
    await openInvoice({ daysAfter: [1] }),
    await openInvoice({ daysAfter: [1] }),
    await openInvoice({ daysAfter: [1] }),
  ]
  const payment = { paidAt: '2026-01-31T00:00:00.000Z', method: 'cash' }
  await paid.call('POST', `/api/invoicing/${paid.id}/mark-paid`, payment)
  await voided.call('POST', `/api/invoicing/${voided.id}/void`)
  await off.call('PUT', '/api/invoicing/reminders', { enabled: false, daysAfter: [1] })
  await roundAt(31)
  for (const { call } of [paid, voided, off]) expect(await toMails(call)).toEqual([])
})

test('sends no reminder if the invoice total is zero', async () => {
  const { call, id } = await openInvoice({ daysAfter: [1] })
  const nothing = { subtotal_amount_cents: 0, vat_amount_cents: 0, total_amount_cents: 0 }
  await harness.deps.db.updateTable('invoices').set(nothing).where('id', '=', id).execute()
  await roundAt(31)
  expect(await toMails(call)).toEqual([])
})

test('sends only the latest due reminder when an outage ends, and none more than three days late', async () => {
  const several = await openInvoice({ daysBefore: [1, 0], daysAfter: [1] })
  const late = await openInvoice({ daysAfter: [1] })
  await roundAt(31)
  expect(await reminded(several.call, several.id)).toEqual([1])
  await harness.deps.db.deleteFrom('invoice_reminders').where('invoice_id', '=', late.id).execute()
  await harness.deps.db.deleteFrom('mail_queue').where('org_id', '=', late.call.orgId).execute()
  await roundAt(34.5)
  expect(await toMails(late.call)).toEqual([])
})

test('sends no reminder from before reminders were turned on', async () => {
  const { call, id } = await openInvoice({ enabled: false, daysAfter: [1, 4] })
  harness.clock.offsetMs = 32 * day
  await call('PUT', '/api/invoicing/reminders', { enabled: true, daysAfter: [1, 4] })
  await roundAt(32.5)
  expect(await reminded(call, id)).toEqual([])
  await roundAt(34)
  expect(await reminded(call, id)).toEqual([4])
})

test('leaves neither claim nor event when a round fails, and sends in the next one', async () => {
  const { call, id } = await openInvoice({ daysAfter: [1] })
  const { db } = harness.deps
  await sql`alter table mail_queue add constraint full_disk check (org_id <> ${sql.lit(call.orgId)}) not valid`.execute(
    db,
  )
  await expect(roundAt(31)).rejects.toThrow('full_disk')
  expect(await reminded(call, id)).toEqual([])
  await sql`alter table mail_queue drop constraint full_disk`.execute(db)
  await roundAt(31)
  expect(await reminded(call, id)).toEqual([1])
})

test("reminds in the organisation's morning, at the latest on the due day", async () => {
  const call = harness.as('admin')
  harness.configure(call.orgId, { timezone: 'America/Los_Angeles' })
  await call('PUT', '/api/invoicing/reminders', { enabled: true, daysBefore: [0], daysAfter: [1] })
  const soon = new Date(Date.now() + 10 * day).toISOString().slice(0, 10)
  const id = await createDraft(call, { dueDate: soon })
  const { body } = await call('POST', `/api/invoicing/${id}/finalize`)
  await untilMailed(call, id)
  // The due day ends 16 hours after its morning.
  const morning = Date.parse(String(body['dueDate'])) + 1 - 16 * 3_600_000
  const remindedAt = async (moment: number) => {
    harness.clock.offsetMs = moment - Date.now()
    await sendReminders(harness.deps)
    return reminded(call, id)
  }
  expect(await remindedAt(morning - 60_000)).toEqual([])
  expect(await remindedAt(morning + 60_000)).toEqual([0])
  expect(await remindedAt(morning + day - 60_000)).toEqual([0])
  expect(await remindedAt(morning + day + 60_000)).toEqual([0, 1])
})

test('writes reminders in the language of the customer', async () => {
  const call = harness.as('admin')
  harness.configure(call.orgId, { locale: 'es' })
  await call('PUT', '/api/invoicing/reminders', { enabled: true, daysAfter: [1] })
  for (const [email, customer] of [
    ['compta@port.example', { language: 'fr', billingCountry: 'DE' }],
    ['cuentas@port.example', { billingCountry: null }],
  ] as const) {
    const customerId = await createCustomer(call, { email, ...customer })
    const id = await createDraft(call, { customerId })
    await call('POST', `/api/invoicing/${id}/finalize`)
    await untilMailed(call, id)
  }
  await roundAt(31)
  const subjects = await eventually(async () => {
    const mails = await Promise.all(
      ['compta@port.example', 'cuentas@port.example'].map((address) => mailsTo(harness, address)),
    )
    const found = mails.map((some) => some.map(({ subject }) => subject).sort())
    expect(found.map((some) => some.length)).toEqual([2, 2])
    return found
  })
  expect(subjects).toEqual([
    [
      expect.stringMatching(/^Facture INV-/),
      expect.stringMatching(/^Retard de paiement : facture INV-/),
    ],
    [expect.stringMatching(/^Factura INV-/), expect.stringMatching(/^Factura vencida: INV-/)],
  ])
})

test('sends no reminder if the customer was never mailed the invoice', async () => {
  const { call, id } = await openInvoice({ daysAfter: [1] })
  await harness.deps.db
    .updateTable('invoices')
    .set({ mailed_at: null })
    .where('id', '=', id)
    .execute()
  await roundAt(31)
  expect(await reminded(call, id)).toEqual([])
  expect(await toMails(call)).toEqual([])
})
