import { countryCodes } from '@atrium/contracts'

/**
 * Returns the region in the browser's language, for example `DE` from `de-DE`. Null if it has none.
 */
export function guessCountry(): string | null {
  const region = new Intl.Locale(navigator.language).region
  return region !== undefined && countryCodes.has(region) ? region : null
}
