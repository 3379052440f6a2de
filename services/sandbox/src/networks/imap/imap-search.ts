import { readHeader } from '../mailbox/mail-state.ts'
import { decodeSource } from './decode-source.ts'
import type { ImapMessage } from './imap-state.ts'
import { type Argument, readSet, toText } from './imap-tokens.ts'

type Check = (message: ImapMessage) => boolean

const day = 86_400_000
const toDay = (at: number): number => Math.floor(at / day)

const hasFlag =
  (flag: string, wanted = true): Check =>
  ({ flags }) =>
    [...flags].some((each) => each.toLowerCase() === flag.toLowerCase()) === wanted

const inHeader =
  (name: string, text: string): Check =>
  ({ source }) =>
    decodeSource(readHeader(source, name)).toLowerCase().includes(text.toLowerCase())

/** Compiles the search keys in RFC 9051, section 6.4.4, as far as a mail program uses them. */
export function readSearch(keys: readonly Argument[], largest: number): Check {
  let at = 0
  const next = (): string => {
    at += 1
    return toText(keys[at - 1])
  }
  const all: Check[] = []
  const one = (): Check => {
    const key = keys[at]
    at += 1
    if (Array.isArray(key)) return readSearch(key, largest)
    const name = toText(key).toUpperCase()
    switch (name) {
      case 'ALL':
        return () => true
      case 'NOT': {
        const inner = one()
        return (message) => !inner(message)
      }
      case 'OR': {
        const left = one()
        const right = one()
        return (message) => left(message) || right(message)
      }
      case 'CHARSET':
        next()
        return () => true
      case 'SEEN':
      case 'FLAGGED':
      case 'ANSWERED':
      case 'DELETED':
      case 'DRAFT':
        return hasFlag(`\\${name}`)
      case 'UNSEEN':
      case 'UNFLAGGED':
      case 'UNANSWERED':
      case 'UNDELETED':
      case 'UNDRAFT':
        return hasFlag(`\\${name.slice(2)}`, false)
      case 'KEYWORD':
        return hasFlag(next())
      case 'UNKEYWORD':
        return hasFlag(next(), false)
      case 'FROM':
      case 'TO':
      case 'CC':
      case 'BCC':
      case 'SUBJECT':
        return inHeader(name, next())
      case 'HEADER':
        return inHeader(next(), next())
      case 'TEXT':
      case 'BODY': {
        const text = next().toLowerCase()
        return ({ source }) => decodeSource(source).toLowerCase().includes(text)
      }
      case 'SINCE': {
        const from = toDay(Date.parse(next()))
        return ({ receivedAt }) => toDay(receivedAt) >= from
      }
      case 'BEFORE': {
        const before = toDay(Date.parse(next()))
        return ({ receivedAt }) => toDay(receivedAt) < before
      }
      case 'LARGER': {
        const size = Number(next())
        return ({ source }) => source.length > size
      }
      case 'SMALLER': {
        const size = Number(next())
        return ({ source }) => source.length < size
      }
      case 'UID': {
        const isIn = readSet(next(), largest)
        return ({ uid }) => isIn(uid)
      }
      default:
        throw new Error(`Unknown search key ${name}`)
    }
  }
  while (at < keys.length) all.push(one())
  return (message) => all.every((check) => check(message))
}
