import { assetUrl, contentTypeOf, mediaClassOf, parseAssetKey } from '@atrium/asset-key'
import type { AssetPage, AssetQuery, AssetUse } from '@atrium/contracts'
import type { Ctx, Deps } from '../deps.ts'
import { usageVersion } from '../usage/count-usage.ts'
import { isAfter, type ListedBlob } from './newest-first.ts'
import { cursorAfter, positionOf } from './page-cursor.ts'

type ListDeps = Pick<Deps, 'db' | 'config' | 'library' | 'assetUses'>

/** A page of the caller's org. Throws `validation_failed` for a malformed cursor. */
export async function listAssets(deps: ListDeps, ctx: Ctx, query: AssetQuery): Promise<AssetPage> {
  const { orgId } = ctx.principal
  const { limit, visibility, kind, cursor } = query
  const position = cursor === undefined ? undefined : positionOf(cursor, orgId)
  const all = await deps.library(orgId, await usageVersion(deps, orgId))
  const start = position ? all.findIndex((blob) => isAfter(blob, position)) : 0
  const lane = visibility === undefined ? undefined : `${orgId}/${visibility}/`
  const isAsked = ({ key }: ListedBlob) =>
    (lane === undefined || key.startsWith(lane)) &&
    (kind === undefined || mediaClassOf(key.slice(key.lastIndexOf('.') + 1)) === kind)
  const found = start < 0 ? [] : all.slice(start).filter(isAsked)
  const page = found.slice(0, limit)
  const last = page.at(-1)
  const uses = await deps.assetUses(
    orgId,
    page.map(({ key }) => key),
  )
  return {
    items: page.map((blob) => assetOf(deps, blob, uses === null ? null : (uses[blob.key] ?? []))),
    next: last && found.length > limit ? cursorAfter(last) : null,
  }
}

function assetOf(deps: Pick<Deps, 'config'>, { key, bytes, at }: ListedBlob, usedBy: AssetUse[] | null) {
  const parsed = parseAssetKey(key)
  if (parsed === undefined) throw new TypeError('A store lists valid keys only')
  return {
    key,
    url: assetUrl(deps.config.apiUrl, key),
    visibility: parsed.visibility,
    contentType: contentTypeOf(parsed.extension),
    bytes,
    createdAt: new Date(at).toISOString(),
    usedBy,
  }
}
