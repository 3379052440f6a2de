import { requireOrg } from '@atrium/contracts'
import { parseIdempotencyKey } from '@atrium/http'
import type { Deps } from '../deps.ts'
import { type Exchange, principalOf } from '../http/exchange.ts'
import { receiveUpload } from './receive-upload.ts'
import { refuseLaneInAddress } from './refuse-lane-in-address.ts'
import { storeAsset } from './store-asset.ts'

/** `POST /api/assets`: the caller is known before a byte of the body is read. */
export async function handleUpload(deps: Deps, exchange: Exchange): Promise<void> {
  const { request, response } = exchange
  const principal = requireOrg(await principalOf(request, deps.tokens))
  exchange.org = principal.orgId
  refuseLaneInAddress(request.url ?? '')
  const given = request.headers['idempotency-key']
  const idempotencyKey = given === undefined ? undefined : parseIdempotencyKey(String(given))
  const upload = await receiveUpload({
    headers: request.headers,
    body: request,
    store: deps.store,
    digest: idempotencyKey !== undefined,
    stallTimeoutMs: deps.stallTimeoutMs,
  })
  const answer = await storeAsset(deps, { principal }, { upload, idempotencyKey })
  response
    .writeHead(answer.status, {
      ...answer.headers,
      'content-length': Buffer.byteLength(answer.body),
      'cache-control': 'no-store',
      'x-request-id': exchange.requestId,
      ...(answer.replayed ? { 'idempotency-replayed': 'true' } : {}),
    })
    .end(answer.body)
}
