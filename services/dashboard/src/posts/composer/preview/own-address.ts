import { readAddress, thumbnailAddress } from '../../../platform/files/assets.ts'

const route = '/api/assets/'

/**
 * Returns the same-origin URL of a post's file, at most `width` pixels wide. Returns undefined if
 * the file is on another server.
 */
export function ownAddress(url: string, width?: 160 | 480 | 1080): string | undefined {
  const at = url.indexOf(route)
  if (at === -1) return undefined
  const key = url.slice(at + route.length)
  return width === undefined ? readAddress(key) : thumbnailAddress(key, width)
}
