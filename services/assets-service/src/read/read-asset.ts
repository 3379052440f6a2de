import { type AssetKey, buildAssetKey, parseAssetKey } from '@atrium/asset-key'
import type { OpenBlob } from '@atrium/blob-store'
import { commonErrors, type Principal } from '@atrium/contracts'
import type { Deps } from '../deps.ts'
import type { CachedBlob } from './blob-cache.ts'
import { type BlobHeaders, blobHeaders } from './read-plan.ts'

/** A blob that the caller may see. It is either cached or open in the store. */
export type ReadableBlob =
  | { readonly headers: BlobHeaders; readonly bytes: Buffer }
  | { readonly headers: BlobHeaders; readonly open: OpenBlob }

export const closeBlob = async (blob: ReadableBlob): Promise<void> =>
  'open' in blob ? blob.open.close() : undefined

type ReadDeps = Pick<Deps, 'store' | 'cache'>

/** How long a cached blob is trusted before the store must confirm it, in milliseconds. */
export const trustMs = 2_000
const unknownOrg = `org_${'0'.repeat(32)}`

/**
 * Returns a blob for a caller. Throws `not_found`. Every rejection makes the same store call first
 * and takes the same time, so it does not reveal if the blob exists.
 */
export async function readAsset(
  deps: ReadDeps,
  principal: Principal | null,
  name: string,
  { intoMemory = true }: { intoMemory?: boolean } = {},
): Promise<ReadableBlob> {
  const key = parseAssetKey(name)
  if (key === undefined || (key.visibility === 'priv' && principal?.orgId !== key.orgId)) {
    await deps.store.open(absentKey(key))
    throw commonErrors.not_found()
  }
  const cached = key.visibility === 'pub' ? deps.cache.find(key.key) : undefined
  return cached && (await isCurrent(deps, key.key, cached))
    ? cached
    : openBlob(deps, key, intoMemory)
}

// Returns a new key in the directory of the requested one.
export const absentKey = (key: AssetKey | undefined): string =>
  buildAssetKey({
    orgId: key?.orgId ?? unknownOrg,
    visibility: key?.visibility ?? 'pub',
    extension: key?.extension ?? 'png',
  })

/**
 * True if the store confirmed the cached blob within `trustMs`, or confirms it now. Evicts the blob
 * if it is missing.
 */
async function isCurrent(
  { store, cache }: ReadDeps,
  key: string,
  cached: CachedBlob,
): Promise<boolean> {
  if (performance.now() - cached.checkedAt < trustMs) return true
  if (await store.stat(key)) {
    cached.checkedAt = performance.now()
    return true
  }
  cache.evict(key)
  return false
}

async function openBlob({ store, cache }: ReadDeps, key: AssetKey, intoMemory: boolean) {
  const { evictions } = cache
  const open = await store.open(key.key)
  if (!open) throw commonErrors.not_found()
  const headers = blobHeaders(key, open)
  if (!intoMemory || key.visibility === 'priv' || !cache.accepts(open.bytes))
    return { headers, open }
  const blob = { headers, bytes: await open.buffer(), checkedAt: performance.now() }
  cache.keep(key.key, blob, evictions)
  return blob
}
