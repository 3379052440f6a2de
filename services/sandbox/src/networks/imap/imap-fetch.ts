import type { ImapMessage } from './imap-state.ts'
import { type Argument, quote, toText } from './imap-tokens.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const pad = (value: number): string => String(value).padStart(2, '0')

function toInternalDate(at: number): string {
  const date = new Date(at)
  const day = `${String(date.getUTCDate()).padStart(2, ' ')}-${months[date.getUTCMonth()]}-${date.getUTCFullYear()}`
  return `${day} ${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}:${pad(date.getUTCSeconds())} +0000`
}

const literal = (text: string): string => `{${text.length}}\r\n${text}`

function readHead(source: string): string {
  const end = source.search(/\r?\n\r?\n/)
  return end === -1 ? `${source}\r\n\r\n` : `${source.slice(0, end)}\r\n\r\n`
}

function pickHeaders(source: string, names: readonly string[]): string {
  const wanted = new Set(names.map((name) => name.toLowerCase()))
  const lines = readHead(source)
    .replaceAll(/\r?\n(?=[ \t])/g, '\0')
    .split(/\r?\n/)
  const kept = lines.filter((line) => wanted.has(line.split(':', 1)[0]?.toLowerCase() ?? ''))
  return `${kept.map((line) => line.replaceAll('\0', '\r\n')).join('\r\n')}\r\n\r\n`
}

function readSection(item: string, source: string): string {
  const [, section = '', start, most] =
    /^BODY(?:\.PEEK)?\[([^\]]*)\](?:<(\d+)\.(\d+)>)?$/i.exec(item) ?? []
  const fields = /^HEADER\.FIELDS \(?([^)]*)\)?$/i.exec(section)?.[1]
  const whole =
    fields !== undefined
      ? pickHeaders(source, fields.split(' '))
      : section.toUpperCase() === 'HEADER'
        ? readHead(source)
        : section.toUpperCase() === 'TEXT'
          ? source.slice(readHead(source).length)
          : source
  const part =
    start === undefined ? whole : whole.slice(Number(start), Number(start) + Number(most ?? 0))
  const place = start === undefined ? '' : `<${start}>`
  return `BODY[${section}]${place} ${literal(part)}`
}

/** Renders one message's data for FETCH. Characters are bytes. */
export function renderFetch(
  message: ImapMessage,
  { items, place }: { items: readonly Argument[]; place: number },
): string {
  const parts = items.flatMap((argument) => {
    const item = toText(argument)
    switch (item.toUpperCase()) {
      case 'UID':
        return `UID ${message.uid}`
      case 'FLAGS':
        return `FLAGS (${[...message.flags].join(' ')})`
      case 'INTERNALDATE':
        return `INTERNALDATE ${quote(toInternalDate(message.receivedAt))}`
      case 'RFC822.SIZE':
        return `RFC822.SIZE ${message.source.length}`
      default:
        return /^BODY/i.test(item) && item.includes('[') ? readSection(item, message.source) : []
    }
  })
  return `* ${place} FETCH (${parts.join(' ')})\r\n`
}
