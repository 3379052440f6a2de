// The forms published by the European Commission's VIES, by number prefix.
const forms: Readonly<Record<string, RegExp>> = {
  AT: /^ATU\d{8}$/,
  BE: /^BE[01]\d{9}$/,
  BG: /^BG\d{9,10}$/,
  CY: /^CY\d{8}[A-Z]$/,
  CZ: /^CZ\d{8,10}$/,
  DE: /^DE\d{9}$/,
  DK: /^DK\d{8}$/,
  EE: /^EE\d{9}$/,
  EL: /^EL\d{9}$/,
  ES: /^ES[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^FI\d{8}$/,
  FR: /^FR[A-HJ-NP-Z0-9]{2}\d{9}$/,
  HR: /^HR\d{11}$/,
  HU: /^HU\d{8}$/,
  IE: /^IE\d[A-Z0-9+*]\d{5}[A-Z]{1,2}$/,
  IT: /^IT\d{11}$/,
  LT: /^LT(\d{9}|\d{12})$/,
  LU: /^LU\d{8}$/,
  LV: /^LV\d{11}$/,
  MT: /^MT\d{8}$/,
  NL: /^NL[A-Z0-9+*]{10}\d{2}$/,
  PL: /^PL\d{10}$/,
  PT: /^PT\d{9}$/,
  RO: /^RO\d{2,10}$/,
  SE: /^SE\d{12}$/,
  SI: /^SI\d{8}$/,
  SK: /^SK\d{10}$/,
  XI: /^XI(\d{9}|\d{12}|(GD|HA)\d{3})$/,
  CH: /^CHE\d{9}(MWST|TVA|IVA)?$/,
  GB: /^GB(\d{9}|\d{12}|(GD|HA)\d{3})$/,
  NO: /^NO\d{9}(MVA)?$/,
}

const outsideUnion = new Set(['XI', 'CH', 'GB', 'NO'])

/** Greece has a special prefix. Northern Ireland has one in addition to the United Kingdom's. */
const countriesOfPrefixes: Readonly<Record<string, string>> = { EL: 'GR', XI: 'GB' }
const countryOfPrefix = (prefix: string): string => countriesOfPrefixes[prefix] ?? prefix

const countries: ReadonlySet<string> = new Set(Object.keys(forms).map(countryOfPrefix))

/** The member states of the European Union (ISO 3166-1 alpha-2). */
const union: ReadonlySet<string> = new Set(
  Object.keys(forms)
    .filter((prefix) => !outsideUnion.has(prefix))
    .map(countryOfPrefix),
)

/** Returns true for a member state of the European Union (ISO 3166-1 alpha-2). */
export const isInUnion = (country: string | null): boolean => country !== null && union.has(country)

/**
 * Returns true if the country's VAT identifier form is known: European Union, Switzerland, Great
 * Britain, Norway.
 */
export const hasVatForm = (country: string): boolean => countries.has(country)

const compactTaxId = (taxId: string | null): string =>
  (taxId ?? '')
    .slice(0, 40)
    .toUpperCase()
    .replace(/[\s.-]/g, '')

/**
 * Returns a tax id as a VAT identifier with prefix, without blanks, dots and dashes. Null if the
 * form is different.
 */
export function readVatId(taxId: string | null): string | null {
  const compact = compactTaxId(taxId)
  return forms[compact.slice(0, 2)]?.test(compact) === true ? compact : null
}

// One example per form, for messages.
const examples: Readonly<Record<string, string>> = {
  AT: 'ATU12345678',
  BE: 'BE0123456789',
  BG: 'BG123456789',
  CY: 'CY12345678X',
  CZ: 'CZ12345678',
  DE: 'DE123456789',
  DK: 'DK12345678',
  EE: 'EE123456789',
  EL: 'EL123456789',
  ES: 'ESB12345678',
  FI: 'FI12345678',
  FR: 'FR40987654321',
  HR: 'HR12345678901',
  HU: 'HU12345678',
  IE: 'IE1234567FA',
  IT: 'IT12345678901',
  LT: 'LT123456789',
  LU: 'LU12345678',
  LV: 'LV12345678901',
  MT: 'MT12345678',
  NL: 'NL123456789B01',
  PL: 'PL1234567890',
  PT: 'PT123456789',
  RO: 'RO1234567890',
  SE: 'SE123456789012',
  SI: 'SI12345678',
  SK: 'SK1234567890',
  XI: 'XI123456789',
  CH: 'CHE123456789MWST',
  GB: 'GB123456789',
  NO: 'NO123456789MVA',
}

// Prefixes that people leave out before their country's digits.
const usualPrefixes: Readonly<Record<string, readonly string[]>> = {
  GR: ['EL'],
  AT: ['AT', 'ATU'],
  BE: ['BE', 'BE0'],
  CH: ['CH', 'CHE'],
}
const listPrefixes = (country: string): readonly string[] => usualPrefixes[country] ?? [country]

/** A normalised tax id, or an example of the expected form. */
export type NormalTaxId =
  | { taxId: string | null; example?: never }
  | { taxId?: never; example: string }

/**
 * Normalises a tax id to a VAT number: removes blanks, dots and dashes, adds a missing prefix for
 * the country (ISO 3166-1 alpha-2), and turns `GR` into `EL`. Keeps the number unchanged if the
 * form for the country is unknown. With `national` also keeps a number without a country prefix,
 * because a seller may only have a national tax number.
 */
export function normaliseTaxId(
  given: string | null,
  country: string | null,
  { national = false }: { national?: boolean } = {},
): NormalTaxId {
  const compact = compactTaxId(given)
  if (given === null || compact === '') return { taxId: null }
  const vatCountry = country !== null && hasVatForm(country) ? country : null
  const greek = compact.startsWith('GR') ? `EL${compact.slice(2)}` : compact
  const forms = [
    compact,
    greek,
    ...(vatCountry === null ? [] : listPrefixes(vatCountry).map((prefix) => prefix + compact)),
  ]
  const taxId = forms.find((form) => readVatId(form) !== null)
  if (taxId !== undefined) return { taxId }
  const begun = countryOfVatId(greek)
  const expected = begun ?? (national ? null : vatCountry)
  if (expected === null) return { taxId: given.trim() }
  return { example: examples[expected === 'GR' ? 'EL' : expected] ?? expected }
}

/** Returns the message for a tax id in a wrong form. */
export const taxIdProblem = (example: string): string =>
  `This is not the form of a VAT number there. It looks like ${example}.`

/**
 * Returns the country (ISO 3166-1 alpha-2) whose VAT identifiers begin like this tax id, or null.
 */
export function countryOfVatId(taxId: string | null): string | null {
  const prefix = compactTaxId(taxId).slice(0, 2)
  return forms[prefix] === undefined ? null : countryOfPrefix(prefix)
}
