import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { bankFiles } from '../../../test/bank-files.ts'
import { readStatement } from './read-statement.ts'
import { type StatementRow, UnreadableStatement } from './statement-row.ts'

const longest = 1_000_000

async function read(
  file: string | Uint8Array,
  mapping: (typeof bankFiles)[number]['mapping'] | null = null,
) {
  const rows: StatementRow[] = []
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file
  const result = await readStatement({ bytes, mapping: mapping ?? null, longest }, (row) =>
    rows.push(row),
  )
  return { ...result, rows }
}

/** Returns an archive whose directory lies about the size of its only entry. */
function stating(size: number): Uint8Array {
  const bytes = zipSync({ 'a.csv': Buffer.from('Tag;Wert\n20.11.2026;7,50\n'.padEnd(300, '\n')) })
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  view.setUint32(view.getUint32(bytes.length - 6, true) + 24, size, true)
  return bytes
}

describe('files of banks', () => {
  test.each(bankFiles.map((file) => [file.bank, file] as const))(
    'reads %s',
    async (_bank, file) => {
      const { rows } = await read(file.text, file.mapping)
      expect(
        rows.map(({ bookedOn, amount, counterparty, iban }) => [
          bookedOn,
          amount,
          counterparty,
          iban,
        ]),
      ).toEqual(file.rows.map((row) => row.slice(0, 4)))
      for (const [at, row] of rows.entries()) {
        expect(row.account).toBe(file.account)
        expect(row.reference ?? '').toContain(file.rows[at]?.[4] ?? '')
      }
    },
  )

  test.each(['utf-16le', 'utf-16be', 'windows-1252'] as const)('reads %s', async (encoding) => {
    const [first] = bankFiles.filter(({ mapping }) => mapping !== undefined)
    const text = first?.text.replaceAll('€', 'EUR') ?? ''
    const mapping = {
      bookedOn: 'Buchungsdatum',
      amount: 'Betrag (EUR)',
      counterparty: 'Zahlungspflichtige*r',
    }
    const little = Buffer.from(text, 'utf16le')
    const bytes = {
      'utf-16le': little,
      'utf-16be': Buffer.from(little).swap16(),
      'windows-1252': Buffer.from(text, 'latin1'),
    }[encoding]
    expect((await read(bytes, mapping)).rows).toMatchObject([{ counterparty: 'Hafenbäckerei' }])
  })

  test('guesses the columns of every CSV file but those with unknown headings', async () => {
    for (const { text, mapping } of bankFiles) {
      if (mapping === undefined) continue
      const { guess } = await read(text)
      expect(guess).toMatchObject({ bookedOn: mapping.bookedOn, amount: mapping.amount })
    }
    expect((await read('Tag;Wert\n1.2.2026;7,00\n')).guess).toEqual({})
  })

  test('reads an archive whose files name other folders, and writes none of them', async () => {
    const [first] = bankFiles
    const file = Buffer.from(first?.text ?? '')
    const names = ['../../../tmp/a.xml', '/etc/b.xml', 'C:\\c.xml']
    const { rows } = await read(zipSync(Object.fromEntries(names.map((name) => [name, file]))))
    expect(rows).toHaveLength(3)
  })

  test('reads all files of an archive', async () => {
    const files = bankFiles
      .slice(0, 3)
      .map(({ text }, at) => [`${at}.xml`, Buffer.from(text)] as const)
    const { rows, format } = await read(zipSync(Object.fromEntries(files)))
    expect([format, rows.length]).toEqual(['camt', 4])
  })
})

