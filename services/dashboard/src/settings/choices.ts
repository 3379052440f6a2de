import { currencyCodes } from '@atrium/contracts'

const zoneNames = (): string[] => [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC'),
]

const formatOffset = (zone: string): string =>
  new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
    .formatToParts(new Date())
    .find(({ type }) => type === 'timeZoneName')
    ?.value.replace(/^GMT$/, 'GMT+00:00') ?? ''

// Languages with the regions that format dates and amounts differently.
const locales = [
  'en',
  'en-GB',
  'en-US',
  'en-AU',
  'en-CA',
  'en-IE',
  'de',
  'de-AT',
  'de-CH',
  'fr',
  'fr-BE',
  'fr-CA',
  'fr-CH',
  'es',
  'es-MX',
  'it',
  'it-CH',
  'nl',
  'nl-BE',
  'pt',
  'pt-BR',
  'da',
  'sv',
  'nb',
  'fi',
  'is',
  'pl',
  'cs',
  'sk',
  'hu',
  'ro',
  'bg',
  'hr',
  'sl',
  'sr',
  'el',
  'tr',
  'uk',
  'et',
  'lv',
  'lt',
  'he',
  'ar',
  'hi',
  'id',
  'th',
  'vi',
  'ja',
  'ko',
  'zh-CN',
  'zh-TW',
]

/** Returns values with labels. Puts the value in use first if the list does not contain it. */
function toChoices(
  values: readonly string[],
  labelOf: (value: string) => string | undefined,
  used: string,
) {
  const choices = values.map((value) => ({ value, label: labelOf(value) ?? value }))
  return values.includes(used) ? choices : [{ value: used, label: used }, ...choices]
}

/** Returns the time zones with their current UTC offsets. */
export const zoneChoices = (used: string) =>
  toChoices(zoneNames(), (zone) => `${zone.replaceAll('_', ' ')} (${formatOffset(zone)})`, used)

export function localeChoices(used: string) {
  const names = new Intl.DisplayNames(['en'], { type: 'language', languageDisplay: 'standard' })
  return toChoices(locales, (locale) => names.of(locale), used)
}

export function currencyChoices(used: string) {
  const names = new Intl.DisplayNames(['en'], { type: 'currency' })
  return toChoices([...currencyCodes], (code) => `${code} – ${names.of(code)}`, used)
}
