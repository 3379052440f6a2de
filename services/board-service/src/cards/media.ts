import { assetUrl, parseAssetKey } from '@atrium/asset-key'

const route = '/api/assets/'

/** The key behind the address of an asset of ours, below any origin: the API has had others. */
export function mediaKey(address: string): string | undefined {
  const at = address.indexOf(route)
  if (at === -1 || !isOrigin(address.slice(0, at))) return undefined
  return parseAssetKey(address.slice(at + route.length))?.key
}

const isOrigin = (text: string): boolean => text === '' || /^https?:\/\/[^/\s?#@]+$/i.test(text)

/** The address of a medium; a row of an earlier release may hold an address already. */
export const mediaUrl = (apiUrl: string, medium: string): string => {
  const key = parseAssetKey(medium)?.key ?? mediaKey(medium)
  return key === undefined ? medium : assetUrl(apiUrl, key)
}
