import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eventually } from '@atrium/testkit'
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
let anyone: Caller

beforeAll(async () => {
  ;({ platform, owner, member, stranger, anyone } = await startWithCallers())
  await expectStatus(200, owner('PUT', '/api/invoicing/seller', hamburg))
})
afterAll(() => platform?.stop())

describe('payments', () => {
  const paidAt = new Date().toISOString().slice(0, 10)
  const pay = (amountCents: number) => ({ amountCents, paidAt, method: 'transfer' })

  test('pays in parts and undoes a part', async () => {
    const { id } = await issueInvoice(owner)
    const path = `/api/invoicing/${id}`
    const payments = `${path}/payments`
    await expectRefusal(422, 'exceeds_amount_due', owner('POST', payments, pay(11_901)))
    const first = await expectStatus(201, owner('POST', payments, pay(5_000)))
    await expectStatus(201, owner('POST', payments, pay(6_900)))
    const paid = await expectStatus(200, owner('GET', path))
    expect(paid).toMatchObject({ status: 'paid', paidCents: 11_900, amountDueCents: 0 })
    await expectRefusal(409, 'invoice_not_open', owner('POST', payments, pay(1)))
    expect((await owner('DELETE', `${payments}/${first.id}`)).status).toBeLessThan(300)
    const open = await expectStatus(200, owner('GET', path))
    expect(open).toMatchObject({ status: 'open', paidCents: 6_900, amountDueCents: 5_000 })
    await expectRefusal(409, 'invoice_carries_value', owner('POST', `${path}/void`))
    await expectRefusal(409, 'invoice_carries_value', owner('POST', `${path}/reset`))
    await expectStatus(403, member('POST', payments, pay(1)))
    await expectStatus(404, stranger('POST', payments, pay(1)))
  })

  test('shows an open invoice with the bank account to anyone who has its address', async () => {
    const { paymentReference, publicToken, publicUrl } = await issueInvoice(owner)
    expect(paymentReference).toMatch(/^RF\d\d[A-Z0-9]+$/)
    expect(publicToken).toMatch(/^[\w-]{20,}$/)
    expect(publicUrl).toContain(publicToken)
    const page = await expectStatus(200, anyone('GET', `/api/public/invoices/${publicToken}`))
    expect(JSON.stringify(page)).toContain(hamburg.iban)
    const pdf = anyone('GET', `/api/public/invoices/${publicToken}/pdf`)
    expect(await expectStatus(200, pdf)).toContain('%PDF')
  })

  test('shows a void invoice without the bank account, and no draft', async () => {
    const { id, publicToken } = await issueInvoice(owner)
    await expectStatus(200, owner('POST', `/api/invoicing/${id}/void`))
    const page = await expectStatus(200, anyone('GET', `/api/public/invoices/${publicToken}`))
    expect(JSON.stringify(page)).toContain('void')
    expect(JSON.stringify(page)).not.toContain(hamburg.iban)
    expect((await makeDraft(owner)).publicToken ?? null).toBeNull()
    await expectStatus(404, anyone('GET', `/api/public/invoices/${'a'.repeat(43)}`))
  })

  test('mails the invoice with its PDF to the given addresses', async () => {
    const { id, number } = await issueInvoice(owner)
    const send = (body: object) => owner('POST', `/api/invoicing/${id}/send`, body)
    const many = Array.from({ length: 11 }, (_, at) => `a${at}@example.com`)
    await expectStatus(400, send({ to: many }))
    const to = ['pay@example.com']
    const reply = await send({ to, cc: ['books@example.com'], message: 'Hello there' })
    expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300)
    await eventually(async () => {
      const outbox = platform.env['MAIL_OUTBOX_DIR'] ?? ''
      const files = await readdir(outbox)
      const mails = await Promise.all(files.map((file) => readFile(join(outbox, file), 'utf8')))
      const texts = ['pay@example.com', number, 'Hello there', 'application/pdf']
      const sent = mails.filter((mail) => texts.every((text) => mail.includes(text)))
      expect(sent).not.toEqual([])
    })
  })

  test("keeps the organisation's own reminder texts", async () => {
    const texts = [{ daysAfterDue: 7, subject: 'Still open', text: 'Please pay' }]
    const body = { enabled: true, daysBefore: [3], daysAfter: [7, 14], texts }
    const saved = await expectStatus(200, owner('PUT', '/api/invoicing/reminders', body))
    expect(saved).toMatchObject(body)
  })
})

