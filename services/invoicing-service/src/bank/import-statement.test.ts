import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { maxStatementBytes } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { camt, openBank } from '../../test/bank.ts'
import { startHarness } from '../../test/harness.ts'
import type { NewTransaction } from './bank.db.ts'
import { lockDue } from './match-batch.ts'

// Random text cannot be compressed, so the database would have to store all of it.
const createId = (at: number) => createHash('sha256').update(String(at)).digest('base64url')

const harness = await startHarness()
afterAll(() => harness.stop())

test('adds only new rows when a statement without references is imported again', async () => {
  const bank = openBank(harness)
  const coffee = { amount: '3.00', direction: 'DBIT', text: 'Coffee' } as const
  await bank.upload(camt([coffee, coffee]))
  const second = await bank.upload(camt([coffee, coffee, coffee, { ...coffee, text: 'Tea' }]))
  expect(second.body).toMatchObject({ transactions: 4, duplicates: 2 })
  expect((await bank.list()).total).toBe(4)
})

test("recognises a transaction by the bank's reference, even if other fields differ", async () => {
  const bank = openBank(harness)
  await bank.upload(camt([{ bankReference: 'B 1', text: 'short' }]))
  const again = camt([
    { bankReference: 'B 1', text: 'the long text' },
    { bankReference: 'B 2', status: 'PDNG' },
    { bankReference: 'B 3', status: 'INFO' },
  ])
  expect((await bank.upload(again)).body).toMatchObject({ transactions: 1, duplicates: 1 })
  const other = camt([{ bankReference: 'B 1' }], { iban: 'FR7630006000011234567890189' })
  expect((await bank.upload(other)).body).toMatchObject({ duplicates: 0 })
})

test('keeps both payments when a bank gives two of one day the same reference', async () => {
  const bank = openBank(harness)
  const file = camt([
    { bankReference: 'DAY 1', name: 'Ada', text: 'one' },
    { bankReference: 'DAY 1', name: 'Bob', text: 'two' },
  ])
  expect((await bank.upload(file)).body).toMatchObject({ transactions: 2, duplicates: 0 })
  expect((await bank.upload(file)).body).toMatchObject({ transactions: 2, duplicates: 2 })
})

test('remembers the columns for files with the same headings', async () => {
  const bank = openBank(harness)
  const file = (day: string) => `Tag;Wert;Wer\n${day};7,50;Ada\n`
  const refused = await bank.upload(file('20.11.2026'))
  expect([refused.status, refused.body]).toMatchObject([422, { code: 'statement_unreadable' }])
  const preview = await bank.upload(file('20.11.2026'), { dryRun: 'true' })
  expect(preview.body).toMatchObject({ headings: ['Tag', 'Wert', 'Wer'], transactions: 0 })
  const mapping = JSON.stringify({ bookedOn: 'Tag', amount: 'Wert', counterparty: 'Wer' })
  const imported = await bank.upload(file('20.11.2026'), { mapping })
  expect([imported.status, imported.headers.get('location')]).toEqual([
    201,
    '/api/bank/transactions',
  ])
  expect((await bank.upload(file('21.11.2026'))).body).toMatchObject({
    transactions: 1,
    mapping: { counterparty: 'Wer' },
  })
  expect((await bank.list()).items.map(({ amountCents }) => amountCents)).toEqual([750, 750])
  const stranger = openBank(harness)
  expect((await stranger.upload(file('22.11.2026'))).status).toBe(422)
  for (const bad of ['{', '{"bookedOn":"Tag"}', '{"bookedOn":"Tag","amount":"Wert","x":"y"}'])
    expect((await bank.upload(file('1.1.2026'), { mapping: bad })).status).toBe(400)
  const missing = JSON.stringify({ bookedOn: 'Tag', amount: 'Betrag' })
  expect((await bank.upload(file('1.1.2026'), { mapping: missing })).body.detail).toContain(
    'Betrag',
  )
})

