import {
  currencyCodes as activeCurrencies,
  countryCodes,
  type DocumentLanguage,
  documentLanguages,
} from '@atrium/contracts'

export function countryChoices() {
  const names = new Intl.DisplayNames(undefined, { type: 'region' })
  return [...countryCodes]
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((one, other) => one.label.localeCompare(other.label))
}

/** Returns the currency codes (ISO 4217). */
export const currencyCodes = (): string[] => [...activeCurrencies]

/** Formats a currency: "EUR – Euro". */
export const currencyName = (code: string): string =>
  `${code} – ${new Intl.DisplayNames(undefined, { type: 'currency' }).of(code) ?? code}`

export const currencyChoices = () =>
  currencyCodes().map((value) => ({ value, label: currencyName(value) }))

/** Returns a language's name in the language itself. */
export const languageName = (language: DocumentLanguage): string =>
  new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language

export const languageChoices = () =>
  documentLanguages.map((value) => ({ value, label: languageName(value) }))
