import { CreateCustomer, type Customer, type DocumentLanguage } from '@atrium/contracts'
import { type FieldProblems, problemsOfIssues } from './field-problems.ts'
import type { CustomerBody } from './money-queries.ts'
import { taxIdFault } from './tax-id.ts'

/** A customer that is being written; an empty text is none. */
export interface CustomerDraft {
  readonly name: string
  readonly email: string
  readonly billingLine1: string
  readonly billingLine2: string
  readonly billingCity: string
  readonly billingPostalCode: string
  readonly billingState: string
  readonly billingCountry: string | null
  readonly taxId: string
  readonly currency: string | null
  readonly language: DocumentLanguage | null
}

/** The draft of a new customer, or of one that is changed. */
export const customerDraftOf = (customer?: Customer): CustomerDraft => ({
  name: customer?.name ?? '',
  email: customer?.email ?? '',
  billingLine1: customer?.billingLine1 ?? '',
  billingLine2: customer?.billingLine2 ?? '',
  billingCity: customer?.billingCity ?? '',
  billingPostalCode: customer?.billingPostalCode ?? '',
  billingState: customer?.billingState ?? '',
  billingCountry: customer?.billingCountry ?? null,
  taxId: customer?.taxId ?? '',
  currency: customer?.currency ?? null,
  language: customer?.language ?? null,
})

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())

/** The body that a draft asks for. */
export const customerBodyOf = (draft: CustomerDraft): CustomerBody => ({
  ...draft,
  name: draft.name.trim(),
  email: draft.email.trim(),
  billingLine1: orNull(draft.billingLine1),
  billingLine2: orNull(draft.billingLine2),
  billingCity: orNull(draft.billingCity),
  billingPostalCode: orNull(draft.billingPostalCode),
  billingState: orNull(draft.billingState),
  taxId: orNull(draft.taxId),
})

/** The problems of a draft before it is sent. */
export function customerProblems(draft: CustomerDraft): FieldProblems {
  const result = CreateCustomer.safeParse(customerBodyOf(draft))
  const taxId = taxIdFault(draft.taxId, draft.billingCountry)
  return {
    ...(result.success ? {} : problemsOfIssues(result.error.issues)),
    ...(draft.name.trim() === '' ? { name: 'A name is needed' } : {}),
    ...(draft.email.trim() === '' ? { email: 'Invoices are mailed to this address' } : {}),
    ...(taxId === null ? {} : { taxId }),
  }
}
