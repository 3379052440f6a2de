import { defineErrors } from './app-error.ts'

export const customerErrors = defineErrors({
  not_found: { kind: 'not_found', message: 'Customer not found' },
  customer_in_use: { kind: 'conflict', message: 'An invoice or schedule names this customer' },
})

export const invoiceErrors = defineErrors({
  not_found: { kind: 'not_found', message: 'Invoice not found' },
  invoice_not_draft: { kind: 'conflict', message: 'Only a draft can be changed or finalized' },
  invoice_not_open: { kind: 'conflict', message: 'Only an open invoice can be voided' },
  invoice_not_issued: { kind: 'conflict', message: 'Only a finalized invoice has this' },
  invoice_carries_value: {
    kind: 'conflict',
    message: 'The invoice carries value: void it or issue a credit note',
  },
  invoice_changed: {
    kind: 'conflict',
    message: 'The draft was changed while it was being finalized; finalize it again',
  },
  period_billed: { kind: 'conflict', message: 'The period of its schedule has another invoice by now' },
  negative_total: {
    kind: 'unprocessable',
    message: 'An invoice cannot be finalized with a total below zero',
  },
  total_mismatch: {
    kind: 'unprocessable',
    message: 'The payment processor computes another total for this invoice; nothing was sent',
  },
  amount_too_large: { kind: 'unprocessable', message: 'The amounts are too large' },
  currency_mismatch: { kind: 'conflict', message: 'The offer and the customer have different currencies' },
  offer_archived: { kind: 'conflict', message: 'An archived offer cannot be invoiced' },
  offer_not_priced: { kind: 'unprocessable', message: 'An offer quoted on request has no price to invoice' },
})

export const offerErrors = defineErrors({
  not_found: { kind: 'not_found', message: 'Offer not found' },
  slug_taken: { kind: 'conflict', message: 'Another active offer has this slug' },
  offer_invalid: { kind: 'unprocessable', message: 'The offer is not complete' },
  offer_not_priced: { kind: 'unprocessable', message: 'An offer quoted on request cannot be bought' },
  requires_account: {
    kind: 'conflict',
    message: 'Credits belong to a person: sign in and buy them with POST /api/credits/checkout',
  },
  offer_archived: { kind: 'conflict', message: 'An archived offer cannot be changed' },
})

export const scheduleErrors = defineErrors({
  not_found: { kind: 'not_found', message: 'Schedule not found' },
  offer_not_recurring: { kind: 'unprocessable', message: 'Only an active recurring offer can be scheduled' },
  date_in_past: { kind: 'unprocessable', message: 'The first invoice cannot be in the past' },
  schedule_not_stuck: { kind: 'conflict', message: 'No period of the schedule is stuck' },
  period_written_off: {
    kind: 'conflict',
    message: 'The invoice of this period was written off and can still be paid; void it first',
  },
  invalid_transition: { kind: 'conflict', message: 'The schedule cannot go there from where it is' },
})

export const planErrors = defineErrors({
  already_subscribed: {
    kind: 'conflict',
    message: 'The organisation has a plan; end it before buying another',
  },
  checkout_running: { kind: 'conflict', message: 'A checkout of a plan runs already' },
})

export const processorErrors = defineErrors({
  processor_refused: { kind: 'unprocessable', message: 'The payment processor refused' },
  unavailable: {
    kind: 'unavailable',
    message: 'The payment processor did not answer as it should; nothing is lost, try again',
  },
  // The processor answers a repeated idempotency key with its stored answer, failures included.
  processor_failed_before: {
    kind: 'unavailable',
    message: 'The payment processor repeats an earlier failure; try again later',
  },
  charges_not_enabled: {
    kind: 'conflict',
    message: 'Connect a payments account with charges enabled first',
  },
  account_mismatch: {
    kind: 'conflict',
    message: 'This exists on another payments account than the connected one',
  },
})

export const webhookErrors = defineErrors({
  invalid_signature: { kind: 'invalid', message: 'The signature is not valid' },
  event_unreadable: { kind: 'invalid', message: 'The object of the event has another shape' },
})
