import type { Config } from './variable.ts'
import type { addressVariables, processVariables } from './variables/common-variables.ts'

/**
 * Returns the origins in `CLIENT_URLS` as a browser writes them in `Origin`, without duplicates.
 */
export function clientOrigins(
  config: Pick<Config<typeof addressVariables>, 'CLIENT_URLS'>,
): string[] {
  return [...new Set(config.CLIENT_URLS.map((url) => new URL(url).origin))]
}

/** Returns true if request limits are enforced. */
export function rateLimitsOn(
  config: Pick<Config<typeof processVariables>, 'RATE_LIMITS'>,
): boolean {
  return config.RATE_LIMITS === 'on'
}
