import { request } from 'undici'
import { NetworkError } from './network-error.ts'
import { sentSecrets, withoutSecrets } from './sent-secrets.ts'

export interface NetworkCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: URL
  headers?: Record<string, string>
  /** An object goes as JSON, a `URLSearchParams` as a form, a `FormData` as multipart, bytes as they are. */
  body?: Record<string, unknown> | URLSearchParams | FormData | Uint8Array<ArrayBuffer>
  /** Whether a sent request may have had an effect that must not happen twice. */
  creates?: boolean
}

export interface NetworkAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** Undefined when the body is not JSON. Texts that repeat a credential of the call are without it. */
  json: unknown
}

export interface NetworkClient {
  /** Any status is an answer. Throws `NetworkError`: `unknown` when a creating request was sent and not answered. */
  call(call: NetworkCall): Promise<NetworkAnswer>
}

const largestAnswer = 4 * 1024 * 1024
const notSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** Calls networks with a time limit for the whole exchange. It never follows redirects. */
export function createNetworkClient(timeoutMs: number): NetworkClient {
  return {
    async call(call) {
      const encoded = await encode(call.body)
      try {
        const answer = await request(call.url, {
          method: call.method,
          headers: {
            accept: 'application/json',
            'user-agent': 'atrium-connect',
            ...call.headers,
            ...encoded.headers,
          },
          body: encoded.body,
          signal: AbortSignal.timeout(timeoutMs),
          // A kept connection that died would look like a request that was sent.
          reset: true,
        })
        let text = ''
        for await (const chunk of answer.body.setEncoding('utf8')) {
          text += String(chunk)
          if (text.length > largestAnswer) break
        }
        const json = withoutSecrets(parsed(text), sentSecrets(call))
        return { status: answer.statusCode, headers: answer.headers, json }
      } catch (cause) {
        const code = codeOf(cause)
        const unknown = call.creates === true && !notSent.has(code)
        // The cause of undici's errors can name the URL, which may hold a secret: only its code is kept.
        throw new NetworkError({
          class: unknown ? 'unknown' : 'retry',
          code,
          message: unknown
            ? 'The request was sent and the network did not answer'
            : 'The network could not be reached',
        })
      }
    },
  }
}

const isPlain = (body: object): body is Record<string, unknown> =>
  Object.getPrototypeOf(body) === Object.prototype

interface Encoded {
  headers: Record<string, string>
  body: string | Uint8Array | null
}

/** A body with its content type. Multipart is written out whole, so that its length is known. */
async function encode(body: NetworkCall['body']): Promise<Encoded> {
  if (body === undefined) return { headers: {}, body: null }
  if (body instanceof URLSearchParams) {
    return { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: body.toString() }
  }
  // Their content type is the caller's to say.
  if (body instanceof Uint8Array) return { headers: {}, body }
  if (isPlain(body)) {
    return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  }
  const multipart = new Response(body as FormData)
  return {
    headers: { 'content-type': multipart.headers.get('content-type') ?? 'multipart/form-data' },
    body: new Uint8Array(await multipart.arrayBuffer()),
  }
}

function codeOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown'
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text, exact)
  } catch {
    return undefined
  }
}

/** An id that was written as a number too large for one stays the digits that it was. */
function exact(_name: string, value: unknown, context?: { source?: string }): unknown {
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? (context?.source ?? value) : value
}
