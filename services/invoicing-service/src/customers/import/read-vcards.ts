import { customerRowsAtMost, type ImportedField } from '@atrium/contracts'
import { decodeText } from '@atrium/foreign-text'
import { type ContactRow, type ContactTexts, tooManyRows } from './contact-row.ts'

interface Property {
  name: string
  params: string
  value: string
}

/** Yields a text's lines without line folding (RFC 6350, 3.2). */
function* unfold(text: string): Generator<string> {
  let parts: string[] = []
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (parts.length > 0 && /^[ \t]/.test(line)) parts.push(line.slice(1))
    // Version 2.1 ends an encoded line with "=".
    else if (parts.length > 0 && isOpenEncoding(parts)) parts.push(`\n${line}`)
    else {
      if (parts.length > 0) yield parts.join('')
      parts = [line]
    }
  }
  if (parts.length > 0) yield parts.join('')
}

const isOpenEncoding = (parts: readonly string[]): boolean =>
  /^[^:]{0,200};ENCODING=QUOTED-PRINTABLE/i.test((parts[0] ?? '').slice(0, 300)) &&
  (parts.at(-1) ?? '').endsWith('=')

/** Splits `group.NAME;PARAM="a:b":value`. A colon inside quotes belongs to a parameter. */
function parseProperty(line: string): Property | undefined {
  let isQuoted = false
  for (let at = 0; at < line.length; at += 1) {
    if (line[at] === '"') isQuoted = !isQuoted
    if (line[at] !== ':' || isQuoted) continue
    const head = line.slice(0, at)
    const end = head.indexOf(';')
    const name = (end === -1 ? head : head.slice(0, end)).replace(/^[\w-]+\./, '').toUpperCase()
    const params = end === -1 ? '' : head.slice(end).toUpperCase()
    return { name, params, value: decodeValue(params, line.slice(at + 1)) }
  }
  return undefined
}

function decodeValue(params: string, value: string): string {
  if (!params.includes('QUOTED-PRINTABLE')) return value
  const bytes = value
    .replace(/=\r?\n/g, '')
    .replace(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  // Version 2.1 names the charset. Without one it is UTF-8 or Windows-1252.
  const charset = /;CHARSET="?([\w-]{1,40})/.exec(params)?.[1]
  const type = charset === undefined ? 'text/plain' : `text/plain;charset=${charset}`
  return decodeText(Buffer.from(bytes, 'latin1'), type)
}

const escapes: Readonly<Record<string, string>> = { n: '\n', N: '\n' }
const unescapeText = (text: string): string =>
  text.replace(/\\(.)/gs, (_, sign: string) => escapes[sign] ?? sign).trim()

/** Splits a structured value at unescaped semicolons. */
function splitParts(value: string): string[] {
  const parts: string[] = []
  let start = 0
  for (let at = 0; at < value.length; at += 1) {
    if (value[at] === '\\') at += 1
    else if (value[at] === ';') {
      parts.push(value.slice(start, at))
      start = at + 1
    }
  }
  return [...parts, value.slice(start)].map(unescapeText)
}

const isPreferred = ({ params }: Property): boolean => /[;=,]PREF(?:[;,]|=1\b|$)/.test(params)

const joinLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(', ')

function readAddress(value: string): ContactTexts {
  const [box = '', more = '', street = '', city = '', state = '', code = '', country = ''] =
    splitParts(value)
  const [line1 = '', ...lines] = [street, more, box].filter((part) => part !== '')
  return {
    billingLine1: joinLines(line1),
    billingLine2: joinLines(lines.join('\n')),
    billingCity: city,
    billingState: state,
    billingPostalCode: code,
    billingCountry: country,
  }
}

function toTexts(properties: readonly Property[]): ContactTexts {
  const find = (name: string): string => {
    const named = properties.filter((property) => property.name === name)
    return (named.find(isPreferred) ?? named[0])?.value ?? ''
  }
  const [last = '', first = ''] = splitParts(find('N'))
  const person = unescapeText(find('FN')) || [first, last].filter(Boolean).join(' ')
  const [company = ''] = splitParts(find('ORG'))
  const isCompany = company !== '' && company !== person
  const texts: ContactTexts = {
    name: company || person,
    contactName: isCompany ? person : '',
    email: unescapeText(find('EMAIL')).replace(/^mailto:/i, ''),
    phone: unescapeText(find('TEL')).replace(/^tel:/i, ''),
    notes: unescapeText(find('NOTE')),
    language: unescapeText(find('LANG')),
    ...readAddress(find('ADR')),
  }
  const given = Object.entries(texts) as Array<[ImportedField, string]>
  return Object.fromEntries(given.filter(([, text]) => text !== ''))
}

const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const cardsPerTurn = 200

/** Reads a vCard file's cards (versions 2.1, 3.0 and 4.0), each as one row. */
export async function readVcards(text: string): Promise<ContactRow[]> {
  const rows: ContactRow[] = []
  let card: Property[] | undefined
  for (const line of unfold(text)) {
    const property = parseProperty(line)
    if (property === undefined) continue
    const { name, value } = property
    if (name === 'BEGIN' && /^VCARD\s*$/i.test(value)) card = []
    else if (name === 'END' && card !== undefined) {
      if (rows.length === customerRowsAtMost) throw tooManyRows()
      rows.push({ row: rows.length + 1, texts: toTexts(card) })
      card = undefined
      if (rows.length % cardsPerTurn === 0) await pause()
    } else card?.push(property)
  }
  return rows
}
