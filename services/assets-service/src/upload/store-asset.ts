import { assetUrl, buildAssetKey } from '@atrium/asset-key'
import type { Asset, OrgPrincipal } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import {
  claimIdempotencyKey,
  fingerprintOf,
  type IdempotencyClaim,
  type StoredAnswer,
  storeIdempotentAnswer,
} from '@atrium/http'
import type { Deps } from '../deps.ts'
import type { ReceivedUpload } from './receive-upload.ts'

export interface StoreAssetInput {
  readonly upload: ReceivedUpload
  /** The caller's key; then `upload.digest` must be there. */
  readonly idempotencyKey: string | undefined
}

/** The answer to an upload, and whether it was given before. */
export interface StoreAssetResult extends StoredAnswer {
  readonly replayed: boolean
}

/**
 * Gives an upload its key in the caller's org and resolves once the blob is durable. With an idempotency key
 * the blob and the record of the answer appear together, or neither does: a repeated request gets the first
 * answer and its bytes are dropped. Throws `idempotency_key_reused` when the key came with other bytes or lane.
 */
export async function storeAsset(
  deps: Deps,
  ctx: { principal: OrgPrincipal },
  input: StoreAssetInput,
): Promise<StoreAssetResult> {
  const { upload, idempotencyKey } = input
  if (idempotencyKey === undefined) return { ...(await commit(deps, ctx.principal, upload)), replayed: false }
  const claim: IdempotencyClaim = {
    scope: `createAsset:${ctx.principal.userId}:${ctx.principal.orgId}`,
    key: idempotencyKey,
    fingerprint: fingerprintOf('createAsset', upload.digest, upload.visibility),
  }
  let stored: string | undefined
  try {
    return await inTransaction(deps.db, undefined, async (tx) => {
      const earlier = await claimIdempotencyKey(tx, claim)
      if (earlier) {
        await upload.staged.abort()
        return { ...earlier, replayed: true }
      }
      const answer = await commit(deps, ctx.principal, upload)
      stored = answer.key
      await storeIdempotentAnswer(tx, claim, answer)
      return { ...answer, replayed: false }
    })
  } catch (error) {
    // Nothing will ever name this blob: its answer was neither sent nor recorded.
    if (stored) await deps.store.delete(stored).catch(() => undefined)
    else await upload.staged.abort()
    throw error
  }
}

async function commit(
  deps: Deps,
  principal: OrgPrincipal,
  upload: ReceivedUpload,
): Promise<StoredAnswer & { key: string }> {
  const { media, staged, visibility } = upload
  const key = buildAssetKey({ orgId: principal.orgId, visibility, extension: media.extension })
  await staged.commit(key)
  const url = assetUrl(deps.apiUrl, key)
  const asset: Asset = { key, url, visibility, contentType: media.contentType, bytes: staged.bytes }
  const headers = { 'content-type': 'application/json', location: url }
  return { status: 201, headers, body: JSON.stringify(asset), key }
}
