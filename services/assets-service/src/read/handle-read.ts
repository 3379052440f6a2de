import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { parseAssetKey } from '@atrium/asset-key'
import type { ByteRange } from '@atrium/blob-store'
import { commonErrors, type Principal, storageErrors } from '@atrium/contracts'
import type { Exchange } from '@atrium/http'
import type { Deps } from '../deps.ts'
import { createThumbnail, readVariant } from './create-thumbnail.ts'
import { closeBlob, type ReadableBlob, readAsset } from './read-asset.ts'
import { planRead } from './read-plan.ts'

export const assetsPath = '/api/assets/'

/**
 * Returns the part of the path after `/api/assets/`. It stays undecoded because no key needs
 * encoding.
 */
export function readKey({ url = '' }: IncomingMessage): string {
  const query = url.indexOf('?')
  return url.slice(assetsPath.length, query === -1 ? undefined : query)
}

/**
 * Handles `GET` and `HEAD /api/assets/:org/:visibility/:key`, and every other path below
 * `/api/assets/`.
 */
export async function handleRead(
  deps: Deps,
  exchange: Exchange,
  principal: Principal | null,
): Promise<void> {
  const { request, response } = exchange
  const method = request.method === 'HEAD' ? 'HEAD' : 'GET'
  const variant = readVariant(request.url ?? '')
  const name = readKey(request)
  // A request that waits for its thumbnail holds an open file, not its bytes.
  const whole = await readAsset(deps, principal, name, { intoMemory: variant === undefined })
  const key = variant === undefined ? undefined : parseAssetKey(name)
  const count = () => deps.thumbnailLimit?.take(request, principal)
  const blob =
    key && variant !== undefined
      ? await createThumbnail(deps, { key, blob: whole, variant, count })
      : whole
  const plan = planRead(method, request.headers, blob.headers)
  if (plan.status === 200 || plan.status === 206) {
    response.writeHead(plan.status, [...exchange.headers, ...plan.headers])
    if (method === 'GET') return send(deps, blob, plan.range, response)
    await closeBlob(blob)
    response.end()
    return
  }
  await closeBlob(blob)
  if (plan.status === 412) throw commonErrors.precondition_failed()
  if (plan.status === 416)
    throw storageErrors.range_not_satisfiable({ details: { headers: plan.headers } })
  response.writeHead(304, [...exchange.headers, ...plan.headers]).end()
}

async function send(
  deps: Deps,
  blob: ReadableBlob,
  range: ByteRange | undefined,
  response: ServerResponse,
) {
  // The timeout restarts with every progress. When it ends, the file and its buffers are released.
  response.socket?.setTimeout(deps.stallTimeoutMs)
  if ('bytes' in blob)
    response.end(range ? blob.bytes.subarray(range.start, range.end + 1) : blob.bytes)
  else await pipeline(blob.open.stream(range), response)
}
