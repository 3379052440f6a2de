import { commonErrors, normaliseTaxId, taxIdProblem } from '@atrium/contracts'

interface TaxIdOptions {
  /** Set for sellers, because their tax id may be a national tax number. */
  national?: boolean
}

/** Returns a tax id in its normal form. Throws `validation_failed` with the expected form. */
export function requireTaxId(
  given: string | null,
  country: string | null,
  options?: TaxIdOptions,
): string | null {
  const { taxId, example } = normaliseTaxId(given, country, options)
  if (example === undefined) return taxId
  const errors = [{ path: 'taxId', message: taxIdProblem(example) }]
  throw commonErrors.validation_failed({ details: { errors } })
}

/**
 * Normalises a stored tax id, or one from the processor. A tax id with a wrong form is returned
 * unchanged.
 */
export const normalTaxId = (given: string | null, country: string | null, options?: TaxIdOptions) =>
  normaliseTaxId(given, country, options).taxId ?? given
