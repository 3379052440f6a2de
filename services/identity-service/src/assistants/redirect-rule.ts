import type { IdentityConfig } from '../config.ts'

const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])
const longest = 2_048

/** Whether an address leads to the machine of the person who opens it. */
export const isLoopback = (uri: string): boolean =>
  URL.canParse(uri) && new URL(uri).protocol === 'http:' && loopbackHosts.has(new URL(uri).hostname)

/** An entry of the list: a host name of at least two labels, perhaps with a leading dot, and perhaps the beginning of a path. */
const entryForm = /^(\.?)((?:[a-z0-9_-]+\.)+[a-z0-9-]+)(\/[^?#]*)?$/

/**
 * Whether an assistant may be sent to this address with a code (RFC 9700, section 4.1): HTTPS at the usual port of a host
 * of the list and below the path that stands with it, or plain HTTP at the person's own machine outside production. It must
 * be written as a URL parser writes it, so that no two readers see different hosts in it, and has no fragment, no name and
 * no password.
 */
export function isAllowedRedirect(
  uri: string,
  { redirectHosts, production }: Pick<IdentityConfig, 'redirectHosts' | 'production'>,
): boolean {
  if (uri.length > longest || !URL.canParse(uri)) return false
  const url = new URL(uri)
  if (url.href !== uri && url.href !== `${uri}/`) return false
  if (uri.includes('#') || url.username !== '' || url.password !== '') return false
  if (isLoopback(uri)) return !production
  if (url.protocol !== 'https:' || url.port !== '') return false
  return redirectHosts.some((entry) => isAt(url, entry))
}

/** The entries of the list that allow nothing, because they are none of its form. */
export const unusableEntries = (redirectHosts: readonly string[]): string[] =>
  redirectHosts.filter((entry) => partsOf(entry).host === '')

/** The parts of an entry; no host when it is none of the form. */
function partsOf(entry: string): { dot: string; host: string; path: string } {
  const slash = entry.indexOf('/')
  const lowered =
    slash === -1 ? entry.toLowerCase() : entry.slice(0, slash).toLowerCase() + entry.slice(slash)
  const [, dot = '', host = '', path = '/'] = entryForm.exec(lowered) ?? []
  return { dot, host, path }
}

function isAt({ hostname, pathname }: URL, entry: string): boolean {
  const { dot, host, path } = partsOf(entry)
  if (host === '' || !isBelow(pathname, path)) return false
  return dot === '' ? hostname === host : hostname.length > host.length + 1 && hostname.endsWith(`.${host}`)
}

/** Whether a path is another one or continues it after a slash; one with an encoded slash or dot is read in two ways. */
function isBelow(path: string, prefix: string): boolean {
  if (prefix === '/') return true
  const start = prefix.endsWith('/') ? prefix : `${prefix}/`
  return !/%2[ef]|%5c/i.test(path) && (path === prefix || path.startsWith(start))
}
