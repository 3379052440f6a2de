import { isDeepStrictEqual } from 'node:util'
import { parseAssetKey } from '@atrium/asset-key'
import { AssetChanged, type AssetPatch, commonErrors, type StoredAsset } from '@atrium/contracts'
import { emit, inTransaction } from '@atrium/database'
import type { Ctx, Deps } from '../deps.ts'
import {
  type Description,
  lockDescription,
  updateDescription,
} from '../descriptions/descriptions.ts'
import { absentKey } from '../read/read-asset.ts'
import { purgeIfRemoved } from '../release/purge-org.ts'
import { toStoredAssets } from './stored-assets.ts'

type DescribeDeps = Pick<Deps, 'db' | 'store' | 'config' | 'assetUses'>

/**
 * Changes a file's name, alternative text or tags. Throws `not_found` if the key is missing or
 * belongs to another org.
 */
export async function describeFile(
  deps: DescribeDeps,
  ctx: Ctx,
  { name: path, patch }: { name: string; patch: AssetPatch },
): Promise<StoredAsset> {
  const { orgId } = ctx.principal
  const parsed = parseAssetKey(path)
  const ownKey = parsed?.orgId === orgId ? parsed : undefined
  const facts = await deps.store.stat(ownKey?.key ?? absentKey(parsed))
  if (ownKey === undefined || facts === undefined) throw commonErrors.not_found()
  const { key, visibility } = ownKey
  const blob = { key, bytes: facts.bytes, at: facts.modifiedAt.getTime() }
  await inTransaction(deps.db, undefined, async (tx) => {
    const before = await lockDescription(tx, orgId, blob)
    const after: Description = {
      name: patch.name === undefined ? before.name : patch.name,
      altText: patch.altText ?? before.altText,
      tags: patch.tags ?? before.tags,
    }
    if (isDeepStrictEqual(after, before)) return
    await updateDescription(tx, orgId, key, after)
    await emit(tx, AssetChanged, orgId, { key, visibility })
  })
  if (await purgeIfRemoved(deps, orgId)) throw commonErrors.not_found()
  const [asset] = await toStoredAssets(deps, orgId, [blob])
  if (asset === undefined) throw commonErrors.not_found()
  return asset
}
