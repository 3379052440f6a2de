import type { SearchObject } from 'imapflow'
import { NetworkError } from '../../network/network-error.ts'
import { toKeyword } from './keyword.ts'

/** The folder to search, by its path or by its use (RFC 6154). Undefined for the inbox. */
export type SearchedFolder = { path: string } | { use: string } | undefined

export interface MailSearch {
  folder: SearchedFolder
  criteria: SearchObject
}

const deepest = 20
const uses: Readonly<Record<string, string>> = {
  sent: '\\Sent',
  drafts: '\\Drafts',
  draft: '\\Drafts',
  trash: '\\Trash',
  spam: '\\Junk',
  junk: '\\Junk',
  archive: '\\Archive',
  anywhere: '\\All',
  all: '\\All',
}
const states: Readonly<Record<string, SearchObject>> = {
  unread: { seen: false },
  read: { seen: true },
  starred: { flagged: true },
  flagged: { flagged: true },
  answered: { answered: true },
}
const units: Readonly<Record<string, number>> = { h: 1 / 24, d: 1, w: 7, m: 30, y: 365 }
const sizes: Readonly<Record<string, number>> = { '': 1, k: 1_024, m: 1_048_576 }

const refuse = (message: string): never => {
  throw new NetworkError('blocked', message)
}

type Token =
  | { kind: 'open' | 'either' | 'close' | 'or' | 'not' }
  | { kind: 'word'; name: string; text: string }

