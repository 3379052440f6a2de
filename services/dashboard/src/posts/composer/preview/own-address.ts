import { readAddress, thumbnailAddress } from '../../../platform/files/assets.ts'

const route = '/api/assets/'

/** Returns the key in a stored file's URL. Undefined if the file is on another server. */
export function ownKey(url: string): string | undefined {
  const at = url.indexOf(route)
  return at === -1 ? undefined : url.slice(at + route.length)
}

/**
 * Returns the same-origin URL of a post's file, at most `width` pixels wide. Returns undefined if
 * the file is on another server.
 */
export function ownAddress(url: string, width?: 160 | 480 | 1080): string | undefined {
  const key = ownKey(url)
  if (key === undefined) return undefined
  return width === undefined ? readAddress(key) : thumbnailAddress(key, width)
}
