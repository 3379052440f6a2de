import { countryName, languageName } from './choices.ts'
import type { CustomerDraft } from './customer-draft.ts'

/** What of a customer is kept or taken as a whole when two windows have changed it. */
export const customerParts = {
  name: ['name'],
  email: ['email'],
  address: [
    'billingLine1',
    'billingLine2',
    'billingPostalCode',
    'billingCity',
    'billingState',
    'billingCountry',
  ],
  taxId: ['taxId'],
  language: ['language'],
  currency: ['currency'],
} as const

/** The names of the parts. */
export const partLabels: Readonly<Record<string, string>> = {
  name: 'Name',
  email: 'Email',
  address: 'Address',
  taxId: 'VAT number',
  language: 'Language of invoices',
  currency: 'Currency',
}

function addressOf(draft: CustomerDraft): string {
  const { billingLine1, billingLine2, billingPostalCode, billingCity, billingState, billingCountry } = draft
  const town = [billingPostalCode, billingCity].filter(Boolean).join(' ')
  const country = billingCountry === null ? '' : countryName(billingCountry)
  return [billingLine1, billingLine2, town, billingState, country].filter(Boolean).join('\n')
}

/** A part of a customer in words. */
export function partText(part: string, draft: CustomerDraft): string {
  const texts: Readonly<Record<string, string>> = {
    name: draft.name,
    email: draft.email,
    address: addressOf(draft),
    taxId: draft.taxId,
    language: draft.language === null ? 'That of the country' : languageName(draft.language),
    currency: draft.currency ?? 'None of its own',
  }
  return texts[part] || 'Nothing'
}
