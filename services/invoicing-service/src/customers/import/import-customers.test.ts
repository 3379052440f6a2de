import { expectLinear } from '@atrium/testkit'
import { afterAll, expect, test } from 'vitest'
import { type Caller, startHarness, toId, toRefusal } from '../../../test/harness.ts'
import { readContactFile } from './read-contact-file.ts'

const harness = await startHarness()
afterAll(() => harness.stop())

interface Imported {
  created: number
  updated: number
  skipped: number
  errors: Array<{ row: number; field: string; message: string }>
  mapping: Record<string, string>
  rows: Array<{ row: number; action: string; matchedBy: string | null }>
}

async function send(
  call: Caller,
  file: string | Uint8Array,
  more: Record<string, string> = {},
  headers: Record<string, string> = {},
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(more)) form.set(name, value)
  form.set('file', new Blob([file as string]), 'customers.csv')
  const response = await call.raw('/api/customers/import', { method: 'POST', body: form, headers })
  const body = (await response.json()) as Imported & { code: string }
  return { status: response.status, body }
}

const counts = ({ created, updated, skipped }: Imported) => [created, updated, skipped]
const listAll = async (call: Caller) =>
  (await call('GET', '/api/customers?limit=100')).body['items'] as unknown as Array<
    Record<string, unknown>
  >

const table = [
  'Firma;E-Mail;Ansprechpartner;Telefon;PLZ;Ort;Land;USt-IdNr.;Notizen',
  '"Bäckerei ""Hafen"" GmbH";kasse@hafen.example;Ada Marin;030 1234567;10115;Berlin;Deutschland;123456789;"Zeile 1',
  'Zeile 2"',
  ';;;;;;;;',
  'Ohne Adresse;;;;;;;;',
  'Krumm;no address;;;;;Atlantis;;',
].join('\r\n')

test('imports a table in each usual encoding, names bad rows and changes nothing the second time', async () => {
  const encodings = [
    Buffer.from(`\ufeff${table}`, 'utf8'),
    Buffer.from(table, 'latin1'),
    Buffer.from(`\ufeff${table}`, 'utf16le'),
    Buffer.from(table, 'utf16le'),
  ]
  for (const file of encodings) {
    const call = harness.as('member')
    const dry = await send(call, file, { dryRun: 'true' })
    expect([dry.status, counts(dry.body)]).toEqual([200, [1, 0, 0]])
    expect(await listAll(call)).toEqual([])
    const done = await send(call, file)
    expect(done).toEqual({ status: 200, body: dry.body })
    expect(done.body.errors.map(({ row, field }) => [row, field])).toEqual([
      [4, 'email'],
      [5, 'email'],
      [5, 'billingCountry'],
    ])
    expect(await listAll(call)).toMatchObject([
      {
        name: 'Bäckerei "Hafen" GmbH',
        email: 'kasse@hafen.example',
        contactName: 'Ada Marin',
        billingPostalCode: '10115',
        billingCountry: 'DE',
        taxId: 'DE123456789',
        notes: 'Zeile 1\r\nZeile 2',
      },
    ])
    expect(counts((await send(call, file)).body)).toEqual([0, 0, 1])
  }
})

test('imports once and returns the first result again when the key is the same', async () => {
  const call = harness.as('member')
  const headers = { 'idempotency-key': 'import-1' }
  const first = await send(call, table, {}, headers)
  expect(counts(first.body)).toEqual([1, 0, 0])
  expect(await send(call, table, {}, headers)).toEqual(first)
  expect(await send(call, `${table}\r\n`, {}, headers)).toMatchObject({
    status: 409,
    body: { code: 'idempotency_key_reused' },
  })
  expect((await send(call, table, { dryRun: 'true' }, headers)).status).toBe(409)
  expect(await listAll(call)).toHaveLength(1)
})

