import { commonErrors, normaliseTaxId, taxIdProblem } from '@atrium/contracts'

interface TaxIdOptions {
  /** Set for sellers, whose tax id may be a national tax number. */
  national?: boolean
}

/** A tax id in its normal form. Throws `validation_failed` with the expected form. */
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

/** The same for a tax id from before the check or from the processor, which stays as it is if its form is wrong. */
export const normalTaxId = (given: string | null, country: string | null, options?: TaxIdOptions) =>
  normaliseTaxId(given, country, options).taxId ?? given
