import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { maxItemFileBytes } from '@atrium/contracts'
import { type GuardedAnswer, type GuardedRequest, OutboundError } from '@atrium/outbound-guard'
import { NodeError, PassingError } from '../../engine/index.ts'
import type { NewFile } from '../../files/item-files.ts'
import type { ContextOf } from '../define-node.ts'
import type { HttpPort, NodePorts } from '../ports.ts'
import { writeBody } from './http-body.ts'
import type { FileBody } from './http-files.ts'
import type { Page } from './http-pages.ts'
import type { HttpCall } from './http-params.ts'
import { type ReadResponse, readResponse, refuseSecret } from './http-response.ts'
import { isRepeatable, retryInMs } from './http-retry.ts'
import { type Redact, requireOwnHost, type Secret } from './http-secret.ts'

export type HttpContext = ContextOf<'org' | 'http', HttpCall>

const mostAttempts = 4
/** Headers kept when a redirect leads to another host. */
const anywhere: ReadonlySet<string> = new Set([
  'accept',
  'accept-language',
  'user-agent',
  'content-type',
])

/**
 * Prepares the call for a next page on another host. The other host gets no body and no header that
 * may hold a key. Throws `NodeError` unless the method is GET or HEAD.
 */
export function callForOtherHost(call: HttpCall): HttpCall {
  if (call.method !== 'GET' && call.method !== 'HEAD') {
    throw new NodeError('The next page is on another host. Only GET requests can follow it.')
  }
  const harmless = Object.entries(call.headers).filter(([name]) => anywhere.has(name.toLowerCase()))
  return { ...call, headers: Object.fromEntries(harmless) }
}

/**
 * Sends a request and retries it while the response or error allows. Redacts the secret in what it
 * returns. Throws `NodeError` if the guard refuses the request or the exchange fails, and
 * `PassingError` if the same request may succeed later.
 */
export async function sendCall(
  call: HttpCall,
  url: URL,
  { secret, files, key }: Pick<Sent, 'secret' | 'files' | 'key'>,
  context: HttpContext,
): Promise<Omit<Page, 'url'>> {
  const { ports, signal, orgId, runId, now } = context
  if (secret !== undefined) requireOwnHost(secret, url)
  const request = toRequest(call, { secret, key, signal, files })
  for (let made = 1; ; made += 1) {
    signal.throwIfAborted()
    const attempt = await exchange(ports, url, request, { orgId, runId, secret })
    const wait = made < mostAttempts ? retryInMs(call.method, attempt, made, now()) : undefined
    if (wait !== undefined) {
      await sleep(wait, undefined, { signal })
      continue
    }
    if ('error' in attempt) {
      if (!(attempt.error instanceof OutboundError)) throw attempt.error
      const { message } = attempt.error
      throw isRepeatable(call.method, attempt) ? new PassingError(message) : new NodeError(message)
    }
    const { answer, file } = attempt
    const redact: Redact = secret?.redact ?? ((value) => value)
    const { headers, cookies = [] } = answer
    const shown = { ...answer, headers: redact(headers), cookies: redact(cookies) }
    return { answer: shown, body: redact(attempt.body), file }
  }
}

interface Sent {
  secret: Secret | undefined
  key: string
  signal: AbortSignal
  files: FileBody | undefined
}

function toRequest(call: HttpCall, { secret, key, signal, files }: Sent): GuardedRequest {
  const body = files ?? writeBody(call)
  const given = Object.entries(call.headers).map(
    ([name, value]) => [name.toLowerCase(), value] as const,
  )
  const harmless = given.filter(([name]) => anywhere.has(name))
  // Any other header may hold a key, so it goes only to the given host, even after a redirect.
  const ownHeaders = given.filter(([name]) => !anywhere.has(name))
  return {
    method: call.method,
    headers: {
      'user-agent': 'Atrium/1.0',
      accept: 'application/json, */*;q=0.5',
      ...(body === undefined ? {} : { 'content-type': body.contentType }),
      ...(call.method === 'GET' || call.method === 'HEAD' ? {} : { 'idempotency-key': key }),
      ...Object.fromEntries(harmless),
      ...(files?.isForm === true ? { 'content-type': files.contentType } : {}),
    },
    credentials: { ...Object.fromEntries(ownHeaders), ...secret?.headers },
    ...(body === undefined ? {} : { body: body.content }),
    maxBytes: maxItemFileBytes,
    timeoutMs: call.timeoutSeconds * 1_000,
    signal,
  }
}

type Exchange = ({ answer: GuardedAnswer } & ReadResponse) | { error: unknown }

async function exchange(
  { http, itemFiles }: Pick<NodePorts, 'itemFiles'> & { http: HttpPort },
  url: URL,
  request: GuardedRequest,
  { orgId, runId, secret }: Pick<HttpContext, 'orgId' | 'runId'> & { secret: Secret | undefined },
): Promise<Exchange> {
  try {
    const answer = await http.fetch(url, request)
    const store = (file: NewFile) => {
      const { bytes } = file
      const source = bytes instanceof Uint8Array ? Readable.from([bytes]) : bytes
      const kept = { ...file, bytes: refuseSecret(source, secret?.texts ?? []) }
      return itemFiles.store({ orgId, runId }, kept, request.signal)
    }
    return { answer, ...(await readResponse(answer, store)) }
  } catch (error) {
    return { error }
  }
}
