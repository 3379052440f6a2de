import { assetUrl, parseAssetKey } from '@atrium/asset-key'

const route = '/api/assets/'

/** Returns the key in an asset address. Accepts any origin, because the API has had others. */
export function mediaKey(address: string): string | undefined {
  const at = address.indexOf(route)
  if (at === -1 || !isOrigin(address.slice(0, at))) return undefined
  return parseAssetKey(address.slice(at + route.length))?.key
}

const isOrigin = (text: string): boolean => text === '' || /^https?:\/\/[^/\s?#@]+$/i.test(text)

/** Returns a medium's address. Rows from earlier releases may already contain an address. */
export const mediaUrl = (apiUrl: string, medium: string): string => {
  const key = parseAssetKey(medium)?.key ?? mediaKey(medium)
  return key === undefined ? medium : assetUrl(apiUrl, key)
}
