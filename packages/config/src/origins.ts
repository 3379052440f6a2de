import type { addressVariables, processVariables } from './common-variables.ts'
import type { Config } from './variable.ts'

/** The origins of `CLIENT_URLS` as a browser writes them in `Origin`, once each. */
export function clientOrigins(config: Pick<Config<typeof addressVariables>, 'CLIENT_URLS'>): string[] {
  return [...new Set(config.CLIENT_URLS.map((url) => new URL(url).origin))]
}

/** Whether request limits are to be enforced. */
export function rateLimitsOn(config: Pick<Config<typeof processVariables>, 'RATE_LIMITS'>): boolean {
  return config.RATE_LIMITS === 'on'
}
