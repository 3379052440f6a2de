import type { ItemFile } from '@atrium/contracts'
import { decodeText, parseExactJson } from '@atrium/foreign-text'
import { type GuardedAnswer, OutboundError } from '@atrium/outbound-guard'
import { parse } from 'content-disposition'
import { NodeError } from '../../engine/index.ts'
import {
  bareType,
  hasKnownFormat,
  headBytes,
  isBinary,
  looksLikeText,
} from '../../files/file-type.ts'
import type { NewFile } from '../../files/item-files.ts'

/** Bytes per text response. The limit exists because JSON is parsed in one step. */
const maxTextBytes = 1_000_000

export interface ReadResponse {
  /** The text or the parsed JSON. Null if the response is a file or has no body. */
  body: unknown
  file?: ItemFile
}

type StoreFile = (file: NewFile) => Promise<ItemFile>

/**
 * Reads a response. Text and JSON are read into memory, up to 1 MB. Binary data goes to `store` as
 * it arrives. Throws `OutboundError` if the response breaks off or is too large, and rethrows
 * errors of `store`.
 */
export async function readResponse(answer: GuardedAnswer, store: StoreFile): Promise<ReadResponse> {
  const { headers, status } = answer
  const declared = headers['content-type'] ?? ''
  const parts = answer.body[Symbol.asyncIterator]()
  try {
    const { head, isWhole } = await readHead(parts)
    if (status < 400 && head.length > 0 && (await isFile(head, declared))) {
      const bytes = isWhole ? head : joined(head, parts)
      return {
        body: null,
        file: await store({ name: nameFile(answer), contentType: declared, bytes }),
      }
    }
    const whole = isWhole ? head : await readRest(head, parts)
    if (whole.length > maxTextBytes) throw tooLarge()
    return { body: parseBody(headers, decodeText(whole, declared)) }
  } finally {
    await parts.return?.()
  }
}

type Parts = AsyncIterator<Uint8Array>

const tooLarge = () => new OutboundError('too_large', 'The response is larger than 1 MB')

async function readHead(parts: Parts): Promise<{ head: Buffer; isWhole: boolean }> {
  const read: Uint8Array[] = []
  for (let size = 0; size < headBytes; ) {
    const part = await parts.next()
    if (part.done === true) return { head: Buffer.concat(read), isWhole: true }
    read.push(part.value)
    size += part.value.byteLength
  }
  return { head: Buffer.concat(read), isWhole: false }
}

async function readRest(head: Buffer, parts: Parts): Promise<Buffer> {
  const read: Uint8Array[] = [head]
  for (let size = head.length; ; ) {
    const part = await parts.next()
    if (part.done === true) return Buffer.concat(read)
    size += part.value.byteLength
    if (size > maxTextBytes) throw tooLarge()
    read.push(part.value)
  }
}

async function* joined(head: Buffer, parts: Parts): AsyncGenerator<Uint8Array> {
  yield head
  for (;;) {
    const part = await parts.next()
    if (part.done === true) return
    yield part.value
  }
}

/**
 * True if the data is not text. Many servers declare every download as `application/octet-stream`
 * or declare no type.
 */
async function isFile(head: Buffer, declared: string): Promise<boolean> {
  const bare = bareType(declared)
  if (bare !== 'application/octet-stream' && isBinary(declared)) return true
  const isUnclear =
    bare === '' || bare === 'application/octet-stream' || bare === 'binary/octet-stream'
  return isUnclear && ((await hasKnownFormat(head)) || !looksLikeText(head))
}

/**
 * Returns the file name from the content disposition (RFC 6266), or the last part of the address.
 */
function nameFile({ headers, url }: GuardedAnswer): string {
  try {
    const name = parse(headers['content-disposition'] ?? '').parameters['filename']
    if (name !== undefined && name !== '') return name
  } catch {
    // An unreadable header gives no name.
  }
  const last = url.pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}

function parseBody(headers: GuardedAnswer['headers'], text: string): unknown {
  if (text === '') return null
  if (!/\bjson\b/i.test(headers['content-type'] ?? '') && !/^\s*[{[]/.test(text)) return text
  try {
    return parseExactJson(text)
  } catch {
    return text
  }
}

/**
 * Passes on the bytes of a file. Throws `NodeError` if they contain a credential, because every
 * member can read files.
 */
export async function* refuseSecret(
  source: AsyncIterable<Uint8Array>,
  texts: readonly string[],
): AsyncGenerator<Uint8Array> {
  if (texts.length === 0) {
    yield* source
    return
  }
  const secrets = texts.map((text) => Buffer.from(text))
  const longest = Math.max(...secrets.map(({ length }) => length))
  let last = Buffer.alloc(0)
  for await (const part of source) {
    const seen = Buffer.concat([last, part])
    if (secrets.some((secret) => seen.includes(secret))) {
      throw new NodeError('The response repeats the credential, so its file is not kept')
    }
    last = seen.subarray(Math.max(0, seen.length - longest + 1))
    yield part
  }
}