describe('bank', () => {
  type Row = readonly [day: string, amount: string, name: string, purpose: string]
  function writeStatement(rows: readonly Row[]): FormData {
    const form = new FormData()
    const lines = [['Datum', 'Betrag', 'Name', 'Zweck'], ...rows].map((row) => row.join(';'))
    const csv = new Blob([`${lines.join('\n')}\n`], { type: 'text/csv' })
    form.set('file', csv, 'statement.csv')
    const columns = { bookedOn: 'Datum', amount: 'Betrag' }
    form.set('mapping', JSON.stringify({ ...columns, counterparty: 'Name', reference: 'Zweck' }))
    return form
  }
  const send = (rows: readonly Row[]) => owner('POST', '/api/bank/statements', writeStatement(rows))

  test('matches a payment by amount and number, once, and undoes it', async () => {
    const { id, number } = await issueInvoice(owner)
    const row: Row = ['2026-11-20', '119,00', 'Bakery', `Rechnung ${number}`]
    const dry = writeStatement([row])
    dry.set('dryRun', 'true')
    await expectStatus(200, owner('POST', '/api/bank/statements', dry))
    const first = { format: 'csv', transactions: 1, matched: 1, duplicates: 0 }
    expect(await expectStatus(201, send([row]))).toMatchObject(first)
    expect(await expectStatus(201, send([row]))).toMatchObject({ matched: 0, duplicates: 1 })
    const list = await expectStatus(200, member('GET', '/api/bank/transactions?status=matched'))
    const isOfInvoice = ({ invoiceIds }: { invoiceIds: string[] }) => invoiceIds.includes(id)
    const found = list.items.find(isOfInvoice)
    const shown = { amountCents: 11_900, bookedOn: '2026-11-20', status: 'matched' }
    expect(found).toMatchObject(shown)
    const path = `/api/bank/transactions/${found.id}`
    const match = () => owner('POST', `${path}/match`, { invoiceIds: [id] })
    await expectRefusal(409, 'already_matched', match())
    const payments = `/api/invoicing/${id}/payments`
    const { items } = await expectStatus(200, owner('GET', payments))
    const remove = owner('DELETE', `${payments}/${items[0].id}`)
    await expectRefusal(409, 'payment_of_bank', remove)
    await expectStatus(404, stranger('POST', `${path}/unmatch`))
    await expectStatus(403, member('POST', `${path}/unmatch`))
    await expectStatus(200, owner('POST', `${path}/unmatch`))
    const open = await expectStatus(200, owner('GET', `/api/invoicing/${id}`))
    expect(open).toMatchObject({ status: 'open', amountDueCents: 11_900 })
    await expectStatus(200, owner('POST', `${path}/ignore`))
    await expectStatus(200, match())
    expect((await owner('POST', `${path}/ignore`)).status).toBe(409)
  })

  test('suggests an invoice, and matches no outgoing payment', async () => {
    const lineItems = [{ description: 'Rare', quantity: 1, unitAmountCents: 77_701 }]
    const { id, totalAmountCents } = await issueInvoice(owner, { lineItems })
    const amount = (totalAmountCents / 100).toFixed(2).replace('.', ',')
    await expectStatus(
      201,
      send([
        ['2026-11-21', amount, 'Bakery', 'thanks'],
        ['2026-11-21', '-5,00', 'Bank', 'fee'],
      ]),
    )
    const list = await expectStatus(200, owner('GET', '/api/bank/transactions?status=unmatched'))
    const find = (cents: number): Reply['body'] =>
      list.items.find(({ amountCents }: { amountCents: number }) => amountCents === cents)
    const [suggestion] = find(totalAmountCents).suggestions
    expect(suggestion).toMatchObject({ invoiceIds: [id], reason: expect.any(String) })
    const match = `/api/bank/transactions/${find(-500).id}/match`
    await expectRefusal(409, 'not_matchable', owner('POST', match, { invoiceIds: [id] }))
  })

  test('refuses an unreadable file, and refuses members', async () => {
    const broken = new FormData()
    broken.set('file', new Blob(['<Document><BkToCstmrStmt><Stmt>']), 'statement.xml')
    const call = owner('POST', '/api/bank/statements', broken)
    await expectRefusal(422, 'statement_unreadable', call)
    await expectStatus(403, member('POST', '/api/bank/statements', writeStatement([])))
  })
})

describe('estimates', () => {
  test('is sent, accepted by the customer once, and becomes a draft invoice', async () => {
    const { id: customerId } = await makeCustomer(owner)
    const lineItems = [{ description: 'Offer', quantity: 1, unitAmountCents: 10_000 }]
    const body = { customerId, lineItems, vatRateBps: 1_900, validUntil: '2027-01-31' }
    const made = await expectStatus(201, owner('POST', '/api/estimates', body))
    expect(made).toMatchObject({ status: 'draft', number: null, totalAmountCents: 11_900 })
    const path = `/api/estimates/${made.id}`
    await expectStatus(200, owner('PATCH', path, { note: 'As discussed' }))
    const sent = await expectStatus(200, owner('POST', `${path}/send`, {}))
    expect(sent).toMatchObject({ status: 'sent', note: 'As discussed' })
    expect(sent.number).toMatch(/^EST-\d{4}-\d{6}$/)
    const page = `/api/public/estimates/${sent.publicToken}`
    await expectStatus(200, anyone('GET', page))
    expect(await expectStatus(200, anyone('GET', `${page}/pdf`))).toContain('%PDF')
    await expectStatus(400, anyone('POST', `${page}/accept`, {}))
    await expectStatus(200, anyone('POST', `${page}/accept`, { name: 'The baker' }))
    await expectRefusal(409, 'estimate_closed', anyone('POST', `${page}/decline`, {}))
    const { body: invoice } = await owner('POST', `${path}/invoice`, {})
    const shown = { status: 'draft', totalAmountCents: 11_900, customerId }
    expect(invoice, JSON.stringify(invoice)).toMatchObject(shown)
    const after = await expectStatus(200, member('GET', path))
    expect(after.status).toBe('invoiced')
    await expectStatus(404, stranger('GET', path))
    await expectStatus(403, member('POST', '/api/estimates', body))
    const { items } = await expectStatus(200, member('GET', '/api/estimates'))
    expect(items.map(({ id }: { id: string }) => id)).toContain(made.id)
  })
})
