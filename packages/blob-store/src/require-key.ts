import { type AssetKey, parseAssetKey } from '@atrium/asset-key'

/** The parsed key that a blob is to be written under. Throws a TypeError when it is malformed. */
export function requireKey(key: string): AssetKey {
  const parsed = parseAssetKey(key)
  if (!parsed) throw new TypeError('Not an asset key')
  return parsed
}
