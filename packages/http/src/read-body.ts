import { AppError, commonErrors } from '@atrium/contracts'

/** The limit for JSON and webhook bodies in bytes: 1 MiB (docs/reference/http.md, "Limits"). */
export const maxBodyBytes = 1_048_576

/**
 * The limit for a call by an assistant and for a `largeBody` in bytes: 8 MiB, because a picture
 * comes as base64, and a file may hold many workflows.
 */
export const maxLargeBodyBytes = 8_388_608

const tooLarge = (limit: number) =>
  commonErrors.payload_too_large({ message: `The body is larger than ${limit} bytes` })

/** The rule for a long body. `admit` is awaited once when more than `above` bytes have arrived. */
export interface LongBody {
  readonly above: number
  admit(): Promise<void>
}

/**
 * Reads a body's raw bytes. Throws `payload_too_large` (413) when the body exceeds `limit`,
 * `validation_failed` (400) if the client disconnects early, and the `AppError` of `long.admit`.
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
    // Node ends a body at its declared length, so the body is never longer.
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

/** The nesting limit for a JSON body. It bounds the stack of recursive code. */
export const maxJsonDepth = 100

/**
 * The limit for values in a JSON body. A value takes far more memory than its text: a mebibyte of
 * empty objects is 22 MB.
 */
export const maxJsonValues = 150_000

/** The limit for values in a `largeBody`. */
const maxLargeJsonValues = 600_000

const json = /^application\/(?:[a-z0-9.+-]+\+)?json\s*(?:;|$)/i
const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * Reads a JSON body. Returns undefined if there is none. Throws `unsupported_media_type` (415) for
 * another type, `payload_too_large` (413), or `validation_failed` (400) if the body is not UTF-8,
 * is not JSON, or exceeds `maxJsonValues` or `maxJsonDepth`. `isLarge` raises the limits.
 */
export async function readJson(request: Request, isLarge = false): Promise<unknown> {
  const bytes = await readBytes(request, isLarge ? maxLargeBodyBytes : maxBodyBytes)
  if (bytes.byteLength === 0) return undefined
  const type = request.headers.get('content-type')
  if (type !== null && !json.test(type))
    throw commonErrors.unsupported_media_type({ message: 'Send application/json' })
  checkShape(bytes, isLarge ? maxLargeJsonValues : maxJsonValues)
  try {
    return JSON.parse(decoder.decode(bytes))
  } catch (cause) {
    throw commonErrors.validation_failed({ message: 'The body is not valid JSON', cause })
  }
}

/**
 * Throws `validation_failed` (400) if JSON has more than `most` values or `maxJsonDepth` levels.
 */
export function checkShape(bytes: Uint8Array, most: number = maxJsonValues): void {
  const { depth, values } = measureShape(bytes)
  if (values > most) {
    throw commonErrors.validation_failed({
      message: `The body holds more than ${most} values`,
    })
  }
  if (depth > maxJsonDepth) {
    throw commonErrors.validation_failed({
      message: `The body is nested deeper than ${maxJsonDepth} levels`,
    })
  }
}

const form = /^application\/x-www-form-urlencoded\s*(?:;|$)/i

/** Returns true if the body is an HTML form. */
export const isForm = (request: Request): boolean =>
  form.test(request.headers.get('content-type') ?? '')

/**
 * Reads a form's fields. A repeated field becomes a list. Line breaks are `\n`, as in JSON bodies,
 * because browsers send `\r\n` in forms. Throws `payload_too_large` (413) or
 * `validation_failed` (400).
 */
export async function readForm(request: Request): Promise<Record<string, string | string[]>> {
  const bytes = await readBytes(request)
  try {
    const pairs = [...new URLSearchParams(decoder.decode(bytes))]
    return readFields(pairs.map(([name, value]) => [name, value.replaceAll('\r\n', '\n')]))
  } catch (cause) {
    throw commonErrors.validation_failed({ message: 'The body is not a valid form', cause })
  }
}

/** Returns names with their values. A repeated name becomes a list. */
export function readFields(
  pairs: Iterable<readonly [string, string]>,
): Record<string, string | string[]> {
  const fields = new Map<string, string[]>()
  for (const [name, value] of pairs) {
    const earlierValues = fields.get(name)
    if (earlierValues === undefined) fields.set(name, [value])
    else earlierValues.push(value)
  }
  const result: Record<string, string | string[]> = Object.create(null)
  for (const [name, [first = '', ...more]] of fields)
    result[name] = more.length === 0 ? first : [first, ...more]
  return result
}

const [quote, backslash, comma, list, object, listEnd, objectEnd] = [
  0x22, 0x5c, 0x2c, 0x5b, 0x7b, 0x5d, 0x7d,
]

/** Counts the depth and the approximate number of values in JSON from its bytes. */
function measureShape(bytes: Uint8Array): { depth: number; values: number } {
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
