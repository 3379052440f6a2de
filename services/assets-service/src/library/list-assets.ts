import { findMediaClass, parseAssetKey } from '@atrium/asset-key'
import type { AssetPage, AssetQuery } from '@atrium/contracts'
import type { Ctx, Deps } from '../deps.ts'
import { usageVersion } from '../usage/count-usage.ts'
import { isAfter, type ListedBlob } from './newest-first.ts'
import { cursorAfter, parseCursor } from './page-cursor.ts'
import { searchFiles } from './search-files.ts'
import { toStoredAssets } from './stored-assets.ts'

type ListDeps = Pick<Deps, 'db' | 'store' | 'config' | 'library' | 'assetUses'>

/** Returns a page of the caller's org. Throws `validation_failed` if the cursor is malformed. */
export async function listAssets(deps: ListDeps, ctx: Ctx, query: AssetQuery): Promise<AssetPage> {
  const { orgId } = ctx.principal
  const { blobs, next } = await findBlobs(deps, orgId, query)
  return { items: await toStoredAssets(deps, orgId, blobs), next }
}

interface BlobPage {
  readonly blobs: readonly ListedBlob[]
  readonly next: string | null
}

function findBlobs(deps: ListDeps, orgId: string, query: AssetQuery): Promise<BlobPage> {
  const { q, tag, key } = query
  if (key !== undefined) return findBlob(deps, orgId, key)
  return (q ?? '') === '' && tag === undefined
    ? findNewest(deps, orgId, query)
    : searchFiles(deps, orgId, { ...query, q: q === '' ? undefined : q })
}

async function findBlob({ store }: ListDeps, orgId: string, name: string): Promise<BlobPage> {
  const key = parseAssetKey(name)
  const found = key?.orgId === orgId ? await store.stat(key.key) : undefined
  if (found === undefined) return { blobs: [], next: null }
  return {
    blobs: [{ key: found.key, bytes: found.bytes, at: found.modifiedAt.getTime() }],
    next: null,
  }
}

async function findNewest(deps: ListDeps, orgId: string, query: AssetQuery): Promise<BlobPage> {
  const { limit, visibility, kind, cursor } = query
  const position = cursor === undefined ? undefined : parseCursor(cursor, orgId)
  const all = await deps.library(orgId, await usageVersion(deps, orgId))
  const start = position ? all.findIndex((blob) => isAfter(blob, position)) : 0
  const lane = visibility === undefined ? undefined : `${orgId}/${visibility}/`
  const isAsked = ({ key }: ListedBlob) =>
    (lane === undefined || key.startsWith(lane)) &&
    (kind === undefined || findMediaClass(key.slice(key.lastIndexOf('.') + 1)) === kind)
  const found = start < 0 ? [] : all.slice(start).filter(isAsked)
  const page = found.slice(0, limit)
  const last = page.at(-1)
  return { blobs: page, next: last && found.length > limit ? cursorAfter(last) : null }
}
