import {
  currencyCodes as activeCurrencies,
  countryCodes,
  type DocumentLanguage,
  documentLanguages,
} from '@atrium/contracts'

/** The countries by their names. */
export function countryChoices() {
  const names = new Intl.DisplayNames(undefined, { type: 'region' })
  return [...countryCodes]
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((one, other) => one.label.localeCompare(other.label))
}

/** The codes of the currencies (ISO 4217). */
export const currencyCodes = (): string[] => [...activeCurrencies]

/** A currency by its code and name: "EUR – Euro". */
export const currencyName = (code: string): string =>
  `${code} – ${new Intl.DisplayNames(undefined, { type: 'currency' }).of(code) ?? code}`

/** The currencies by code and name. */
export const currencyChoices = () =>
  currencyCodes().map((value) => ({ value, label: currencyName(value) }))

/** The name of a language in itself. */
export const languageName = (language: DocumentLanguage): string =>
  new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language

/** The languages of documents. */
export const languageChoices = () =>
  documentLanguages.map((value) => ({ value, label: languageName(value) }))
