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

/** The country whose VAT identifiers begin as a tax id does, ISO 3166-1 alpha-2; null for another beginning. */
export function countryOfVatId(taxId: string | null): string | null {
  const prefix = compactOf(taxId).slice(0, 2)
  return forms[prefix] === undefined ? null : countryOfPrefix(prefix)
}
