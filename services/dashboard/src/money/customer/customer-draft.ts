import { CreateCustomer, type Customer } from '@atrium/contracts'
import type { z } from 'zod'
import { type FieldProblems, problemsOfBody } from '../form/field-problems.ts'
import { taxIdFault } from './tax-id.ts'

/**
 * Returns the draft of a new or an existing customer. An empty string means a missing value.
 */
export const toCustomerDraft = (customer?: Customer) => ({
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
  contactName: customer?.contactName ?? '',
  phone: customer?.phone ?? '',
  notes: customer?.notes ?? '',
  to: customer?.emails.to.join(', ') ?? '',
  cc: customer?.emails.cc.join(', ') ?? '',
  remindersPaused: customer?.remindersPaused ?? false,
})

export type CustomerDraft = ReturnType<typeof toCustomerDraft>

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())

const splitAddresses = (text: string): string[] =>
  text
    .split(/[,;\s]+/)
    .map((address) => address.trim())
    .filter((address) => address !== '')

export const toCustomerBody = ({
  to,
  cc,
  ...draft
}: CustomerDraft): z.input<typeof CreateCustomer> => ({
  ...draft,
  name: draft.name.trim(),
  email: draft.email.trim(),
  billingLine1: orNull(draft.billingLine1),
  billingLine2: orNull(draft.billingLine2),
  billingCity: orNull(draft.billingCity),
  billingPostalCode: orNull(draft.billingPostalCode),
  billingState: orNull(draft.billingState),
  taxId: orNull(draft.taxId),
  contactName: orNull(draft.contactName),
  phone: orNull(draft.phone),
  notes: orNull(draft.notes),
  emails: { to: splitAddresses(to), cc: splitAddresses(cc) },
})

/** Shows an address's problem at the field where the address was typed. */
const atTypedFields = (problems: FieldProblems): FieldProblems =>
  Object.fromEntries(
    Object.entries(problems).map(([path, message]) => [
      /^emails\.(to|cc)(\.|$)/.exec(path)?.[1] ?? path,
      message,
    ]),
  )

export function customerProblems(draft: CustomerDraft): FieldProblems {
  const taxId = taxIdFault(draft.taxId, draft.billingCountry)
  return {
    ...atTypedFields(problemsOfBody(CreateCustomer, toCustomerBody(draft))),
    ...(draft.name.trim() === '' ? { name: 'Enter a name' } : {}),
    ...(draft.email.trim() === '' ? { email: 'We send invoices to this address' } : {}),
    ...(taxId === null ? {} : { taxId }),
  }
}
