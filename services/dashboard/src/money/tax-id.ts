import { countryOfVatId, hasVatForm, vatIdOf } from '@atrium/contracts'

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
  NO: 'NO123456789MVA',
  SE: 'SE123456789012',
}

/**
 * The fault of a VAT number's form for a country (ISO 3166-1 alpha-2); null for a good one, for none, and for countries
 * whose form is not known. A number that begins with another known country is measured by that one.
 */
export function taxIdFault(taxId: string, country: string | null): string | null {
  if (taxId.trim() === '') return null
  const begun = countryOfVatId(taxId)
  const by = begun ?? (country !== null && hasVatForm(country) ? country : null)
  if (by === null || vatIdOf(taxId) !== null) return null
  const example = examples[by]
  return `Not the form of a VAT number of ${by}${example === undefined ? '' : `, such as ${example}`}`
}
