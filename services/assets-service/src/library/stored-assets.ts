import { assetUrl, findContentType, parseAssetKey } from '@atrium/asset-key'
import type { StoredAsset } from '@atrium/contracts'
import type { Deps } from '../deps.ts'
import { readDescriptions } from '../descriptions/descriptions.ts'
import type { ListedBlob } from './newest-first.ts'

export async function toStoredAssets(
  deps: Pick<Deps, 'db' | 'config' | 'assetUses'>,
  orgId: string,
  blobs: readonly ListedBlob[],
): Promise<StoredAsset[]> {
  const keys = blobs.map(({ key }) => key)
  const [uses, describe] = await Promise.all([
    deps.assetUses(orgId, keys),
    readDescriptions(deps, orgId, keys),
  ])
  return blobs.map(({ key, bytes, at }) => {
    const parsed = parseAssetKey(key)
    if (parsed === undefined) throw new TypeError('A store lists valid keys only')
    const { name, altText, tags } = describe(key)
    return {
      key,
      url: assetUrl(deps.config.apiUrl, key),
      visibility: parsed.visibility,
      contentType: findContentType(parsed.extension),
      bytes,
      name,
      altText,
      tags: [...tags],
      createdAt: new Date(at).toISOString(),
      usedBy: uses === null ? null : (uses[key] ?? []),
    }
  })
}
