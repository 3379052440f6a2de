// The forms of the VAT numbers of the EU and its neighbours, without blanks and points.
const forms: Readonly<Record<string, RegExp>> = {
  AT: /^ATU\d{8}$/,
  BE: /^BE[01]\d{9}$/,
  BG: /^BG\d{9,10}$/,
  CH: /^CHE\d{9}(?:MWST|TVA|IVA)?$/,
  CY: /^CY\d{8}[A-Z]$/,
  CZ: /^CZ\d{8,10}$/,
  DE: /^DE\d{9}$/,
  DK: /^DK\d{8}$/,
  EE: /^EE\d{9}$/,
  ES: /^ES[A-Z\d]\d{7}[A-Z\d]$/,
  FI: /^FI\d{8}$/,
  FR: /^FR[A-HJ-NP-Z\d]{2}\d{9}$/,
  GB: /^GB(?:\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
  GR: /^EL\d{9}$/,
  HR: /^HR\d{11}$/,
  HU: /^HU\d{8}$/,
  IE: /^IE(?:\d[A-Z\d+*]\d{5}[A-W]|\d{7}[A-W][A-I])$/,
  IT: /^IT\d{11}$/,
  LT: /^LT(?:\d{9}|\d{12})$/,
  LU: /^LU\d{8}$/,
  LV: /^LV\d{11}$/,
  MT: /^MT\d{8}$/,
  NL: /^NL\d{9}B\d{2}$/,
  NO: /^(?:NO)?\d{9}(?:MVA)?$/,
  PL: /^PL\d{10}$/,
  PT: /^PT\d{9}$/,
  RO: /^RO\d{2,10}$/,
  SE: /^SE\d{12}$/,
  SI: /^SI\d{8}$/,
  SK: /^SK\d{10}$/,
}

const examples: Readonly<Record<string, string>> = {
  AT: 'ATU12345678',
  BE: 'BE0123456789',
  DE: 'DE123456789',
  ES: 'ESB12345678',
  FR: 'FR40987654321',
  GB: 'GB123456789',
  GR: 'EL123456789',
  IT: 'IT12345678901',
  NL: 'NL123456789B01',
  SE: 'SE123456789012',
}

/**
 * The fault of a VAT number's form for a country (ISO 3166-1 alpha-2); null for a good one, for none, and for countries
 * whose form is not known. A number that begins with another known country is measured by that one.
 */
export function taxIdFault(taxId: string, country: string | null): string | null {
  const number = taxId.toUpperCase().replace(/[\s.-]/g, '')
  if (number === '') return null
  const prefix = number.startsWith('EL') ? 'GR' : number.slice(0, 2)
  const by = forms[prefix] !== undefined && prefix !== country ? prefix : country
  if (by === null) return null
  const form = forms[by]
  if (form === undefined || form.test(number)) return null
  const example = examples[by]
  return `Not the form of a VAT number of ${by}${example === undefined ? '' : `, such as ${example}`}`
}
