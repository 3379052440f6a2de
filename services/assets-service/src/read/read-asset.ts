import { type AssetKey, buildAssetKey, parseAssetKey } from '@atrium/asset-key'
import type { OpenBlob } from '@atrium/blob-store'
import type { Principal } from '@atrium/contracts'
import type { Deps } from '../deps.ts'
import { assetErrors } from '../errors.ts'
import { type CachedBlob, cachedBlob } from './blob-cache.ts'
import { type BlobHeaders, blobHeaders } from './read-plan.ts'

/** A blob that the caller may see: in memory, or open in the store. */
export type ReadableBlob =
  | { readonly headers: BlobHeaders; readonly bytes: Buffer }
  | { readonly headers: BlobHeaders; readonly open: OpenBlob }

/** How long a cached blob is shown before the store is asked whether it still has it. */
export const trustMs = 2_000
const nobody = `org_${'0'.repeat(32)}`

/**
 * Finds a blob for a caller. Throws `not_found` for a blob that is missing, refused, or named by a malformed
 * key, in each case after the same question to the store, so that neither answer nor time tells them apart.
 */
export async function readAsset(
  deps: Pick<Deps, 'store' | 'cache'>,
  ctx: { principal: Principal | null },
  name: string,
): Promise<ReadableBlob> {
  const key = parseAssetKey(name)
  const allowed = key && (key.visibility === 'pub' || ctx.principal?.orgId === key.orgId)
  if (!allowed) {
    await deps.store.open(absentKey(key))
    throw assetErrors.not_found()
  }
  if (key.visibility === 'priv') return openBlob(deps, key)
  const cached = deps.cache.find(key.key)
  const trusted = cached && performance.now() - cached.checkedAt < trustMs
  return cached && (trusted || (await isStillThere(deps, key.key, cached))) ? cached : openBlob(deps, key)
}

// A key that was never written, in the place where the asked one would be.
const absentKey = (key: AssetKey | undefined): string =>
  buildAssetKey({
    orgId: key?.orgId ?? nobody,
    visibility: key?.visibility ?? 'pub',
    extension: key?.extension ?? 'png',
  })

/** Asks the store whether it still has a cached blob; renews the trust in it or forgets it. */
export async function isStillThere(
  deps: Pick<Deps, 'store' | 'cache'>,
  key: string,
  cached: CachedBlob,
): Promise<boolean> {
  if (await deps.store.stat(key)) {
    cached.checkedAt = performance.now()
    return true
  }
  deps.cache.forget(key)
  return false
}

async function openBlob(deps: Pick<Deps, 'store' | 'cache'>, key: AssetKey): Promise<ReadableBlob> {
  const { forgets } = deps.cache
  const open = await deps.store.open(key.key)
  if (!open) throw assetErrors.not_found()
  const headers = blobHeaders(key, open)
  const keep = key.visibility === 'pub' && deps.cache.wants(open.bytes)
  if (!keep) return { headers, open }
  const bytes = await open.buffer()
  // A blob that was released while it was read is shown to this reader and to nobody after.
  if (deps.cache.forgets === forgets) deps.cache.keep(key.key, cachedBlob(bytes, headers))
  return { headers, bytes }
}
