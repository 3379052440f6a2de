import { isHostOfEntry, isLoopbackUrl, readRedirectEntry } from '@atrium/config'
import type { IdentityConfig } from '../config.ts'

const longest = 2_048

type RedirectRules = Pick<IdentityConfig, 'redirectHosts' | 'production'>

/**
 * True for an address with an application's private scheme, such as `cursor://…`. The operating
 * system hands the address to the application.
 */
export const isPrivateUse = (uri: string): boolean =>
  URL.canParse(uri) && !['http:', 'https:'].includes(new URL(uri).protocol)

/** True for an address that only a program on the user's machine receives. */
export const isNative = (uri: string): boolean => isLoopbackUrl(uri) || isPrivateUse(uri)

/**
 * True if a client may receive a code at this address (RFC 9700, section 4.1). Allowed are HTTPS on
 * the default port of a listed host and below the path of its entry, a listed scheme, and plain
 * HTTP on the user's own machine. In production, plain HTTP is allowed only if the list contains
 * `localhost`. The address must be written exactly as a URL parser serialises it, so no two parsers
 * see different hosts. It must have no fragment, user name or password.
 */
export function isAllowedRedirect(
  uri: string,
  { redirectHosts, production }: RedirectRules,
): boolean {
  if (uri.length > longest || !URL.canParse(uri)) return false
  const url = new URL(uri)
  if (url.href !== uri && url.href !== `${uri}/`) return false
  if (uri.includes('#') || url.username !== '' || url.password !== '') return false
  const entries = redirectHosts.flatMap((entry) => readRedirectEntry(entry) ?? [])
  if (isLoopbackUrl(uri)) return !production || entries.some(({ kind }) => kind === 'loopback')
  if (isPrivateUse(uri)) {
    return entries.some((entry) => entry.kind === 'scheme' && entry.protocol === url.protocol)
  }
  if (url.protocol !== 'https:' || url.port !== '') return false
  return entries.some(
    (entry) =>
      entry.kind === 'host' &&
      isHostOfEntry(entry, url.hostname) &&
      isBelow(url.pathname, entry.path),
  )
}

/**
 * True if the client has registered this address. The comparison is exact, except for the port of a
 * loopback address, because a program on the user's machine gets another port at each start (RFC
 * 8252, section 7.3).
 */
export const isRegisteredRedirect = (registered: readonly string[], uri: string): boolean =>
  registered.includes(uri) ||
  (isLoopbackUrl(uri) &&
    registered.some((known) => isLoopbackUrl(known) && portless(known) === portless(uri)))

function portless(uri: string): string {
  const url = new URL(uri)
  url.port = ''
  return url.href
}

/** Returns list entries without any effect, for example `*`. */
export const unusableEntries = (redirectHosts: readonly string[]): string[] =>
  redirectHosts.filter((entry) => readRedirectEntry(entry) === undefined)

/**
 * True if a path equals the prefix or continues it after a slash. A path with an encoded slash or
 * dot never matches, because servers decode it differently.
 */
function isBelow(path: string, prefix: string): boolean {
  if (prefix === '/') return true
  const start = prefix.endsWith('/') ? prefix : `${prefix}/`
  return !/%2[ef]|%5c/i.test(path) && (path === prefix || path.startsWith(start))
}
