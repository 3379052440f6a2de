import { parseAssetKey } from '@atrium/asset-key'
import { commonErrors, storageErrors } from '@atrium/contracts'
import type { Ctx, Deps } from '../deps.ts'
import { absentKey } from '../read/read-asset.ts'
import { releaseAssets } from '../release/release-assets.ts'

type DeleteDeps = Pick<Deps, 'store' | 'cache' | 'logger' | 'owners' | 'assetUses'>

/**
 * Deletes a blob through the release routine. Throws `asset_in_use` (409), and `unavailable` if it
 * is unclear whether the blob is in use.
 */
export async function deleteAsset(deps: DeleteDeps, ctx: Ctx, name: string): Promise<void> {
  const { orgId } = ctx.principal
  const key = parseAssetKey(name)
  const ownKey = key?.orgId === orgId ? key.key : undefined
  const facts = await deps.store.stat(ownKey ?? absentKey(key))
  if (ownKey === undefined || facts === undefined) throw commonErrors.not_found()
  const { released, uses: owners } = await releaseAssets(deps, { orgId, keys: [ownKey] })
  if (released.includes(ownKey)) {
    deps.logger.info({ org: orgId, key: ownKey, bytes: facts.bytes }, '[assets] file deleted')
    return
  }
  const uses = (await deps.assetUses(orgId, [ownKey]))?.[ownKey] ?? []
  if (uses.length + owners.length === 0)
    throw commonErrors.unavailable({ details: { retryAfterSeconds: 5 } })
  const errors =
    uses.length > 0
      ? uses.map(({ type, id, title }) => ({ path: `${type}.${id}`, message: title }))
      : owners.map((message) => ({ path: 'key', message }))
  throw storageErrors.asset_in_use({ details: { errors } })
}
