import { readCamt } from '../src/bank/formats/camt.ts'
import { readMt940 } from '../src/bank/formats/mt940.ts'
import type { StatementRow } from '../src/bank/formats/statement-row.ts'

/** Writes a name as banks without umlauts do. */
const spell = (text: string): string =>
  text
    .replace(/[äæ]/gi, 'AE')
    .replace(/[öø]/gi, 'OE')
    .replace(/ü/gi, 'UE')
    .replace(/ß/g, 'SS')
    .replace(/ł/gi, 'L')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()

/** Writes "?" for each letter that a bank does not have. */
export const blot = (text: string): string => text.toUpperCase().replace(/[^\x20-\x7e]/g, '?')
const cut = (text: string, length: number): string[] => {
  const lines: string[] = []
  for (let at = 0; at < text.length; at += length) lines.push(text.slice(at, at + length))
  return lines
}

export interface Payment {
  cents: number
  name: string
  iban?: string
  text: string
}

const money = (cents: number): string => (Math.abs(cents) / 100).toFixed(2)
const read = (run: (take: (row: StatementRow) => void) => void): StatementRow => {
  const rows: StatementRow[] = []
  run((row) => rows.push(row))
  const [row] = rows
  if (row === undefined || rows.length > 1) throw new Error(`${rows.length} rows`)
  return row
}

const mt940 = ({ cents }: Payment, information: string): StatementRow =>
  read((take) =>
    readMt940(
      `:20:STARTUMS\r\n:25:37040044/0532013000\r\n:28C:1/1\r\n:60F:C261119EUR1,00\r\n:61:2611201120${cents < 0 ? 'D' : 'C'}R${money(cents).replace('.', ',')}N062NONREF\r\n:86:${information}\r\n:62F:C261120EUR1,00\r\n-\r\n`,
      take,
    ),
  )

/** German banks number the parts and cut the text after 27 signs. Many trim the end of a line. */
export function numbered(payment: Payment, { isTrimmed = true, write = spell } = {}): StatementRow {
  const lines = cut(write(payment.text), 27).map((line) => (isTrimmed ? line.trimEnd() : line))
  const text = lines.map((line, at) => `?${at < 10 ? 20 + at : 50 + at}${line}`)
  const payer = cut(write(payment.name), 27)
    .slice(0, 2)
    .map((line, at) => `?${32 + at}${line}`)
  const account = payment.iban === undefined ? '' : `?30COBADEFFXXX?31${payment.iban}`
  const all = `166?00GUTSCHRIFT?109249${text.join('')}${account}${payer.join('')}`
  return mt940(payment, cut(all, 65).join('\r\n'))
}

/** Older exports have lines of 65 signs without parts, and the payer is a part of the text. */
export const plain = (payment: Payment): StatementRow =>
  mt940(payment, cut(spell(`${payment.name} ${payment.text}`), 65).join('\r\n'))

/** Dutch banks name the parts. */
export const named = (payment: Payment): StatementRow =>
  mt940(
    payment,
    cut(
      `/TRTP/SEPA OVERBOEKING/IBAN/${payment.iban ?? ''}/BIC/INGBNL2A/NAME/${spell(payment.name)}/REMI/${payment.text}/EREF/NOTPROVIDED`,
      65,
    ).join('\r\n'),
  )

/** CAMT has 140 signs of text in one element, or in elements of 35 signs, and 70 of the name. */
export function camt(payment: Payment, length = 140): StatementRow {
  const toXml = (text: string) => text.replaceAll('&', '&amp;')
  const texts = cut(payment.text.slice(0, 140), length)
    .map((text) => `<Ustrd>${toXml(text)}</Ustrd>`)
    .join('')
  return read((take) =>
    readCamt(
      `<Document><BkToCstmrStmt><Stmt><Ntry><Amt Ccy="EUR">${money(payment.cents)}</Amt><CdtDbtInd>${payment.cents < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt><NtryDtls><TxDtls><RltdPties><Dbtr><Nm>${toXml(payment.name.slice(0, 70))}</Nm></Dbtr></RltdPties><RmtInf>${texts}</RmtInf></TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`,
      take,
    ),
  )
}
