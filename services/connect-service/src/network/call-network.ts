import { Readable } from 'node:stream'
import { decodeText } from '@atrium/foreign-text'
import { inSpan } from '@atrium/telemetry'
import { SpanKind } from '@opentelemetry/api'
import { request } from 'undici'
import { boundedBytes } from './bounded-bytes.ts'
import { NetworkError } from './network-error.ts'
import { parsedJson } from './parsed-json.ts'
import { sentSecrets, withoutSecrets } from './sent-secrets.ts'
import { isStreamed, type StreamedBody } from './streamed-body.ts'

export interface NetworkCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: URL
  headers?: Record<string, string>
  /**
   * Objects are sent as JSON, `URLSearchParams` as a form, `FormData` as multipart, and bytes
   * unchanged.
   */
  body?:
    | Record<string, unknown>
    | URLSearchParams
    | FormData
    | Uint8Array<ArrayBuffer>
    | StreamedBody
  /** True if the request may have an effect that must not happen twice. */
  creates?: boolean
  /**
   * The maximum response size in bytes. A longer response throws a `NetworkError` with the code
   * `too_large`.
   */
  longestAnswer?: number
  /** True if a successful response is a file. Its bytes are then returned unchanged. */
  file?: boolean
}

export interface NetworkAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** Undefined if the body is not JSON. Credentials of the call are removed from all texts. */
  json: unknown
  bytes?: Buffer
}

export interface NetworkClient {
  /**
   * Returns the response for any status. Throws `NetworkError`. Its class is `unknown` if a
   * creating request was sent and got no response.
   */
  call(call: NetworkCall): Promise<NetworkAnswer>
}

const ownHeaders = { accept: 'application/json', 'user-agent': 'atrium-connect' }
const largestAnswer = 4 * 1024 * 1024
const tooLarge = () =>
  new NetworkError('blocked', 'The response is too long to read', { code: 'too_large' })
const notSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

// The timeout grows with the body, based on this upload speed.
const slowestBytesPerMs = 256
const longestBodyMs = 60_000
const longestAnswerMs = 30_000

/**
 * Creates a client that calls networks with one time limit for the whole exchange. The limit grows
 * with the body. The client follows no redirects.
 */
export function createNetworkClient(timeoutMs: number): NetworkClient {
  return {
    call: (call) =>
      // The address itself may contain a secret.
      inSpan(
        {
          name: `${call.method} ${call.url.hostname}`,
          kind: SpanKind.CLIENT,
          attributes: { 'server.address': call.url.hostname },
        },
        () => exchange(call, timeoutMs),
      ),
  }
}

async function exchange(call: NetworkCall, timeoutMs: number): Promise<NetworkAnswer> {
  const encoded = await encode(call.body)
  try {
    const answer = await request(call.url, {
      method: call.method,
      headers: { ...ownHeaders, ...call.headers, ...encoded.headers },
      body: encoded.body,
      signal: AbortSignal.timeout(
        timeoutMs +
          Math.min(longestBodyMs, Math.ceil(encoded.length / slowestBytesPerMs)) +
          // Calls with long responses get a longer timeout, but still end within a minute.
          (call.longestAnswer === undefined ? 0 : longestAnswerMs),
      ),
      // Without a reset, a dead kept-alive connection would look like a request that was sent.
      reset: true,
    })
    if (call.file === true && answer.statusCode >= 200 && answer.statusCode < 300) {
      const bytes = await boundedBytes(answer.body, call.longestAnswer ?? largestAnswer, tooLarge)
      return { status: answer.statusCode, headers: answer.headers, json: undefined, bytes }
    }
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
      chunks.push(chunk)
      size += chunk.byteLength
      if (call.longestAnswer !== undefined && size > call.longestAnswer) throw tooLarge()
      if (size > (call.longestAnswer ?? largestAnswer)) break
    }
    const text = decodeText(Buffer.concat(chunks), String(answer.headers['content-type'] ?? ''))
    const json = withoutSecrets(parsedJson(text), sentSecrets(call))
    return { status: answer.statusCode, headers: answer.headers, json }
  } catch (cause) {
    // An unreadable file was never sent, and a response beyond the limit created nothing.
    if (cause instanceof NetworkError && call.creates !== true) throw cause
    const code = readCode(cause)
    // Keep only the code, because the cause of an undici error can contain the URL and the URL
    // may contain a secret.
    throw call.creates === true && !notSent.has(code)
      ? new NetworkError('unknown', 'The request was sent, but the network did not respond', {
          code,
        })
      : new NetworkError('retry', 'The network could not be reached', { code })
  }
}

const isPlain = (body: object): body is Record<string, unknown> =>
  Object.getPrototypeOf(body) === Object.prototype

interface Encoded {
  headers: Record<string, string>
  body: string | Uint8Array | Readable | null
  /** Bytes that need upload time. 0 if the body is small. */
  length: number
}

/**
 * Encodes a body and its content type. A small multipart form is encoded in memory, so its length
 * is known.
 */
async function encode(body: NetworkCall['body']): Promise<Encoded> {
  if (body === undefined) return { headers: {}, body: null, length: 0 }
  if (body instanceof URLSearchParams) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return { headers, body: body.toString(), length: 0 }
  }
  // The caller sets the content type of raw bytes.
  if (body instanceof Uint8Array) return { headers: {}, body, length: body.length }
  if (isStreamed(body)) {
    const { contentType, length } = body
    const headers = { 'content-type': contentType, 'content-length': String(length) }
    return { headers, body: Readable.from(body.parts(), { objectMode: false }), length }
  }
  if (isPlain(body)) {
    return {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      length: 0,
    }
  }
  const multipart = new Response(body as FormData)
  const headers = { 'content-type': multipart.headers.get('content-type') ?? 'multipart/form-data' }
  const written = new Uint8Array(await multipart.arrayBuffer())
  return { headers, body: written, length: written.length }
}

function readCode(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown'
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name
}
