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
  const own = key?.orgId === orgId ? key.key : undefined
  const facts = await deps.store.stat(own ?? absentKey(key))
  if (own === undefined || facts === undefined) throw commonErrors.not_found()
  const { released, uses: owners } = await releaseAssets(deps, { orgId, keys: [own] })
  if (released.includes(own)) {
    deps.logger.info({ org: orgId, key: own, bytes: facts.bytes }, '[assets] file deleted')
    return
  }
  const uses = (await deps.assetUses(orgId, [own]))?.[own] ?? []
  if (uses.length + owners.length === 0)
    throw commonErrors.unavailable({ details: { retryAfterSeconds: 5 } })
  const errors =
    uses.length > 0
      ? uses.map(({ type, id, title }) => ({ path: `${type}.${id}`, message: title }))
      : owners.map((message) => ({ path: 'key', message }))
  throw storageErrors.asset_in_use({ details: { errors } })
}
