import { isHostOfEntry, isLoopbackUrl, readRedirectEntry } from '@atrium/config'
import type { IdentityConfig } from '../config.ts'

const longest = 2_048

type RedirectRules = Pick<IdentityConfig, 'redirectHosts' | 'production'>

/** True for an address of an application's own scheme, such as `cursor://…`, which its system hands to it. */
export const isPrivateUse = (uri: string): boolean =>
  URL.canParse(uri) && !['http:', 'https:'].includes(new URL(uri).protocol)

/** True for an address that only a program on the person's machine receives. */
export const isNative = (uri: string): boolean => isLoopbackUrl(uri) || isPrivateUse(uri)

/**
 * Whether an assistant may be sent to this address with a code (RFC 9700, section 4.1): HTTPS at the usual port of a host
 * of the list and below the path of its entry, a scheme of the list, or plain HTTP at the person's own machine, which
 * production allows only if the list has `localhost`. It must be written as a URL parser writes it, so that no two readers
 * see different hosts in it, and has no fragment, no name and no password.
 */
export function isAllowedRedirect(uri: string, { redirectHosts, production }: RedirectRules): boolean {
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
      entry.kind === 'host' && isHostOfEntry(entry, url.hostname) && isBelow(url.pathname, entry.path),
  )
}

/**
 * Whether a client may use an address that it has registered. A program on the person's machine gets another port at each
 * start, so the port of a loopback address is not compared (RFC 8252, section 7.3); everything else is, exactly.
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

/** The entries of the list that allow nothing, for example `*`. */
export const unusableEntries = (redirectHosts: readonly string[]): string[] =>
  redirectHosts.filter((entry) => readRedirectEntry(entry) === undefined)

/** Whether a path is another one or continues it after a slash; one with an encoded slash or dot is read in two ways. */
function isBelow(path: string, prefix: string): boolean {
  if (prefix === '/') return true
  const start = prefix.endsWith('/') ? prefix : `${prefix}/`
  return !/%2[ef]|%5c/i.test(path) && (path === prefix || path.startsWith(start))
}
