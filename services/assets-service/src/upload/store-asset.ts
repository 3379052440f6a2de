import { assetUrl, buildAssetKey } from '@atrium/asset-key'
import { type Asset, commonErrors } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import {
  claimIdempotencyKey,
  computeFingerprint,
  type IdempotencyClaim,
  type StoredAnswer,
  storedAnswer,
  storeIdempotentAnswer,
} from '@atrium/http'
import type { Ctx, Deps } from '../deps.ts'
import { forgetFile, nameFile } from '../descriptions/descriptions.ts'
import { purgeIfRemoved } from '../release/purge-org.ts'
import { prepareMedia } from './prepare-media.ts'
import type { ReceivedUpload } from './receive-upload.ts'

export interface StoreAssetInput {
  readonly upload: ReceivedUpload
  /** The caller's key. If it is set, `upload.digest` is required. */
  readonly idempotencyKey: string | undefined
}

export interface StoreAssetResult extends StoredAnswer {
  readonly replayed: boolean
}

/**
 * Stores an upload under a new key of the org, or repeats the response of its idempotency key.
 * Throws `idempotency_key_reused` if the key was used with other bytes or fields, `no_active_org`
 * if the org is deleted during the upload, `plan_limit` (402), and the errors of `prepareMedia`.
 */
export async function storeAsset(
  deps: Deps,
  ctx: Ctx,
  input: StoreAssetInput,
): Promise<StoreAssetResult> {
  const { upload, idempotencyKey } = input
  const { orgId, userId } = ctx.principal
  if (idempotencyKey === undefined)
    return { ...(await commit(deps, orgId, upload)).answer, replayed: false }
  return storeOnce(deps, orgId, upload, {
    scope: `createAsset:${userId}:${orgId}`,
    key: idempotencyKey,
    fingerprint: computeFingerprint(
      'createAsset',
      upload.digest,
      upload.visibility,
      ...(upload.keepMetadata ? ['keepMetadata'] : []),
      ...(upload.isNamed ? [`name ${upload.name}`] : []),
    ),
  })
}

/**
 * Stores an upload once per idempotency key. No transaction is open during the write to the store.
 * If two equal requests run at once, the later one deletes its blob again.
 */
async function storeOnce(
  deps: Deps,
  orgId: string,
  upload: ReceivedUpload,
  claim: IdempotencyClaim,
) {
  const before = await storedAnswer(deps.db, claim).catch((error: unknown) => failed(upload, error))
  if (before) {
    await upload.staged.abort()
    return { ...before, replayed: true }
  }
  const { key, answer } = await commit(deps, orgId, upload)
  let named = false
  try {
    const meanwhile = await inTransaction(deps.db, undefined, async (tx) => {
      const earlier = await claimIdempotencyKey(tx, claim)
      if (earlier) return earlier
      await storeIdempotentAnswer(tx, claim, answer)
      named = true
      return undefined
    })
    if (!meanwhile) return { ...answer, replayed: false }
    await deps.store.delete(key).catch(() => undefined)
    return { ...meanwhile, replayed: true }
  } catch (error) {
    // The outcome of a failed commit is unknown. A stored response may name the blob, so the blob
    // stays.
    if (!named) await deps.store.delete(key).catch(() => undefined)
    throw error
  }
}

async function failed(upload: ReceivedUpload, error: unknown): Promise<never> {
  await upload.staged.abort()
  throw error
}

async function commit(deps: Deps, orgId: string, upload: ReceivedUpload) {
  const { media, staged, visibility } = upload
  const key = buildAssetKey({ orgId, visibility, extension: media.extension })
  const bytes = await prepareMedia(deps, orgId, upload)
    .then(async (size) => {
      await deps.requireRoom(orgId, size)
      return size
    })
    .catch((error: unknown) => failed(upload, error))
  // Names the file first, because the commit announces it.
  await nameFile(deps, orgId, { key, name: upload.name }).catch((error: unknown) =>
    failed(upload, error),
  )
  await staged.commit(key).catch(async (error: unknown) => {
    await forgetFile(deps.db, orgId, key).catch(() => undefined)
    throw error
  })
  const removed = await purgeIfRemoved(deps, orgId).catch(async (error: unknown) => {
    await deps.store.delete(key).catch(() => undefined)
    throw error
  })
  if (removed) throw commonErrors.no_active_org()
  const url = assetUrl(deps.config.apiUrl, key)
  const asset: Asset = { key, url, visibility, contentType: media.contentType, bytes }
  const headers = { 'content-type': 'application/json', location: url }
  return { key, answer: { status: 201, headers, body: JSON.stringify(asset) } }
}
