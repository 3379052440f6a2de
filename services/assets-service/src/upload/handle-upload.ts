import { invalidField, type OrgPrincipal } from '@atrium/contracts'
import { answer, type Exchange, parseIdempotencyKey, readHeader } from '@atrium/http'
import type { Deps } from '../deps.ts'
import { receiveUpload } from './receive-upload.ts'
import { storeAsset } from './store-asset.ts'

/**
 * Receives one file, streams it to the store and responds. With an idempotency key, a repeated
 * upload gets the first response. Throws the refusals of `receiveUpload` and `storeAsset`.
 */
export async function handleUpload(
  deps: Deps,
  exchange: Exchange,
  principal: OrgPrincipal,
): Promise<void> {
  const { request } = exchange
  refuseLaneInAddress(request.url ?? '')
  const key = readHeader(request, 'idempotency-key')
  const idempotencyKey = key === undefined ? undefined : parseIdempotencyKey(key)
  const upload = await receiveUpload({
    headers: request.headers,
    body: request,
    store: deps.store,
    digest: idempotencyKey !== undefined,
    stallTimeoutMs: deps.stallTimeoutMs,
  })
  const { status, headers, body, replayed } = await storeAsset(
    deps,
    { principal },
    { upload, idempotencyKey },
  )
  const more = ['cache-control', 'no-store', ...(replayed ? ['idempotency-replayed', 'true'] : [])]
  answer(exchange, status, [...Object.entries(headers).flat(), ...more], body)
}

/**
 * Throws `validation_failed` (400) if the query sets `visibility`. An upload reads only form
 * fields, so a blob meant to be private would become public.
 */
function refuseLaneInAddress(url: string): void {
  const query = url.indexOf('?')
  if (query === -1 || !new URLSearchParams(url.slice(query)).has('visibility')) return
  throw invalidField('visibility', 'Send this as a form field')
}
