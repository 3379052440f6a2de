import type { IdentityConfig } from '../config.ts'

const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])
const longest = 2_048

/** Whether an address leads to the machine of the person who opens it. */
export const isLoopback = (uri: string): boolean =>
  URL.canParse(uri) && new URL(uri).protocol === 'http:' && loopbackHosts.has(new URL(uri).hostname)

/**
 * Whether an assistant may be sent to this address with a code (RFC 9700, section 4.1): HTTPS at a host of the list, or
 * plain HTTP at the person's own machine outside production. It must be written as a URL parser writes it, so that no two
 * readers see different hosts in it, and has no fragment, no name and no password.
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
  return url.protocol === 'https:' && redirectHosts.some((host) => isHost(url.hostname, host.toLowerCase()))
}

const isHost = (hostname: string, host: string): boolean =>
  host.startsWith('.') ? hostname.length > host.length && hostname.endsWith(host) : hostname === host
