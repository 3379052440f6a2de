import {
  countryCodes,
  documentLanguages,
  foldText,
  type ImportedField,
  normaliseTaxId,
  taxIdProblem,
  UpdateCustomer,
} from '@atrium/contracts'
import type { ContactTexts } from './contact-row.ts'

export type ImportedValues = Pick<UpdateCustomer, ImportedField>

export interface RowProblem {
  field: string
  message: string
}

const countriesByName = new Map(
  [
    'en',
    'fr',
    'de',
    'es',
    'it',
    'nl',
    'pt',
    'pl',
    'sv',
    'da',
    'nb',
    'fi',
    'cs',
    'hu',
    'ro',
    'el',
  ].flatMap((locale) => {
    const names = new Intl.DisplayNames(locale, { type: 'region' })
    return [...countryCodes].map((code): [string, string] => [
      foldText(names.of(code) ?? code),
      code,
    ])
  }),
)
for (const [name, code] of [
  ['uk', 'GB'],
  ['great britain', 'GB'],
  ['england', 'GB'],
  ['scotland', 'GB'],
  ['usa', 'US'],
  ['united states of america', 'US'],
  ['holland', 'NL'],
] as const) {
  countriesByName.set(name, code)
}

/** Reads a country's code, or its name in one of several languages. */
const toCountry = (text: string): string =>
  countryCodes.has(text.toUpperCase())
    ? text.toUpperCase()
    : (countriesByName.get(foldText(text.slice(0, 100)).trim()) ?? text)

/** Returns the language if documents can be in it. Others are left out. */
const toLanguage = (text: string) =>
  documentLanguages.find((each) => each === text.slice(0, 2).toLowerCase())

const words: Partial<Record<ImportedField, string>> = {
  name: 'Enter a name of at most 200 characters',
  email: 'Enter a mail address, such as name@example.com',
  billingCountry: 'We do not know this country. Write its name or its two letters, such as DE.',
  currency: 'Write the three letters of a currency, such as EUR',
}

/** Returns a row's values, or what is wrong with them. */
export function parseRow(
  texts: ContactTexts,
): { values: ImportedValues; problems?: never } | { problems: RowProblem[]; values?: never } {
  const { billingCountry, language, currency, ...plain } = texts
  const parsed = UpdateCustomer.safeParse({
    ...plain,
    ...(billingCountry === undefined ? {} : { billingCountry: toCountry(billingCountry) }),
    ...(currency === undefined ? {} : { currency: currency.toUpperCase() }),
  })
  if (!parsed.success) {
    const first = new Map<string, string>()
    for (const { path, message } of parsed.error.issues) {
      const field = String(path[0] ?? 'name')
      if (!first.has(field)) first.set(field, words[field as ImportedField] ?? message)
    }
    return { problems: [...first].map(([field, message]) => ({ field, message })) }
  }
  const values: ImportedValues = parsed.data
  const knownLanguage = language === undefined ? undefined : toLanguage(language)
  if (knownLanguage !== undefined) values.language = knownLanguage
  const { taxId, example } = normaliseTaxId(values.taxId ?? null, values.billingCountry ?? null)
  if (example !== undefined)
    return { problems: [{ field: 'taxId', message: taxIdProblem(example) }] }
  if (taxId !== null) values.taxId = taxId
  return { values }
}
