import { type FormData, request } from 'undici'
import { NetworkError } from './network-error.ts'

export interface NetworkCall {
  method: 'GET' | 'POST' | 'DELETE'
  url: URL
  headers?: Record<string, string>
  /** An object goes as JSON, a `URLSearchParams` as a form, a `FormData` as multipart. */
  body?: Record<string, unknown> | URLSearchParams | FormData
  /** Whether a sent request may have had an effect that must not happen twice. */
  creates?: boolean
}

export interface NetworkAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** Undefined when the body is not JSON. */
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
      try {
        const answer = await request(call.url, {
          method: call.method,
          headers: { accept: 'application/json', 'user-agent': 'atrium-connect', ...headersOf(call) },
          body: bodyOf(call),
          signal: AbortSignal.timeout(timeoutMs),
          // A kept connection that died would look like a request that was sent.
          reset: true,
        })
        let text = ''
        for await (const chunk of answer.body.setEncoding('utf8')) {
          text += String(chunk)
          if (text.length > largestAnswer) break
        }
        return { status: answer.statusCode, headers: answer.headers, json: parsed(text) }
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

const headersOf = ({ headers = {}, body }: NetworkCall): Record<string, string> =>
  body instanceof URLSearchParams
    ? { ...headers, 'content-type': 'application/x-www-form-urlencoded' }
    : body !== undefined && isPlain(body)
      ? { ...headers, 'content-type': 'application/json' }
      : headers

const isPlain = (body: object): body is Record<string, unknown> =>
  Object.getPrototypeOf(body) === Object.prototype

function bodyOf({ body }: NetworkCall): string | FormData | null {
  if (body === undefined) return null
  if (body instanceof URLSearchParams) return body.toString()
  return isPlain(body) ? JSON.stringify(body) : (body as FormData)
}

function codeOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown'
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
