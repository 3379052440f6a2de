/**
 * An entry in `MCP_ALLOWED_REDIRECT_HOSTS`: a host with an optional path, a whole scheme, or the
 * user's own machine.
 */
export type RedirectEntry =
  | { kind: 'host'; subdomains: boolean; host: string; path: string }
  | { kind: 'scheme'; protocol: string }
  | { kind: 'loopback' }

/** A host name with at least two labels, an optional leading dot and an optional path prefix. */
const hostForm = /^(\.?)((?:[a-z0-9_-]+\.)+[a-z0-9-]+)(\/[^?#]*)?$/
const schemeForm = /^[a-z][a-z0-9+.-]*:$/

/** Schemes of browsers and operating systems. They do not identify one application. */
const commonSchemes: ReadonlySet<string> = new Set(
  'about blob chrome data file filesystem ftp http https intent javascript mailto sms tel urn vbscript view-source ws wss'
    .split(' ')
    .map((scheme) => `${scheme}:`),
)

/** Parses one entry. Returns undefined if it allows nothing, for example `*`. */
export function readRedirectEntry(entry: string): RedirectEntry | undefined {
  if (entry.toLowerCase() === 'localhost') return { kind: 'loopback' }
  if (schemeForm.test(entry.toLowerCase())) {
    const protocol = entry.toLowerCase()
    return commonSchemes.has(protocol) ? undefined : { kind: 'scheme', protocol }
  }
  const slash = entry.indexOf('/')
  const lowered =
    slash === -1 ? entry.toLowerCase() : entry.slice(0, slash).toLowerCase() + entry.slice(slash)
  const [, dot, host, path = '/'] = hostForm.exec(lowered) ?? []
  return host === undefined ? undefined : { kind: 'host', subdomains: dot === '.', host, path }
}

/** True if the entry names the host or a parent domain. */
export const isHostOfEntry = (
  { subdomains, host }: Extract<RedirectEntry, { kind: 'host' }>,
  hostname: string,
): boolean =>
  subdomains
    ? hostname.length > host.length + 1 && hostname.endsWith(`.${host}`)
    : hostname === host

const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** True if an address uses plain HTTP and points to the user's own machine. */
export const isLoopbackUrl = (address: string): boolean =>
  URL.canParse(address) &&
  new URL(address).protocol === 'http:' &&
  loopbackHosts.has(new URL(address).hostname)
