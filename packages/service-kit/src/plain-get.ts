/** A GET that carries neither a body nor any header that could change a public answer. */
export interface PlainGet {
  /** The target as it was sent, query included. */
  readonly path: string
  /** The caller's `x-request-id`, unchecked. */
  readonly requestId: string | undefined
}

const longestHead = 4_096
const wholeHead = /^GET (\/[\x21-\x7e]*) HTTP\/1\.1\r\n((?:[A-Za-z0-9-]+:[\t\x20-\x7e]*\r\n)+)\r\n$/

/** Headers that say something about the caller and nothing about what is to be answered. */
const harmless = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'connection',
  'cookie',
  'dnt',
  'forwarded',
  'host',
  'origin',
  'pragma',
  'priority',
  'referer',
  'traceparent',
  'tracestate',
  'upgrade-insecure-requests',
  'user-agent',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'x-request-id',
])

/**
 * Recognises exactly one whole plain GET (RFC 9112) in what a connection has sent, or answers undefined. It is
 * much stricter than a parser on purpose: whatever it does not know by heart is left to Node's, so the two
 * can never differ about where a message ends.
 */
export function recognisePlainGet(chunk: Buffer): PlainGet | undefined {
  if (chunk.length > longestHead) return undefined
  const match = wholeHead.exec(chunk.toString('latin1'))
  if (!match) return undefined
  const [, path = '', lines = ''] = match
  let hosts = 0
  let requestId: string | undefined
  for (let at = 0; at < lines.length; ) {
    const end = lines.indexOf('\r\n', at)
    const colon = lines.indexOf(':', at)
    const name = lines.slice(at, colon).toLowerCase()
    if (!harmless.has(name) && !name.startsWith('sec-fetch-') && !name.startsWith('sec-ch-')) return undefined
    if (name === 'host') hosts += 1
    else if (name === 'connection') {
      if (valueAt(lines, colon, end).toLowerCase() !== 'keep-alive') return undefined
    } else if (name === 'x-request-id') {
      if (requestId !== undefined) return undefined
      requestId = valueAt(lines, colon, end)
    }
    at = end + 2
  }
  return hosts === 1 ? { path, requestId } : undefined
}

const valueAt = (lines: string, colon: number, end: number): string => lines.slice(colon + 1, end).trim()
