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

/** The currencies by code and name. */
export function currencyChoices(): Choice[] {
  const names = new Intl.DisplayNames(undefined, { type: 'currency' })
  return Intl.supportedValuesOf('currency').map((value) => ({
    value,
    label: `${value} – ${names.of(value) ?? value}`,
  }))
}

/** The name of a country (ISO 3166-1 alpha-2). */
export const countryName = (code: string): string =>
  new Intl.DisplayNames(undefined, { type: 'region' }).of(code) ?? code

/** The name of a language in itself. */
export const languageName = (language: DocumentLanguage): string =>
  new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language

/** The languages of documents. */
export const languageChoices = (): { value: DocumentLanguage; label: string }[] =>
  documentLanguages.map((value) => ({ value, label: languageName(value) }))
