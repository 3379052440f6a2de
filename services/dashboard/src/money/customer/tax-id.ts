import { normaliseTaxId, taxIdProblem } from '@atrium/contracts'

/**
 * Checks a VAT number's format for a country (ISO 3166-1 alpha-2). Returns null if the platform
 * accepts it, otherwise the problem. A seller may have a national tax number (`national`).
 */
export function taxIdFault(
  taxId: string,
  country: string | null,
  options: { national?: boolean } = {},
): string | null {
  const { example } = normaliseTaxId(taxId, country, options)
  return example === undefined ? null : taxIdProblem(example)
}
