import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { ByteRange } from '@atrium/blob-store'
import { principalHeader } from '@atrium/http'
import type { Deps } from '../deps.ts'
import { assetErrors } from '../errors.ts'
import { type Exchange, observe, principalOf, requestIdOf } from '../http/exchange.ts'
import { type ReadableBlob, readAsset, trustMs } from './read-asset.ts'
import { planRead } from './read-plan.ts'

/** What the path of every blob begins with. */
export const assetsPath = '/api/assets/'
const otherwiseConditional = ['range', 'if-modified-since', 'if-match', 'if-unmodified-since'] as const

/** What follows `/api/assets/` in a request's path, undecoded: no key needs an encoding. */
export function keyOf(request: IncomingMessage): string {
  const url = request.url ?? ''
  const query = url.indexOf('?')
  return url.slice(assetsPath.length, query === -1 ? undefined : query)
}

/**
 * The short way for what is asked most: a plain GET of a public blob in memory, without a credential, or the same
 * from somebody who has it already. Answers within the call, or says false and has done nothing.
 */
export function serveFromMemory(deps: Deps, request: IncomingMessage, response: ServerResponse): boolean {
  const { headers } = request
  if (request.method !== 'GET' || headers[principalHeader] !== undefined) return false
  if (otherwiseConditional.some((name) => headers[name] !== undefined)) return false
  const started = performance.now()
  const key = keyOf(request)
  const cached = deps.cache.find(key)
  if (!cached || started - cached.checkedAt > trustMs) return false
  const known = headers['if-none-match']
  if (known !== undefined && known !== cached.headers.etag) return false
  const requestId = requestIdOf(request)
  const status = known === undefined ? 200 : 304
  const facts = known === undefined ? cached.headers.whole : cached.headers.always
  response.writeHead(status, [...facts, 'X-Request-Id', requestId])
  response.end(known === undefined ? cached.bytes : undefined)
  observe(deps, 'readAsset', { requestId, org: undefined }, status, (performance.now() - started) / 1000)
  return true
}

/** `GET` and `HEAD /api/assets/:org/:visibility/:key`, and every other path below `/api/assets/`. */
export async function handleRead(deps: Deps, exchange: Exchange): Promise<void> {
  const { request, response, requestId } = exchange
  const method = request.method === 'HEAD' ? 'HEAD' : 'GET'
  const principal = await principalOf(request, deps.tokens)
  const blob = await readAsset(deps, { principal }, keyOf(request))
  const plan = planRead(method, request.headers, blob.headers)
  if (plan.status === 200 || plan.status === 206) {
    response.writeHead(plan.status, [...plan.headers, 'X-Request-Id', requestId])
    if (method === 'HEAD') {
      await close(blob)
      response.end()
    } else {
      await send(deps, blob, plan.range, response)
    }
    return
  }
  await close(blob)
  if (plan.status === 412) throw assetErrors.precondition_failed()
  if (plan.status === 304) {
    response.writeHead(304, [...plan.headers, 'X-Request-Id', requestId]).end()
    return
  }
  throw assetErrors.range_not_satisfiable({ details: { headers: Object.fromEntries(pairs(plan.headers)) } })
}

async function send(
  deps: Deps,
  blob: ReadableBlob,
  range: ByteRange | undefined,
  response: ServerResponse,
): Promise<void> {
  // Any progress counts; who takes nothing for so long must not hold a file and its buffers any longer.
  response.socket?.setTimeout(deps.stallTimeoutMs)
  if ('bytes' in blob) {
    response.end(range ? blob.bytes.subarray(range.start, range.end + 1) : blob.bytes)
    return
  }
  await pipeline(blob.open.stream(range), response)
}

const close = async (blob: ReadableBlob): Promise<void> => ('open' in blob ? blob.open.close() : undefined)

const pairs = (list: readonly string[]): [string, string][] =>
  list.flatMap((name, i) => (i % 2 === 0 ? [[name, list[i + 1] ?? ''] as [string, string]] : []))