test('recognises a customer by VAT number, email, phone or name, and only a sure match replaces values', async () => {
  const call = harness.as('member')
  const known = {
    name: 'Søren Bakery',
    email: 'Old@bakery.example',
    phone: '+49 30 1234567',
    billingCountry: 'DE',
    taxId: 'DE123456789',
  }
  const id = toId(await call('POST', '/api/customers', known))
  const rows = [
    'VAT number,Name,Email,Phone,City,Contact',
    'DE 123.456.789,,new@bakery.example,,,',
    ',Soren Bakery,other@bakery.example,,Kiel,',
    ',,,030 1234567,Bonn,Ada',
    ',New One,NEW@bakery.example,,,',
    ',Second,second@shop.example,,,',
    ',Second,second@shop.example,,,',
  ].join('\n')
  const { body } = await send(call, rows)
  expect(body.rows.map(({ action, matchedBy }) => [action, matchedBy])).toEqual([
    ['update', 'taxId'],
    ['update', 'name'],
    ['update', 'phone'],
    ['update', 'email'],
    ['create', null],
    ['skip', 'email'],
  ])
  expect(counts(body)).toEqual([1, 4, 1])
  expect((await call('GET', `/api/customers/${id}`)).body).toMatchObject({
    name: 'New One',
    email: 'NEW@bakery.example',
    phone: '+49 30 1234567',
    billingCity: 'Kiel',
    contactName: 'Ada',
  })
  expect(await listAll(call)).toHaveLength(2)
})

test('adds a second company when it shares an email address but neither name nor VAT number', async () => {
  const call = harness.as('member')
  const file = [
    'Name,Email,Country,VAT number',
    'Hafen GmbH,books@group.example,DE,123456789',
    'Quay SARL,books@group.example,FR,40987654321',
  ].join('\n')
  expect(counts((await send(call, file)).body)).toEqual([2, 0, 0])
  expect((await listAll(call)).map(({ name, taxId }) => [name, taxId]).toSorted()).toEqual([
    ['Hafen GmbH', 'DE123456789'],
    ['Quay SARL', 'FR40987654321'],
  ])
  expect(counts((await send(call, file)).body)).toEqual([0, 0, 2])
  // Without a country the number has no prefix. With the same name a new number is a correction.
  const known = [
    'Name,Email,VAT number',
    'Hafen,books@group.example,123456789',
    'Hafen GmbH,books@group.example,DE999999999',
  ].join('\n')
  expect((await send(call, known, { dryRun: 'true' })).body.created).toBe(0)
})

test.each([
  ['ISO-8859-1', ';CHARSET=ISO-8859-1', 'J=F6rg M=FCller'],
  ['UTF-8', ';CHARSET=UTF-8', 'J=C3=B6rg M=C3=BCller'],
  ['no charset', '', 'J=F6rg M=FCller'],
  ['an unknown charset', ';CHARSET=X-NONE', 'J=C3=B6rg M=C3=BCller'],
])('decodes quoted-printable vCard texts when they have %s', async (_, charset, name) => {
  const card = `BEGIN:VCARD\r\nVERSION:2.1\r\nFN${charset};ENCODING=QUOTED-PRINTABLE:${name}\r\nEND:VCARD`
  const { rows } = await readContactFile(Buffer.from(card), undefined)
  expect(rows[0]?.texts.name).toBe('Jörg Müller')
})

