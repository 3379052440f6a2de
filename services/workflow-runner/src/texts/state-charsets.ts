import { decodeText, findEncoding } from '@atrium/foreign-text'

const newline = 0x0a
/** The number of bytes used to detect a part's charset. */
const longestSample = 1_048_576
const longestBoundary = 200

interface Part {
  /** The header block without the empty line after it. */
  head: Buffer
  bodyAt: number
}

/**
 * Adds the charset if a text part states none, and converts headers to UTF-8 if they use another
 * charset. The parser assumes UTF-8, so "Grüße" in Windows-1252 would lose its letters. Runs in
 * linear time.
 */
export function stateCharsets(source: Uint8Array): Uint8Array {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength)
  const boundaries = new Set<string>()
  const chunks: Buffer[] = []
  const findNext = createSearch(bytes)
  let copied = 0
  for (let at: number | undefined = 0; at !== undefined && at < bytes.length; ) {
    const { head, bodyAt } = readHead(bytes, at, findNext)
    const type = findHeader(head, 'content-type')
    const boundary = /^multipart\//i.test(type) ? findBoundary(type) : undefined
    if (boundary !== undefined) boundaries.add(boundary)
    // An attached message begins with its own headers. The search for its end is skipped, because
    // with many attached messages each search would read all remaining bytes.
    const isMessage = /^message\/rfc822\b/i.test(type)
    const next = isMessage ? { end: bodyAt, at: bodyAt } : findPart(bytes, bodyAt, boundaries)
    const isText = type === '' || /^text\//i.test(type)
    const charset = isText
      ? missingCharset(bytes.subarray(bodyAt, next.end), head, type)
      : undefined
    const stated = charset === undefined ? head : withCharset(head, type, charset)
    const clean = withUtf8(stated)
    if (clean !== head) {
      chunks.push(bytes.subarray(copied, at), clean)
      copied = at + head.length
    }
    at = next.at
  }
  return chunks.length === 0 ? source : Buffer.concat([...chunks, bytes.subarray(copied)])
}

type Search = (text: string, from: number) => number

/** Returns a search for texts at positions that only grow. Caches each text's last position. */
function createSearch(bytes: Buffer): Search {
  const found = new Map<string, number>()
  return (text, from) => {
    const cachedPlace = found.get(text)
    if (cachedPlace !== undefined && (cachedPlace === -1 || cachedPlace >= from)) return cachedPlace
    const place = bytes.indexOf(text, from)
    found.set(text, place)
    return place
  }
}

function readHead(bytes: Buffer, at: number, findNext: Search): Part {
  const first = bytes[at] === 0x0d ? bytes[at + 1] : bytes[at]
  if (first === newline)
    return { head: bytes.subarray(at, at), bodyAt: bytes.indexOf(newline, at) + 1 }
  const [unix, windows] = [findNext('\n\n', at), findNext('\n\r\n', at)]
  const ends = [unix, windows].filter((end) => end !== -1)
  if (ends.length === 0) return { head: bytes.subarray(at), bodyAt: bytes.length }
  const end = Math.min(...ends) + 1
  return { head: bytes.subarray(at, end), bodyAt: end + (bytes[end] === newline ? 1 : 2) }
}

/**
 * Finds the end of the body at `from` and the start of the next part. `at` is undefined after the
 * last part.
 */
function findPart(bytes: Buffer, from: number, boundaries: ReadonlySet<string>) {
  let end = bytes.length
  for (let at = Math.max(from - 1, 0); ; ) {
    const found = bytes.indexOf('\n--', at)
    if (found === -1) return { end, at: undefined }
    const lineEnd = bytes.indexOf(newline, found + 1)
    const last = lineEnd === -1 ? bytes.length : lineEnd
    const line = bytes
      .subarray(found + 3, Math.min(last, found + 3 + longestBoundary))
      .toString('latin1')
      .trimEnd()
    const isBoundary = boundaries.has(line)
    const isClosing = line.endsWith('--') && boundaries.has(line.slice(0, -2))
    if (isBoundary || isClosing) end = Math.min(end, found + 1)
    if (isBoundary) return { end, at: lineEnd === -1 ? undefined : lineEnd + 1 }
    if (lineEnd === -1) return { end, at: undefined }
    at = lineEnd
  }
}

const unfold = (head: Buffer): string => head.toString('latin1').replaceAll(/\r?\n[ \t]+/g, ' ')

const headers = {
  'content-type': /^content-type:[ \t]*([^\r\n]*)/im,
  'content-transfer-encoding': /^content-transfer-encoding:[ \t]*([^\r\n]*)/im,
}

const findHeader = (head: Buffer, name: keyof typeof headers): string =>
  headers[name].exec(unfold(head))?.[1] ?? ''

const findBoundary = (type: string): string | undefined =>
  /;\s*boundary\s*=\s*(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(type)?.slice(1).find(Boolean)

/** Returns the charset if the text part states none and is not UTF-8. */
function missingCharset(body: Buffer, head: Buffer, type: string): string | undefined {
  if (/;\s*charset\s*=/i.test(type)) return undefined
  const encoding = findEncoding(
    decodeTransfer(body, findHeader(head, 'content-transfer-encoding')),
    type || 'text/plain',
  )
  return encoding.toLowerCase() === 'utf-8' ? undefined : encoding
}

// RFC 2045, sections 6.7 and 6.8.
function decodeTransfer(body: Buffer, encoding: string): Buffer {
  const sample = body.subarray(0, longestSample)
  if (/base64/i.test(encoding))
    return wholeLines(Buffer.from(sample.toString('latin1'), 'base64'), body)
  if (!/quoted-printable/i.test(encoding)) return wholeLines(sample, body)
  const text = sample
    .toString('latin1')
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9a-f]{2})/gi, (_all, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
  return wholeLines(Buffer.from(text, 'latin1'), body)
}

/** Cuts the sample at a line end, because it may end inside a character. */
const wholeLines = (sample: Buffer, body: Buffer): Buffer =>
  body.length <= longestSample ? sample : sample.subarray(0, sample.lastIndexOf(newline) + 1)

function withCharset(head: Buffer, type: string, charset: string): Buffer {
  const text = head.toString('latin1')
  const stated =
    type === ''
      ? `Content-Type: text/plain; charset=${charset}\r\n${text}`
      : text.replace(
          /^content-type:[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*/im,
          (header) => `${trimHeader(header)}; charset=${charset}`,
        )
  return Buffer.from(stated, 'latin1')
}

/** Trims blanks and semicolons at the end. A regular expression would take quadratic time. */
function trimHeader(header: string): string {
  let end = header.length
  while (end > 0 && ' \t\r\n;'.includes(header[end - 1] ?? '')) end -= 1
  return header.slice(0, end)
}

const withUtf8 = (head: Buffer): Buffer =>
  findEncoding(head, '').toLowerCase() === 'utf-8' ? head : Buffer.from(decodeText(head, ''))
