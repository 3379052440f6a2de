import { normaliseTaxId, taxIdProblem } from '@atrium/contracts'

/**
 * The fault of a VAT number's form for a country (ISO 3166-1 alpha-2). Null if the platform takes it. A seller may have a
 * national tax number (`national`).
 */
export function taxIdFault(
  taxId: string,
  country: string | null,
  options: { national?: boolean } = {},
): string | null {
  const { example } = normaliseTaxId(taxId, country, options)
  return example === undefined ? null : taxIdProblem(example)
}
