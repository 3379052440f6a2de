// The forms that the European Commission's VIES publishes, by the prefix of the number.
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

/** Greece has a prefix of its own, and Northern Ireland one beside that of the United Kingdom. */
const countriesOfPrefixes: Readonly<Record<string, string>> = { EL: 'GR', XI: 'GB' }
const countryOfPrefix = (prefix: string): string => countriesOfPrefixes[prefix] ?? prefix

const countries: ReadonlySet<string> = new Set(Object.keys(forms).map(countryOfPrefix))

/** The members of the European Union, ISO 3166-1 alpha-2. */
const union: ReadonlySet<string> = new Set(
  Object.keys(forms)
    .filter((prefix) => !outsideUnion.has(prefix))
    .map(countryOfPrefix),
)

export const isInUnion = (country: string | null): boolean => country !== null && union.has(country)

/** Whether the form of a country's VAT identifiers is known: the European Union, Switzerland, Great Britain, Norway. */
export const hasVatForm = (country: string): boolean => countries.has(country)

const compactOf = (taxId: string | null): string =>
  (taxId ?? '')
    .slice(0, 40)
    .toUpperCase()
    .replace(/[\s.-]/g, '')

/** A tax id as a VAT identifier with its prefix, without blanks, dots and dashes; null for another form. */
export function vatIdOf(taxId: string | null): string | null {
  const compact = compactOf(taxId)
  return forms[compact.slice(0, 2)]?.test(compact) === true ? compact : null
}

// One number of each form, for messages.
const examples: Readonly<Record<string, string>> = {
  ...{ AT: 'ATU12345678', BE: 'BE0123456789', BG: 'BG123456789', CY: 'CY12345678X', CZ: 'CZ12345678' },
  ...{ DE: 'DE123456789', DK: 'DK12345678', EE: 'EE123456789', EL: 'EL123456789', ES: 'ESB12345678' },
  ...{ FI: 'FI12345678', FR: 'FR40987654321', HR: 'HR12345678901', HU: 'HU12345678', IE: 'IE1234567FA' },
  ...{ IT: 'IT12345678901', LT: 'LT123456789', LU: 'LU12345678', LV: 'LV12345678901', MT: 'MT12345678' },
  ...{
    NL: 'NL123456789B01',
    PL: 'PL1234567890',
    PT: 'PT123456789',
    RO: 'RO1234567890',
    SE: 'SE123456789012',
  },
  ...{ SI: 'SI12345678', SK: 'SK1234567890', XI: 'XI123456789', CH: 'CHE123456789MWST', GB: 'GB123456789' },
  NO: 'NO123456789MVA',
}

// What people leave out in front of the digits of their country's numbers.
const usualPrefixes: Readonly<Record<string, readonly string[]>> = {
  ...{ GR: ['EL'], AT: ['AT', 'ATU'], BE: ['BE', 'BE0'], CH: ['CH', 'CHE'] },
}
const prefixesOf = (country: string): readonly string[] => usualPrefixes[country] ?? [country]

/** A tax id in its normal form, or an example of the form that it should have. */
export type NormalTaxId = { taxId: string | null; example?: never } | { taxId?: never; example: string }

/**
 * Brings a tax id into the form of VAT numbers: blanks, dots and dashes are removed, a missing prefix is that of the
 * country (ISO 3166-1 alpha-2), and `GR` becomes `EL`. A number of a country whose form is not known stays as it is.
 * With `national`, so does a number without a country's prefix, because a seller may have a national tax number alone.
 */
export function normaliseTaxId(
  given: string | null,
  country: string | null,
  { national = false }: { national?: boolean } = {},
): NormalTaxId {
  const compact = compactOf(given)
  if (given === null || compact === '') return { taxId: null }
  const known = country !== null && hasVatForm(country) ? country : null
  const greek = compact.startsWith('GR') ? `EL${compact.slice(2)}` : compact
  const forms = [
    compact,
    greek,
    ...(known === null ? [] : prefixesOf(known).map((prefix) => prefix + compact)),
  ]
  const taxId = forms.find((form) => vatIdOf(form) !== null)
  if (taxId !== undefined) return { taxId }
  const begun = countryOfVatId(greek)
  const expected = begun ?? (national ? null : known)
  if (expected === null) return { taxId: given.trim() }
  return { example: examples[expected === 'GR' ? 'EL' : expected] ?? expected }
}

/** The words for a tax id of a wrong form. */
export const taxIdProblem = (example: string): string =>
  `This is not the form of a VAT number there. It looks like ${example}.`

/** The country whose VAT identifiers begin as a tax id does, ISO 3166-1 alpha-2; null for another beginning. */
export function countryOfVatId(taxId: string | null): string | null {
  const prefix = compactOf(taxId).slice(0, 2)
  return forms[prefix] === undefined ? null : countryOfPrefix(prefix)
}
