import { readAddress, thumbnailAddress } from '../../platform/assets.ts'

const route = '/api/assets/'

/** The address of a medium of a post for this page, at most this wide; undefined for a file of another place. */
export function ownAddress(url: string, width?: 160 | 480 | 1080): string | undefined {
  const at = url.indexOf(route)
  if (at === -1) return undefined
  const key = url.slice(at + route.length)
  return width === undefined ? readAddress(key) : thumbnailAddress(key, width)
}
