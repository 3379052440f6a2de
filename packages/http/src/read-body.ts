import { AppError, commonErrors } from '@atrium/contracts'

/** The cap of a JSON body and of a webhook's: 1 MiB; docs/reference/http.md, "Limits". */
export const maxBodyBytes = 1_048_576

/** The cap of a call by an assistant, which carries a picture as base64: 8 MiB. */
export const maxLargeBodyBytes = 8_388_608

const tooLarge = (limit: number) =>
  commonErrors.payload_too_large({ message: `The body is larger than ${limit} bytes` })

/** The rule for a long body: `admit` is awaited once, when more than `above` bytes have arrived. */
export interface LongBody {
  readonly above: number
  admit(): Promise<void>
}

/**
 * The raw bytes of a body. Throws `payload_too_large` (413) once it exceeds `limit`, `validation_failed` (400) when
 * the client disconnects before its end, and the `AppError` of `long.admit`.
 */
export async function readBytes(
  request: Request,
  limit: number = maxBodyBytes,
  long?: LongBody,
): Promise<Uint8Array> {
  const header = request.headers.get('content-length')
  const declared = header === null ? undefined : Number(header)
  if (declared !== undefined && declared > limit) throw tooLarge(limit)
  try {
    // Node ends a body at its declared length, so that the whole body is never longer.
    if (declared !== undefined && declared <= limit && long === undefined)
      return new Uint8Array(await request.arrayBuffer())
    return await readStream(request.body, limit, long)
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw commonErrors.validation_failed({ message: 'The body did not arrive', cause })
  }
}

async function readStream(
  body: ReadableStream<Uint8Array> | null,
  limit: number,
  long: LongBody | undefined,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  let admitted = long === undefined
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > limit) throw tooLarge(limit)
    if (!admitted && long !== undefined && size > long.above) {
      await long.admit()
      admitted = true
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The deepest nesting of a JSON body, which bounds the stack of recursive code. */
export const maxJsonDepth = 100

/** The most values of a JSON body. In memory a value takes many times its text: a mebibyte of empty objects is 22 MB. */
export const maxJsonValues = 150_000

const json = /^application\/(?:[a-z0-9.+-]+\+)?json\s*(?:;|$)/i
const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * A JSON body; undefined when there is none. Throws `unsupported_media_type` (415) for another type,
 * `payload_too_large` (413), and `validation_failed` (400) when it is not UTF-8, not JSON, or exceeds `maxJsonValues` or
 * `maxJsonDepth`.
 */
export async function readJson(request: Request): Promise<unknown> {
  const bytes = await readBytes(request)
  if (bytes.byteLength === 0) return undefined
  const type = request.headers.get('content-type')
  if (type !== null && !json.test(type))
    throw commonErrors.unsupported_media_type({ message: 'Send application/json' })
  checkShape(bytes)
  try {
    return JSON.parse(decoder.decode(bytes))
  } catch (cause) {
    throw commonErrors.validation_failed({ message: 'The body is not valid JSON', cause })
  }
}

/** Throws `validation_failed` (400) for JSON of more than `maxJsonValues` values or `maxJsonDepth` levels. */
export function checkShape(bytes: Uint8Array): void {
  const { depth, values } = shapeOf(bytes)
  if (values > maxJsonValues) {
    throw commonErrors.validation_failed({ message: `The body holds more than ${maxJsonValues} values` })
  }
  if (depth > maxJsonDepth) {
    throw commonErrors.validation_failed({ message: `The body is nested deeper than ${maxJsonDepth} levels` })
  }
}

const form = /^application\/x-www-form-urlencoded\s*(?:;|$)/i

/** Whether the body is that of an HTML form. */
export const isForm = (request: Request): boolean => form.test(request.headers.get('content-type') ?? '')

/** A form's fields; one that comes twice is a list. Throws `payload_too_large` (413), `validation_failed` (400). */
export async function readForm(request: Request): Promise<Record<string, string | string[]>> {
  const bytes = await readBytes(request)
  try {
    return fieldsOf(new URLSearchParams(decoder.decode(bytes)))
  } catch (cause) {
    throw commonErrors.validation_failed({ message: 'The body is not a valid form', cause })
  }
}

/** Names with their values, a list where a name comes more than once. */
export function fieldsOf(pairs: URLSearchParams): Record<string, string | string[]> {
  const fields = new Map<string, string[]>()
  for (const [name, value] of pairs) {
    const known = fields.get(name)
    if (known === undefined) fields.set(name, [value])
    else known.push(value)
  }
  const result: Record<string, string | string[]> = Object.create(null)
  for (const [name, [first = '', ...more]] of fields)
    result[name] = more.length === 0 ? first : [first, ...more]
  return result
}

const [quote, backslash, comma, list, object, listEnd, objectEnd] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b, 0x5d, 0x7d]

/** The depth and the approximate number of values of JSON, read from its bytes. */
function shapeOf(bytes: Uint8Array): { depth: number; values: number } {
  let depth = 0
  let deepest = 0
  let values = 1
  let inString = false
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index]
    if (inString) {
      if (byte === backslash) index += 1
      else if (byte === quote) inString = false
    } else if (byte === quote) inString = true
    else if (byte === comma) values += 1
    else if (byte === list || byte === object) {
      values += 1
      depth += 1
      if (depth > deepest) deepest = depth
    } else if (byte === listEnd || byte === objectEnd) depth -= 1
  }
  return { depth: deepest, values }
}
