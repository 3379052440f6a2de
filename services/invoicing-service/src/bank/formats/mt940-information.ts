import { cleanAccount, cleanText, longestName } from './statement-row.ts'

interface Information {
  name: string | null
  iban: string | null
  texts: string[]
}

const ibanForm = /\b([A-Z]{2}\d{2}[A-Z0-9]{11,30})\b/

/**
 * Reads field 86. German and Austrian banks number its parts (`?20` to `?29` hold the text), Dutch
 * banks name them (`/REMI/`), and others write plain text.
 */
export function readInformation(lines: readonly string[]): Information {
  const joined = lines.join('')
  const first = joined.slice(0, 4)
  const separator = /^\d{3}[^\w\s]/.test(first) ? (first[3] ?? '?') : undefined
  if (separator !== undefined) return readNumbered(joined, separator)
  if (/^\s*\/[A-Z]{3,5}\//.test(joined) || /\/(?:REMI|NAME|IBAN|CNTP)\//.test(joined))
    return readNamed(joined)
  return readPlain(lines)
}

function readNumbered(text: string, separator: string): Information {
  const parts = new Map<string, string>()
  let remittance = ''
  let last = ''
  for (const piece of text.split(separator).slice(1)) {
    const code = piece.slice(0, 2)
    const value = piece.slice(2)
    // Some banks write "?" for letters they do not have, so it may be a part of a name.
    const isPart = /^\d\d$/.test(code)
    if (isPart) last = code
    const added = isPart ? value : `${separator}${piece}`
    if (last === '' || /^(?:2\d|6[0-3])$/.test(last)) remittance += added
    else parts.set(last, `${parts.get(last) ?? ''}${added}`)
  }
  const marked = readMarked(remittance)
  const name = `${parts.get('32') ?? ''}${parts.get('33') ?? ''}`
  return {
    name: cleanText(name, longestName) ?? cleanText(marked.get('ABWA'), longestName),
    iban: cleanAccount(parts.get('31')) ?? cleanAccount(marked.get('IBAN')),
    texts: [
      marked.get('SVWZ') ?? marked.get('') ?? '',
      marked.get('EREF') ?? '',
      marked.size <= 1 || marked.has('SVWZ') ? '' : remittance,
    ].filter((part) => part !== '' && part.trim() !== 'NOTPROVIDED'),
  }
}

// SEPA parts inside the remittance text (EBICS, annex 3).
const marker = /(?:^|[ ?]|(?<=\S))(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|IBAN|BIC)[+:]/g

function readMarked(text: string): Map<string, string> {
  const found = [...text.slice(0, 3_000).matchAll(marker)]
  const marked = new Map<string, string>()
  const start = found[0]?.index ?? text.length
  marked.set('', text.slice(0, start).trim())
  for (const [at, match] of found.entries()) {
    const end = found[at + 1]?.index ?? text.length
    const name = match[1] ?? ''
    if (!marked.has(name)) marked.set(name, text.slice(match.index + match[0].length, end).trim())
  }
  if (marked.get('') === '') marked.delete('')
  return marked
}

const names = new Set([
  'TRTP',
  'IBAN',
  'BIC',
  'NAME',
  'REMI',
  'EREF',
  'CNTP',
  'ORDP',
  'BENM',
  'MARF',
  'CSID',
  'ULTD',
  'ULTC',
  'ISDT',
  'PREF',
  'RTRN',
  'USTD',
  'STRD',
  'PURP',
  'ADDR',
  'ID',
  'INIT',
  'SUM',
  'ULTB',
])

function readNamed(text: string): Information {
  const parts = new Map<string, string>()
  let name = ''
  for (const piece of text.slice(0, 5_000).split('/')) {
    if (names.has(piece)) {
      name = piece
      if (!parts.has(name)) parts.set(name, '')
    } else if (name !== '' && (parts.get(name)?.length ?? 0) < 1_000) {
      const before = parts.get(name) ?? ''
      parts.set(name, before === '' ? piece : `${before}/${piece}`)
    }
  }
  // `/CNTP/account/bank/name/city/` lists its values in order.
  const party = (parts.get('CNTP') ?? '').split('/')
  const remittance = (parts.get('USTD') || parts.get('STRD') || parts.get('REMI')) ?? ''
  return {
    name: cleanText(parts.get('NAME') || party[2], longestName),
    iban: cleanAccount(parts.get('IBAN') || party[0]),
    texts: [trimSlashes(remittance), parts.get('EREF') ?? ''].filter(
      (part) => part !== '' && part !== 'NOTPROVIDED',
    ),
  }
}

function trimSlashes(text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end -= 1
  return text.slice(text.startsWith('/') ? 1 : 0, end)
}

function readPlain(lines: readonly string[]): Information {
  const text = lines.join(' ')
  const short = text.slice(0, 2_000)
  return {
    name: null,
    iban: cleanAccount(ibanForm.exec(short)?.[1]),
    texts: text.trim() === '' ? [] : [text],
  }
}
