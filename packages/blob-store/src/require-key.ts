import { type AssetKey, parseAssetKey } from '@atrium/asset-key'

/** Parses a key. Throws a TypeError if it is malformed. */
export function requireKey(key: string): AssetKey {
  const parsed = parseAssetKey(key)
  if (!parsed) throw new TypeError('Not an asset key')
  return parsed
}
