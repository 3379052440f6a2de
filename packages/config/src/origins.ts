import type { PlatformConfig } from './variables.ts'

/** The origins of `CLIENT_URLS` as a browser writes them in `Origin`, once each. */
export function clientOrigins(config: PlatformConfig): string[] {
  return [...new Set(config.CLIENT_URLS.map((url) => new URL(url).origin))]
}

/** Whether request limits are to be enforced. */
export function rateLimitsOn(config: PlatformConfig): boolean {
  return config.RATE_LIMITS === 'on'
}

/**
 * Whether an MCP OAuth client may be sent back to this address: its host is one of `MCP_ALLOWED_REDIRECT_HOSTS`
 * over HTTPS (a leading dot stands for every subdomain), or it is loopback outside production.
 */
export function isAllowedMcpRedirect(config: PlatformConfig, redirectUri: string): boolean {
  if (!URL.canParse(redirectUri)) return false
  const { protocol, hostname, username, password } = new URL(redirectUri)
  if (username !== '' || password !== '') return false
  if (isLoopback(hostname)) {
    return config.NODE_ENV !== 'production' && (protocol === 'http:' || protocol === 'https:')
  }
  if (protocol !== 'https:') return false
  return config.MCP_ALLOWED_REDIRECT_HOSTS.some((entry) => {
    const host = entry.toLowerCase()
    return host.startsWith('.') ? hostname.endsWith(host) && hostname.length > host.length : hostname === host
  })
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}
