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

// Languages with the regions that write dates and amounts in different ways.
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

/** Values with their labels; the one in use stands first where the list does not have it. */
function toChoices(
  values: readonly string[],
  labelOf: (value: string) => string | undefined,
  used: string,
) {
  const choices = values.map((value) => ({ value, label: labelOf(value) ?? value }))
  return values.includes(used) ? choices : [{ value: used, label: used }, ...choices]
}

/** The time zones with their present offset. */
export const zoneChoices = (used: string) =>
  toChoices(zoneNames(), (zone) => `${zone.replaceAll('_', ' ')} (${formatOffset(zone)})`, used)

/** Languages and regions by their names. */
export function localeChoices(used: string) {
  const names = new Intl.DisplayNames(['en'], { type: 'language', languageDisplay: 'standard' })
  return toChoices(locales, (locale) => names.of(locale), used)
}

/** Currencies by code and name. */
export function currencyChoices(used: string) {
  const names = new Intl.DisplayNames(['en'], { type: 'currency' })
  return toChoices([...currencyCodes], (code) => `${code} – ${names.of(code)}`, used)
}