test('leaves an invoice to the user when the currency, the number or the payer gives doubt', async () => {
  const bank = openBank(harness)
  const first = await bank.invoice({}, { name: 'Harbour Bakery' })
  const second = await bank.invoice({}, { name: 'Linden Studio' })
  const dollars = camt([{ text: first.number }], { currency: 'USD' })
  expect((await bank.upload(dollars)).body).toMatchObject({ matched: 0 })
  const swapped = camt([
    { text: second.number, name: 'HARBOUR BAKERY GMBH', bankReference: '1' },
    { text: `${first.number} and ${second.number}`, amount: '720.00', bankReference: '2' },
    { text: 'Thanks', name: 'Linden Studio', bankReference: '3' },
  ])
  expect((await bank.upload(swapped)).body).toMatchObject({ matched: 0 })
  const { items } = await bank.list('?status=unmatched')
  const best = items.map(({ suggestions: [top] }) => top?.invoiceIds)
  expect(best).toEqual([[second.id], [first.id, second.id], [first.id], undefined])
})

test('leaves a booking to the user when somebody recorded the same money already', async () => {
  const bank = openBank(harness)
  const { id, number } = await bank.invoice()
  const today = harness.clock.now().toISOString().slice(0, 10)
  const input = { amountCents: 18_000, paidAt: today, method: 'transfer' }
  expect((await bank.call('POST', `/api/invoicing/${id}/payments`, input)).status).toBe(201)
  const half = { amount: '180.00', text: number, day: today }
  expect((await bank.upload(camt([half]))).body).toMatchObject({ matched: 0 })
  expect((await bank.only()).suggestions).toMatchObject([{ invoiceIds: [id] }])
  expect(await bank.read(id)).toMatchObject({ paidCents: 18_000, status: 'open' })
})

test('pays no invoice that somebody paid, credited or voided while the file was read', async () => {
  const bank = openBank(harness)
  const { id } = await bank.invoice()
  const { db } = harness.deps
  const row = { id: 'btx_1', amount_cents: 36_000, booked_on: '2026-11-20', reference: null }
  const lock = () =>
    inTransaction(db, undefined, (tx) =>
      lockDue(tx, bank.call.orgId, [{ row: row as NewTransaction, invoiceId: id }]),
    )
  expect(await lock()).toHaveLength(1)
  await bank.call('POST', `/api/invoicing/${id}/void`)
  expect(await lock()).toEqual([])
})

test('remembers the columns of a file with many long headings', async () => {
  const bank = openBank(harness)
  const more = Array.from({ length: 150 }, (_, at) => `Heading ${at} ${createId(at)}`)
  const file = `Tag;Wert;${more.join(';')}\n20.11.2026;7,50${';'.repeat(150)}\n`
  const mapping = JSON.stringify({ bookedOn: 'Tag', amount: 'Wert' })
  expect((await bank.upload(file, { mapping })).status).toBe(201)
  expect((await bank.upload(file)).body).toMatchObject({ duplicates: 1 })
})

test('suggests the customer whose account paid before', async () => {
  const bank = openBank(harness)
  const account = { iban: 'DE02120300000000202051', name: 'M. Muster' }
  const first = await bank.invoice({}, { name: 'Harbour Bakery' })
  await bank.upload(camt([{ ...account, text: first.number, bankReference: '1' }]))
  const lineItems = [{ description: 'x', quantity: 1, unitAmountCents: 50_000 }]
  const second = await bank.invoice({ customerId: first.customerId, lineItems })
  const rest = { amount: '590.00', text: 'Thank you', bankReference: '2', day: '2026-11-22' }
  await bank.upload(camt([{ ...account, ...rest }]))
  const [fees] = (await bank.list('?status=unmatched')).items
  expect(fees?.suggestions).toMatchObject([
    {
      invoiceIds: [second.id],
      invoiceNumbers: [second.number],
      reason: expect.stringContaining('fees'),
    },
  ])
})

