const zoneNames = (): string[] => [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC'),
]

const offsetOf = (zone: string): string =>
  new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
    .formatToParts(new Date())
    .find(({ type }) => type === 'timeZoneName')
    ?.value.replace(/^GMT$/, 'GMT+00:00') ?? ''

// Languages with the regions that write dates and amounts in different ways.
const locales = [
  ...['en', 'en-GB', 'en-US', 'en-AU', 'en-CA', 'en-IE', 'de', 'de-AT', 'de-CH', 'fr', 'fr-BE', 'fr-CA'],
  ...['fr-CH', 'es', 'es-MX', 'it', 'it-CH', 'nl', 'nl-BE', 'pt', 'pt-BR', 'da', 'sv', 'nb', 'fi', 'is'],
  ...['pl', 'cs', 'sk', 'hu', 'ro', 'bg', 'hr', 'sl', 'sr', 'el', 'tr', 'uk', 'et', 'lv', 'lt', 'he', 'ar'],
  ...['hi', 'id', 'th', 'vi', 'ja', 'ko', 'zh-CN', 'zh-TW'],
]

interface Choice {
  readonly value: string
  readonly label: string
}

/** The choices with the one in use, also where the list does not have it. */
function withUsed(choices: readonly Choice[], used: string): Choice[] {
  return choices.some(({ value }) => value === used)
    ? [...choices]
    : [{ value: used, label: used }, ...choices]
}

/** The time zones with their present offset. */
export const zoneChoices = (used: string): Choice[] =>
  withUsed(
    zoneNames().map((zone) => ({
      value: zone,
      label: `${zone.replaceAll('_', ' ')} (${offsetOf(zone)})`,
    })),
    used,
  )

/** Languages and regions by their names. */
export function localeChoices(used: string): Choice[] {
  const names = new Intl.DisplayNames(['en'], { type: 'language', languageDisplay: 'standard' })
  return withUsed(
    locales.map((value) => ({ value, label: names.of(value) ?? value })),
    used,
  )
}

/** Currencies by code and name. */
export function currencyChoices(used: string): Choice[] {
  const names = new Intl.DisplayNames(['en'], { type: 'currency' })
  return withUsed(
    Intl.supportedValuesOf('currency').map((value) => ({ value, label: `${value} – ${names.of(value)}` })),
    used,
  )
}
