import {
  listCountryFields,
  missingCompanyFields,
  missingVatFields,
  PutSeller,
  type Seller,
  type SellerField,
} from '@atrium/contracts'
import type { z } from 'zod'
import { taxIdFault } from '../customer/tax-id.ts'
import { type FieldProblems, problemsOfBody } from '../form/field-problems.ts'

/** The company details changed in a form. */
export type CompanyPart = Partial<z.input<typeof PutSeller>>

const order: readonly SellerField[] = [
  'name',
  'line1',
  'postalCode',
  'city',
  'country',
  'legalForm',
  'registration',
  'shareCapital',
  'taxId',
  'taxNumber',
  'iban',
]

/**
 * Returns the fields to ask for: what the stored company lacks in the chosen country. Typed texts do
 * not remove their own field.
 */
export function listAskedFields(stored: Seller, part: CompanyPart): SellerField[] {
  const seller = {
    ...stored,
    country: part.country ?? stored.country,
    legalForm: part.legalForm ?? stored.legalForm,
    vatExemption:
      part.smallBusiness === undefined
        ? stored.vatExemption
        : part.smallBusiness
          ? ('small_enterprise' as const)
          : null,
  }
  const company = missingCompanyFields({ ...seller, country: seller.country })
  const asked = new Set<SellerField>([...company, ...missingVatFields(seller)])
  if (stored.country === null) asked.add('country')
  if (!stored.iban) asked.add('iban')
  if (!stored.legalForm && listCountryFields(seller.country).includes('legalForm')) {
    asked.add('legalForm')
  }
  if (asked.has('taxId')) asked.add('taxNumber')
  return order.filter((field) => asked.has(field))
}

/** Returns the problems of the typed details by field. */
export function companyProblems(stored: Seller, part: CompanyPart, org: string): FieldProblems {
  const seller = { ...stored, name: stored.name || org, ...part }
  const problems: Record<string, string> = { ...problemsOfBody(PutSeller, seller) }
  const taxId = seller.taxId ?? ''
  const fault = taxId === '' ? null : taxIdFault(taxId, seller.country ?? null, { national: true })
  if (fault !== null) problems['taxId'] ??= fault
  return problems
}