const pattern =
  /\s+|([({])|([)}])|(OR(?=[\s(]))|(-(?=\S))|(?:([A-Za-z_]+):(?!\/\/))?(?:"([^"]*)"|([^\s(){}"]+))|(["])/gy

function readTokens(query: string): Token[] {
  const tokens: Token[] = []
  for (const found of query.matchAll(pattern)) {
    const [, open, close, or, not, name = '', quoted, plain] = found
    if (open !== undefined) tokens.push({ kind: open === '{' ? 'either' : 'open' })
    else if (close !== undefined) tokens.push({ kind: 'close' })
    else if (or !== undefined) tokens.push({ kind: 'or' })
    else if (not !== undefined) tokens.push({ kind: 'not' })
    else if (quoted !== undefined || plain !== undefined)
      tokens.push({ kind: 'word', name: name.toLowerCase(), text: quoted ?? plain ?? '' })
  }
  return tokens
}

/**
 * Converts a search to IMAP criteria (docs/imap.md, "Search words"). Plain words are searched in
 * the whole message. Throws `NetworkError` if a search word has no counterpart.
 */
export function toMailSearch(query: string, now: Date): MailSearch {
  const tokens = readTokens(query)
  let at = 0
  let folder: SearchedFolder
  const word = ({ name, text }: Token & { kind: 'word' }): SearchObject => {
    if (name === 'in') {
      if (text.toLowerCase() !== 'inbox') {
        const use = uses[text.toLowerCase()]
        folder = use === undefined ? { path: text } : { use }
      }
      return {}
    }
    return toCriterion(name, text, now)
  }
  const one = (depth: number): SearchObject => {
    if (depth > deepest) refuse('This search has too many brackets')
    const token = tokens[at]
    at += 1
    if (token?.kind === 'not') {
      const inner = one(depth + 1)
      return isEmpty(inner) ? {} : { not: inner }
    }
    if (token?.kind === 'open') {
      const inner = any(depth + 1)
      at += 1
      return inner
    }
    if (token?.kind === 'either') {
      const inner = listUntilClose(depth + 1)
      at += 1
      return anyMatch(inner)
    }
    return token?.kind === 'word' ? word(token) : {}
  }
  const listUntilClose = (depth: number): SearchObject[] => {
    const parts: SearchObject[] = []
    while (at < tokens.length && tokens[at]?.kind !== 'close' && tokens[at]?.kind !== 'or')
      parts.push(one(depth))
    return parts
  }
  const all = (depth: number): SearchObject => allMatch(listUntilClose(depth))
  const any = (depth: number): SearchObject => {
    const parts = [all(depth)]
    while (tokens[at]?.kind === 'or') {
      at += 1
      parts.push(all(depth))
    }
    return anyMatch(parts)
  }
  const parts: SearchObject[] = []
  while (at < tokens.length) {
    parts.push(any(0))
    // A closing bracket too many closes nothing.
    if (tokens[at]?.kind === 'close') at += 1
  }
  return { folder, criteria: allMatch(parts) }
}

const isEmpty = (criteria: SearchObject): boolean => Object.keys(criteria).length === 0

// The library takes each kind of criterion once for each object. A second one goes into a double
// negation.
function bothMatch(left: SearchObject, right: SearchObject): SearchObject {
  const isShared = Object.keys(right).some((kind) => kind in left)
  return isShared ? { or: [left], not: { not: right } } : { ...left, ...right }
}

function anyMatch(parts: SearchObject[]): SearchObject {
  if (parts.length <= 1) return parts[0] ?? {}
  // An alternative without criteria matches every message.
  return parts.some(isEmpty) ? {} : { or: parts }
}

/** Joins criteria that must all match. The result is only as deep as a balanced tree. */
export function allMatch(parts: readonly SearchObject[]): SearchObject {
  let level = parts.filter((each) => !isEmpty(each))
  while (level.length > 1) {
    level = level.flatMap((left, at) => {
      const right = level[at + 1]
      if (at % 2 === 1) return []
      return [right === undefined ? left : bothMatch(left, right)]
    })
  }
  return level[0] ?? {}
}

function toCriterion(name: string, text: string, now: Date): SearchObject {
  const value = text.toLowerCase()
  switch (name) {
    case '':
      if (/^[A-Za-z_]+:$/.test(text)) {
        return refuse(`Write one word or a text in quotes after “${text}”`)
      }
      return { text }
    case 'from':
    case 'to':
    case 'cc':
    case 'bcc':
    case 'subject':
      return { [name]: text }
    case 'is': {
      return states[value] ?? refuse(`A mailbox by IMAP does not know “is:${text}”`)
    }
    case 'has':
      // IMAP has no search for attachments. Mail with files has this type.
      if (value === 'attachment') return { header: { 'content-type': 'multipart/mixed' } }
      return refuse(`A mailbox by IMAP does not know “has:${text}”`)
    case 'label':
      return { keyword: toKeyword(text) }
    case 'after':
    case 'since':
      return { since: readDay(text) }
    case 'before':
      return { before: readDay(text) }
    case 'newer_than':
      return { since: readAge(text, now) }
    case 'older_than':
      return { before: readAge(text, now) }
    case 'larger':
      return { larger: readSize(text) }
    case 'smaller':
      return { smaller: readSize(text) }
    case 'rfc822msgid':
      return { header: { 'message-id': text } }
    default:
      return refuse(
        `A mailbox by IMAP does not know the search word “${name}:”. Use words, from:, to:, subject:, is:unread, in:folder, label:, after: or newer_than:`,
      )
  }
}

function readDay(text: string): Date {
  const [, year, month, day] = /^(\d{4})[/-](\d{1,2})[/-](\d{1,2})$/.exec(text) ?? []
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return Number.isNaN(at.getTime()) ? refuse(`“${text}” is not a day. Write it as 2026/11/30`) : at
}

function readAge(text: string, now: Date): Date {
  const [, count, unit = ''] = /^(\d{1,4})([hdwmy])$/i.exec(text) ?? []
  const days = Number(count) * (units[unit.toLowerCase()] ?? Number.NaN)
  return Number.isNaN(days)
    ? refuse(`“${text}” is not an age. Write it as 7d, 2w, 3m or 1y`)
    : new Date(now.getTime() - days * 86_400_000)
}

function readSize(text: string): number {
  const [, count, unit = ''] = /^(\d{1,9})([km]?)b?$/i.exec(text) ?? []
  const bytes = Number(count) * (sizes[unit.toLowerCase()] ?? Number.NaN)
  return Number.isNaN(bytes) ? refuse(`“${text}” is not a size. Write it as 5M`) : Math.floor(bytes)
}