const camt = bankFiles[0]?.text ?? ''
const bomb = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><Document>&c;</Document>`
test.each([
  ['a cut CAMT file', camt.slice(0, 600), /unclosed tag/],
  ['an entity bomb', bomb, /has a document type/],
  ['a page of a website', '<html><body>Sign in</body></html>', /not a CAMT/],
  ['a credit without a direction', camt.replaceAll('CRDT', 'X'), /came in or went out/],
  [
    'a cut MT940 file',
    ':20:A\n:25:1\n:60F:C261119EUR1,00\n:61:2611201120C3,00NTRFX',
    /ends in the middle/,
  ],
  [
    'an MT940 file whose last message is cut',
    ':20:A\n:25:1\n:60F:C261119EUR1,00\n:62F:C261119EUR1,00\n-\n:20:B\n:25:1\n:60F:C261119EUR1,00\n:61:2611201120C3,00NTRFX\n:86:text',
    /ends in the middle/,
  ],
  [
    'an MT940 booking on no day',
    ':20:A\n:25:1\n:60F:C261119EUR1,00\n:61:261340C3,00NTRFX\n:62F:C261119EUR1,00',
    /no valid date/,
  ],
  [
    'a cut OFX file',
    '<OFX><BANKTRANLIST><STMTTRN><DTPOSTED>20261120<TRNAMT>1',
    /ends in the middle/,
  ],
  ['an empty file', '', /a bank statement/],
  ['a picture', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0', 'latin1'), /a bank statement/],
  ['a cut archive', zipSync({ 'a.xml': Buffer.from(camt) }).subarray(0, 300), /damaged/],
  ['an archive that states a smaller size', stating(20), /damaged/],
  ['an archive that states no size', stating(0), /damaged/],
  ['an archive that states a size above the limit', stating(longest + 1), /too large/],
  ['an archive that grows', zipSync({ 'a.xml': Buffer.alloc(longest + 1) }), /too large/],
])('says where it cannot read %s', async (_name, file, reason) => {
  const error = await read(file).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(UnreadableStatement)
  expect((error as Error).message).toMatch(reason)
})

test('keeps a name when the bank writes “?” for its letters', async () => {
  const { rows } = await read(
    ':20:A\n:25:1\n:60F:C261119EUR1,00\n:61:2611201120C4,00NTRFX\n:86:166?00GUTSCHRIFT?20SVWZ+F?r Mai?32B?CKEREI\n GR?NWALD\n:62F:C261120EUR5,00\n-',
  )
  expect(rows).toMatchObject([{ counterparty: 'B?CKEREI GR?NWALD', reference: 'F?r Mai X' }])
})

describe('what a bank does not mean as money of this account and currency', () => {
  test('skips bookings that an MT942 report only expects', async () => {
    const { rows } = await read(
      ':20:A\n:25P:DE89370400440532013000\n:34F:EUR0,\n:61:261120EC3,00NTRFX\n:86:soon\n:61:261120C4,00NTRFX\n:86:INV-2026\n-000012\n:90C:1EUR4,00\n-',
    )
    expect(rows).toMatchObject([
      { amount: '4', account: 'DE89370400440532013000', reference: 'INV-2026 -000012 X' },
    ])
  })

  test('keeps the account’s currency when an OFX file names the original one', async () => {
    const { rows } = await read(
      '<OFX><CURDEF>EUR<BANKTRANLIST><STMTTRN><DTPOSTED>20261120<TRNAMT>9.00<FITID>1<ORIGCURRENCY><CURRATE>1.1<CURSYM>USD</ORIGCURRENCY></STMTTRN></BANKTRANLIST></OFX>',
    )
    expect(rows).toMatchObject([{ currency: 'EUR', amount: '9' }])
  })

  test('reads the currency from the heading or the amount when a CSV file has no column for it', async () => {
    const mapping = { bookedOn: 'Date', amount: 'Amount (USD)' }
    const { rows } = await read(
      'Date;Amount (USD)\n2026-11-20;12.00\n2026-11-21;€ 13.00\n',
      mapping,
    )
    expect(rows.map(({ currency }) => currency)).toEqual(['USD', 'EUR'])
  })

  test('refuses a currency that is none', async () => {
    await expect(read(camt.replaceAll('Ccy="EUR"', 'Ccy="EURO"'))).rejects.toThrow(/not a currency/)
  })
})

test('tells the payments of a batch apart when all have one reference', async () => {
  const detail =
    '<TxDtls><Refs><AcctSvcrRef>D</AcctSvcrRef></Refs><Amt Ccy="CHF">5.00</Amt></TxDtls>'
  const { rows } = await read(
    `<Document><BkToCstmrStmt><Stmt><Ntry><Amt Ccy="CHF">10.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-11-20</Dt></BookgDt><AcctSvcrRef>B</AcctSvcrRef><NtryDtls>${detail}${detail}</NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`,
  )
  expect(rows.map(({ bankReference }) => bankReference)).toEqual(['B 1', 'B 2'])
})
