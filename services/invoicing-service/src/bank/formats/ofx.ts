import {
  cleanAccount,
  cleanBankReference,
  cleanText,
  joinReference,
  longestName,
  readDecimal,
  readIsoDay,
  type TakeRow,
  UnreadableStatement,
} from './statement-row.ts'

const kept = new Set([
  'DTPOSTED',
  'TRNAMT',
  'FITID',
  'NAME',
  'MEMO',
  'CHECKNUM',
  'REFNUM',
  'EXTDNAME',
  'ACCTID',
  'CURDEF',
  'CURSYM',
])
const longestValue = 2_000
const longestTag = 100

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}
const decode = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, (whole, dec, hex, name) => {
    if (name !== undefined) return entities[String(name).toLowerCase()] ?? whole
    const code = dec === undefined ? Number.parseInt(hex, 16) : Number(dec)
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : ''
  })

/**
 * Reads OFX and QFX. Version 1 is SGML without closing tags for values, version 2 is XML. Both have
 * the same elements, so one scan over the tags reads both. There are no entities to expand.
 */
export function readOfx(text: string, take: TakeRow): void {
  let line = 1
  let counted = 0
  const lineAt = (at: number): number => {
    for (; counted < at; counted += 1) if (text.charCodeAt(counted) === 10) line += 1
    return line
  }
  let account: string | null = null
  let currency: string | null = null
  let fields: Map<string, string> | undefined
  let parties = ''
  let isOriginal = false
  let lists = 0

  for (let at = text.indexOf('<'); at !== -1; ) {
    const end = text.indexOf('>', at)
    if (end === -1 || end - at > longestTag) {
      if (text.startsWith('<!', at) && !text.startsWith('<!--', at))
        throw new UnreadableStatement(
          'This file has a document type, which OFX files never have. Export it at your bank again.',
          { line: lineAt(at) },
        )
      if (end === -1)
        throw new UnreadableStatement('The file ends inside a tag', { line: lineAt(at) })
    }
    const tag = text
      .slice(at + 1, Math.min(end, at + longestTag))
      .trim()
      .toUpperCase()
    const next = text.indexOf('<', end)
    const name = tag.replace(/^\//, '')
    if (tag === 'STMTTRN') {
      if (fields !== undefined)
        throw new UnreadableStatement('A transaction is not closed', {
          line: lineAt(at),
          element: 'STMTTRN',
        })
      fields = new Map()
      isOriginal = false
    } else if (tag === '/STMTTRN' && fields !== undefined) {
      take(toRow(fields, { account, currency }, lineAt(at)))
      fields = undefined
    } else if (tag === 'BANKTRANLIST') lists += 1
    else if (tag === '/BANKTRANLIST') lists -= 1
    else if (tag === 'BANKACCTTO' || tag === 'CCACCTTO') parties = tag
    else if (name === parties) parties = ''
    // The currency before the bank converted the amount.
    else if (name === 'ORIGCURRENCY') isOriginal = tag === name
    else if (kept.has(tag) && !(isOriginal && tag === 'CURSYM')) {
      const value = decode(
        text.slice(end + 1, Math.min(next === -1 ? text.length : next, end + longestValue)),
      ).trim()
      if (fields !== undefined) {
        const key = tag === 'ACCTID' && parties !== '' ? 'PARTY' : tag
        if (value !== '' && !fields.has(key)) fields.set(key, value)
      } else if (tag === 'ACCTID') account = cleanAccount(value)
      else if (tag === 'CURDEF') currency = value.slice(0, 3).toUpperCase() || null
    } else if (tag.startsWith('!DOCTYPE') || tag.startsWith('!ENTITY'))
      throw new UnreadableStatement(
        'This file has a document type, which OFX files never have. Export it at your bank again.',
        { line: lineAt(at) },
      )
    at = next
  }
  if (fields !== undefined || lists > 0)
    throw new UnreadableStatement(
      'The file ends in the middle of a statement. Export it at your bank again.',
      { line: lineAt(text.length), element: fields === undefined ? 'BANKTRANLIST' : 'STMTTRN' },
    )
}

function toRow(
  fields: ReadonlyMap<string, string>,
  own: { account: string | null; currency: string | null },
  line: number,
) {
  const place = { line, element: 'STMTTRN' }
  const bookedOn = readIsoDay(fields.get('DTPOSTED') ?? '')
  if (bookedOn === undefined)
    throw new UnreadableStatement(
      'A transaction has no valid date. Export the statement at your bank again.',
      place,
    )
  const amount = readDecimal(fields.get('TRNAMT') ?? '')
  if (amount === undefined)
    throw new UnreadableStatement(
      'A transaction has no valid amount. Export the statement at your bank again.',
      place,
    )
  return {
    bookedOn,
    amount,
    currency: fields.get('CURSYM')?.toUpperCase() ?? own.currency,
    counterparty: cleanText(fields.get('EXTDNAME') ?? fields.get('NAME'), longestName),
    iban: cleanAccount(fields.get('PARTY')),
    reference: joinReference([
      cleanText(fields.get('MEMO'), longestValue),
      cleanText(fields.get('REFNUM') ?? fields.get('CHECKNUM'), longestName),
    ]),
    account: own.account,
    bankReference: cleanBankReference(fields.get('FITID')),
  }
}
