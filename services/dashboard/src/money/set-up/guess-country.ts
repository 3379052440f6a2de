import { countryCodes } from '@atrium/contracts'

/** Returns the region of the browser's language, such as `DE` of `de-DE`. Null if it has none. */
export function guessCountry(): string | null {
  const region = new Intl.Locale(navigator.language).region
  return region !== undefined && countryCodes.has(region) ? region : null
}