test('reads contacts from vCard 3 and 4 with folded lines, groups and quoted parameters', async () => {
  const call = harness.as('member')
  const cards = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    'FN:Ada Marin',
    'ORG:Harbour Café\\, Ltd.;Kitchen',
    'item1.EMAIL;TYPE=INTERNET:second@cafe.example',
    'EMAIL;TYPE=INTERNET,PREF:ada@cafe.exam',
    ' ple',
    'TEL;TYPE=CELL:+33 4 91 00 00 00',
    'ADR;TYPE=WORK:;;12 quai du Port;Marseille;;13002;France',
    'NOTE:One\\nTwo',
    'END:VCARD',
    'BEGIN:VCARD',
    'VERSION:4.0',
    'FN:Bo Berg',
    'EMAIL;PREF=1:bo@berg.example',
    'TEL;VALUE=uri:tel:+46-8-123-4567',
    'ADR;LABEL="Street: 1":;;Gatan 1;Stockholm;;111 22;Sverige',
    'END:VCARD',
    'BEGIN:VCARD',
    'VERSION:4.0',
    'FN:Nobody',
    'END:VCARD',
  ].join('\r\n')
  const { body } = await send(call, cards)
  expect(body.errors).toMatchObject([{ row: 3, field: 'email' }])
  expect(await listAll(call)).toMatchObject([
    { name: 'Bo Berg', phone: '+46-8-123-4567', billingLine1: 'Gatan 1', billingCountry: 'SE' },
    {
      name: 'Harbour Café, Ltd.',
      contactName: 'Ada Marin',
      email: 'ada@cafe.example',
      phone: '+33 4 91 00 00 00',
      billingLine1: '12 quai du Port',
      billingCity: 'Marseille',
      billingCountry: 'FR',
      notes: 'One\nTwo',
    },
  ])
})

test('reads the columns that the request names, and refuses forms and files that it cannot read', async () => {
  const call = harness.as('member')
  const rows = 'A,B\nHarbour,a@harbour.example\n'
  expect(toRefusal((await send(call, rows)) as never)).toEqual([400, 'validation_failed'])
  const mapping = JSON.stringify({ name: 'A', email: 'B' })
  expect(counts((await send(call, rows, { mapping })).body)).toEqual([1, 0, 0])
  for (const [file, more] of [
    [rows, { mapping: JSON.stringify({ name: 'C' }) }],
    [rows, { mapping: JSON.stringify({ id: 'A' }) }],
    [rows, { mapping: '{' }],
    [rows, { mapping, dryRun: 'yes' }],
    [rows, { mapping, more: 'x' }],
    ['', {}],
    [new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 1, 0, 0, 0, 8, 0, 9]), {}],
    [`name,email\n"${'x'.repeat(200_000)}`, {}],
  ] as const) {
    expect(toRefusal((await send(call, file, more as Record<string, string>)) as never)).toEqual([
      400,
      'validation_failed',
    ])
  }
  const many = `name,email\n${'a,a@b.example\n'.repeat(5_001)}`
  expect((await send(call, many)).status).toBe(413)
  expect((await send(call, 'x'.repeat(9_000_000))).status).toBe(413)
  expect(await listAll(call)).toHaveLength(1)
})

test('adds nobody twice when two members import the same file at once, and stays in the organisation', async () => {
  const call = harness.as('member')
  const rows = `name,email\n${Array.from({ length: 60 }, (_, n) => `Customer ${n},c${n}@shop.example`).join('\n')}`
  const answers = await Promise.all([send(call, rows), send(call, rows)])
  expect(answers.map(({ body }) => body.created).sort((a, b) => a - b)).toEqual([0, 60])
  expect(counts((await send(harness.as('member'), rows)).body)).toEqual([60, 0, 0])
})

test.each([
  ['quotes', (n: number) => `name,email\n${'"'.repeat(n)}`],
  ['separators', (n: number) => `name,email\n${',\n'.repeat(n)}`],
  ['folded lines', (n: number) => `BEGIN:VCARD\nNOTE:x\n${' y\n'.repeat(n)}END:VCARD`],
  [
    'encoded lines',
    (n: number) => `BEGIN:VCARD\nNOTE;ENCODING=QUOTED-PRINTABLE:=\n${'a=\n'.repeat(n)}`,
  ],
  ['addresses', (n: number) => `BEGIN:VCARD\nADR:${'\\n ;'.repeat(n)}\nEND:VCARD`],
])('reads a file of many %s in linear time', async (name, build) => {
  await expectLinear(name, 400_000, (size) => {
    const bytes = new TextEncoder().encode(build(size))
    return () => readContactFile(bytes, undefined).catch(() => undefined)
  })
})