test('refuses a file that is too large or not a statement, and leaves no file behind', async () => {
  // Other test files import statements into the shared folder at the same time.
  const directory = await mkdtemp(join(tmpdir(), 'atrium-import-'))
  const shared = process.env['TMPDIR']
  process.env['TMPDIR'] = directory
  onTestFinished(async () => {
    if (shared === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = shared
    await rm(directory, { recursive: true })
  })
  const bank = openBank(harness)
  const cut = await bank.upload(camt([{ text: 'x' }]).slice(0, 500))
  expect([cut.status, cut.body.code]).toEqual([422, 'statement_unreadable'])
  expect(cut.body.detail).toMatch(/^Line \d+: /)
  const broken = camt([{ bankReference: '1' }, { amount: 'much' }])
  expect((await bank.upload(broken)).body).toMatchObject({ code: 'statement_unreadable' })
  const large = await bank.upload(new Uint8Array(maxStatementBytes + 1))
  expect([large.status, large.body.code]).toEqual([413, 'payload_too_large'])
  for (const [fields, status] of [
    [{ dryRun: 'yes' }, 400],
    [{ other: 'x' }, 400],
  ] as const)
    expect((await bank.upload(camt([]), fields)).status).toBe(status)
  const json = await bank.call('POST', '/api/bank/statements', { file: 'x' })
  expect(json.status).toBe(400)
  expect((await bank.list()).total).toBe(0)
  const left = (await readdir(directory)).filter((name) => name.startsWith('atrium-statement-'))
  expect(left).toEqual([])
})

test('reads a file that is as large as allowed', async () => {
  const bank = openBank(harness)
  const line = `20.11.2026;${'x'.repeat(900)};7,50\n`
  const text = `Tag;Wer;Wert\n${line.repeat(Math.floor((maxStatementBytes - 100) / line.length))}`
  const mapping = JSON.stringify({ bookedOn: 'Tag', amount: 'Wert' })
  const { status, body } = await bank.upload(text, { mapping, dryRun: 'true' })
  expect([status, body.transactions > 50_000]).toEqual([200, true])
})

test('knows a booking again in a file of another format, and loses no equal payment', async () => {
  const bank = openBank(harness)
  const { id, number } = await bank.invoice({}, { name: 'Müller & Söhne OHG' })
  const mapping = JSON.stringify({
    bookedOn: 'Tag',
    amount: 'Wert',
    counterparty: 'Wer',
    reference: 'Text',
  })
  const row = `20.11.2026;360,00;MUELLER U. SOEHNE;SVWZ+Rechnung ${number}\n`
  const equal = '20.11.2026;7,50;Ada;Kaffee und Kuchen\n'
  const table = `Tag;Wert;Wer;Text\n${row}${equal}${equal}`
  expect((await bank.upload(table, { mapping })).body).toMatchObject({ matched: 1 })

  const coffee = { amount: '7.50', name: 'Ada', text: 'Kaffee und Kuchen' }
  const entries = [
    { name: 'Müller & Söhne OHG', text: `Rechnung ${number}`, bankReference: 'B1' },
    ...['C1', 'C2', 'C3'].map((bankReference) => ({ ...coffee, bankReference })),
  ]
  const preview = await bank.upload(camt(entries), { dryRun: 'true' })
  expect(preview.body).toMatchObject({ transactions: 4, duplicates: 3, matched: 0 })
  const second = await bank.upload(camt(entries))
  expect(second.body).toMatchObject({ transactions: 4, duplicates: 3, matched: 0 })
  for (const [file, duplicates] of [
    [camt(entries), 4],
    [camt([{ ...coffee, bankReference: 'C4' }]), 0],
    [table, 3],
  ] as const)
    expect((await bank.upload(file)).body).toMatchObject({ duplicates })
  const { items, total } = await bank.list()
  expect([total, items.filter(({ amountCents }) => amountCents === 750)]).toMatchObject([
    5,
    { length: 4 },
  ])
  expect(await bank.read(id)).toMatchObject({ status: 'paid', paidCents: 36_000 })
})

test('keeps both payments when the text of one contains the text of a known one', async () => {
  const bank = openBank(harness)
  const mapping = JSON.stringify({
    bookedOn: 'Tag',
    amount: 'Wert',
    counterparty: 'Wer',
    reference: 'Text',
  })
  await bank.upload('Tag;Wert;Wer;Text\n20.11.2026;7,50;Ada;Seminar 1\n', { mapping })
  const entries = ['Seminar 12', 'Seminar 1'].map((text, at) => ({
    amount: '7.50',
    name: 'Ada',
    text,
    bankReference: `K${at}`,
  }))
  expect((await bank.upload(camt(entries))).body).toMatchObject({ duplicates: 1 })
  const { items } = await bank.list()
  expect(items.map(({ reference }) => reference).sort()).toEqual(['Seminar 1', 'Seminar 12'])
})

test('leaves a booking to the user when it may be one of a statement in another format', async () => {
  const bank = openBank(harness)
  const { id, number } = await bank.invoice()
  const table = 'Tag;Wert;Text\n20.11.2026;360,00;Dauerauftrag\n21.11.2026;360,00;Miete Mai\n'
  const mapping = JSON.stringify({ bookedOn: 'Tag', amount: 'Wert', reference: 'Text' })
  await bank.upload(table, { mapping })
  const other = openBank(harness)
  await other.upload(table, { mapping })
  const entries = [
    { name: 'Ada', text: `Dauerauftrag ${number}`, bankReference: '1' },
    { name: 'Ada', text: 'Spende', bankReference: '2', day: '2026-11-21' },
  ]
  expect((await bank.upload(camt(entries))).body).toMatchObject({ duplicates: 0, matched: 0 })
  const { items } = await bank.list('?status=unmatched')
  const flagged = items.filter(({ duplicateOf }) => duplicateOf !== null)
  expect(flagged).toMatchObject([{ counterparty: 'Ada', bookedOn: '2026-11-20' }])
  const [first] = flagged
  expect(items.find((item) => item.id === first?.duplicateOf)).toMatchObject({
    reference: 'Dauerauftrag',
    duplicateOf: null,
  })
  const matched = await bank.act(first?.id ?? '', 'match', { invoiceIds: [id] })
  expect(matched.body).toMatchObject({ status: 'matched', duplicateOf: null })
})

const mapped = (columns: Record<string, string>) => ({ mapping: JSON.stringify(columns) })

test('knows a booking again when the bank exports CSV in another layout or under other columns', async () => {
  const bank = openBank(harness)
  const { id, number } = await bank.invoice({}, { name: 'Ada GmbH' })
  const columns = { bookedOn: 'Tag', amount: 'Wert', counterparty: 'Wer', reference: 'Text' }
  const others = { bookedOn: 'Datum', amount: 'Betrag', counterparty: 'Name', reference: 'Zweck' }
  const first = `Tag;Wert;Wer;Text\n20.11.2026;360,00;ADA GMBH;Rechnung ${number}\n20.11.2026;7,50;Eva;Kuchen\n`
  expect((await bank.upload(first, mapped(columns))).body).toMatchObject({ matched: 1 })
  const row = '20.11.2026;Kuchen;Eva;7,50\n'
  const second = `Datum;Zweck;Name;Betrag\n20.11.2026;SVWZ+Rechnung  ${number};Ada GmbH;360,00\n${row}${row}`
  expect((await bank.upload(second, mapped(others))).body).toMatchObject({
    transactions: 3,
    duplicates: 2,
    matched: 0,
  })
  for (const file of [first, second])
    expect((await bank.upload(file)).body).toMatchObject({
      duplicates: file === first ? 2 : 3,
    })
  const { counterparty: _, ...fewer } = others
  expect((await bank.upload(second, mapped(fewer))).body).toMatchObject({ matched: 0 })
  const { items } = await bank.list()
  const unsure = items.filter(({ duplicateOf }) => duplicateOf !== null)
  expect([items.length, unsure.length]).toEqual([6, 3])
  expect(await bank.read(id)).toMatchObject({ status: 'paid', paidCents: 36_000 })
})

test('knows a booking of a CAMT.052 report again in the CAMT.053 statement', async () => {
  const bank = openBank(harness)
  const coffee = { amount: '7.50', name: 'Ada', text: 'Kaffee und Kuchen' }
  const tea = { amount: '4.00', name: 'Eva', text: 'Tee', bankReference: 'T1' }
  const report = camt([coffee, tea], { message: 'camt.052' })
  expect((await bank.upload(report)).body).toMatchObject({ transactions: 2, duplicates: 0 })
  // The equal row comes last, so a row with a longer text must not take its place.
  const longer = { ...coffee, text: 'Kaffee und Kuchen, danke' }
  const statement = camt([longer, coffee, coffee, { ...tea, bankReference: 'T2' }])
  expect((await bank.upload(statement)).body).toMatchObject({ transactions: 4, duplicates: 1 })
  const { items } = await bank.list()
  expect(items.map(({ amountCents }) => amountCents).sort()).toEqual([400, 400, 750, 750, 750])
  const flagged = items.filter(({ duplicateOf }) => duplicateOf !== null)
  expect(flagged).toMatchObject([{ amountCents: 400 }])
  expect((await bank.upload(statement)).body).toMatchObject({ duplicates: 4 })
  expect((await bank.upload(report)).body).toMatchObject({ duplicates: 2 })
})
