import { countryCodes, type DocumentLanguage, documentLanguages } from '@atrium/contracts'

/** A choice of a list. */
export interface Choice {
  readonly value: string
  readonly label: string
}

const byLabel = (one: Choice, other: Choice): number => one.label.localeCompare(other.label)

/** The countries by their names. */
export function countryChoices(): Choice[] {
  const names = new Intl.DisplayNames(undefined, { type: 'region' })
  return [...countryCodes].map((value) => ({ value, label: names.of(value) ?? value })).sort(byLabel)
}

/** The codes of the currencies (ISO 4217). */
export const currencyCodes = (): string[] => Intl.supportedValuesOf('currency')

/** A currency by its code and name: "EUR – Euro". */
export const currencyName = (code: string): string =>
  `${code} – ${new Intl.DisplayNames(undefined, { type: 'currency' }).of(code) ?? code}`

/** The currencies by code and name. */
export const currencyChoices = (): Choice[] =>
  currencyCodes().map((value) => ({ value, label: currencyName(value) }))

/** The name of a country (ISO 3166-1 alpha-2). */
export const countryName = (code: string): string =>
  new Intl.DisplayNames(undefined, { type: 'region' }).of(code) ?? code

/** The name of a language in itself. */
export const languageName = (language: DocumentLanguage): string =>
  new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language

/** The languages of documents. */
export const languageChoices = (): { value: DocumentLanguage; label: string }[] =>
  documentLanguages.map((value) => ({ value, label: languageName(value) }))
