/** An entry of `MCP_ALLOWED_REDIRECT_HOSTS`: a host with an optional path, a whole scheme, or the person's own machine. */
export type RedirectEntry =
  | { kind: 'host'; subdomains: boolean; host: string; path: string }
  | { kind: 'scheme'; protocol: string }
  | { kind: 'loopback' }

/** A host name of at least two labels, perhaps with a leading dot, and perhaps the beginning of a path. */
const hostForm = /^(\.?)((?:[a-z0-9_-]+\.)+[a-z0-9-]+)(\/[^?#]*)?$/
const schemeForm = /^[a-z][a-z0-9+.-]*:$/

/** Schemes that browsers and systems use themselves: none of them belongs to one application. */
const commonSchemes: ReadonlySet<string> = new Set(
  'about blob chrome data file filesystem ftp http https intent javascript mailto sms tel urn vbscript view-source ws wss'
    .split(' ')
    .map((scheme) => `${scheme}:`),
)

/** Reads one entry; undefined for one that allows nothing, for example `*`. */
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

/** True if the entry names the host, or a host that it is above of. */
export const isHostOfEntry = (
  { subdomains, host }: Extract<RedirectEntry, { kind: 'host' }>,
  hostname: string,
): boolean =>
  subdomains ? hostname.length > host.length + 1 && hostname.endsWith(`.${host}`) : hostname === host

const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** True if an address leads over plain HTTP to the machine of the person who opens it. */
export const isLoopbackUrl = (address: string): boolean =>
  URL.canParse(address) &&
  new URL(address).protocol === 'http:' &&
  loopbackHosts.has(new URL(address).hostname)
