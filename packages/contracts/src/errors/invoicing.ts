import { defineErrors } from './app-error.ts'

export const customerErrors = defineErrors({
  not_found: { not_found: 'Customer not found' },
  conflict: { customer_in_use: 'An invoice or schedule names this customer' },
})

export const invoiceErrors = defineErrors({
  not_found: { not_found: 'Invoice not found' },
  conflict: {
    invoice_not_draft: 'Only a draft can be changed or finalized',
    invoice_not_open: 'The invoice is not open',
    invoice_not_issued: 'The invoice is a draft: finalize it first',
    invoice_carries_value: 'The invoice carries value: void it or issue a credit note',
    invoice_void: 'The invoice is void',
    invoice_credited: 'An invoice with credit notes cannot be voided; credit its rest',
    exceeds_invoice: 'The credit is larger than what is left of the invoice',
    nothing_due: 'Nothing of the invoice is due any more',
    invoice_changed: 'The draft was changed while it was being finalized; finalize it again',
    period_billed: 'The period of its schedule has another invoice by now',
    currency_mismatch: 'The offer and the customer have different currencies',
    offer_archived: 'An archived offer cannot be invoiced',
  },
  unprocessable: {
    negative_total: 'An invoice cannot be finalized with a total below zero',
    total_mismatch:
      'The payment processor computes another total for this invoice; nothing was sent',
    paid_in_future: 'A payment cannot be in the future',
    credit_not_positive: 'A credit note is over more than zero',
    amount_too_large: 'The amounts are too large',
    too_many_lines: 'The payment processor takes at most 250 lines in an invoice',
    e_invoice_incomplete:
      'The e-invoice lacks details of the seller or the customer that EN 16931 asks for',
    e_invoice_currency:
      'EN 16931 allows two decimals in amounts, and the currency of the invoice has more',
    offer_not_priced: 'An offer quoted on request has no price to invoice: give lineItems',
  },
})

export const creditNoteErrors = defineErrors({
  not_found: { not_found: 'Credit note not found' },
  conflict: { credit_note_not_refused: 'The payment processor has not refused this credit note' },
})

export const offerErrors = defineErrors({
  not_found: { not_found: 'Offer not found' },
  conflict: {
    slug_taken: 'Another active offer has this slug, which is made of the name unless it is given',
    requires_account:
      'Credits belong to a person: sign in and buy them with POST /api/credits/checkout',
    offer_archived: 'An archived offer cannot be changed',
  },
  unprocessable: {
    offer_invalid: 'The offer is not complete',
    offer_not_priced: 'An offer quoted on request cannot be bought',
  },
})

export const scheduleErrors = defineErrors({
  not_found: { not_found: 'Schedule not found' },
  unprocessable: {
    offer_not_recurring: 'Only an active recurring offer can be scheduled',
    date_in_past: 'The first invoice cannot be in the past',
    proration_invalid: 'A prorated first period ends after its beginning and within one interval',
    schedule_end_invalid: 'A schedule ends after its next period; cancel it to end it before',
  },
  conflict: {
    schedule_not_stuck: 'No period of the schedule is stuck',
    period_written_off:
      'The invoice of this period was written off and can still be paid; void it first',
    invalid_transition: 'The schedule is cancelled for good: create another one',
  },
})

export const accountingErrors = defineErrors({
  not_found: { not_found: 'Document not found' },
})

export const planErrors = defineErrors({
  payment_required: { plan_limit: 'The plan of the organisation allows no more of this' },
  conflict: {
    already_subscribed: 'The organisation has a plan; end it before buying another',
    checkout_running: 'A checkout of a plan runs already',
    no_subscription: 'The organisation has bought no plan',
  },
})

export const creditErrors = defineErrors({
  not_found: { reservation_not_found: 'The organisation has no such reservation of credits' },
  payment_required: {
    insufficient_credits: 'The credits are used up',
    spending_limit: 'The spending limit of the workflow or of the month is reached',
  },
})

export const processorErrors = defineErrors({
  unprocessable: {
    processor_refused: 'The payment processor refused',
    amount_not_chargeable: 'The payment processor does not take an amount of this invoice or offer',
  },
  unavailable: {
    unavailable: 'The payment processor did not answer as it should; nothing is lost, try again',
    // The processor repeats its stored response for a repeated idempotency key, even a failure.
    processor_failed_before: 'The payment processor repeats an earlier failure; try again later',
  },
  conflict: {
    charges_not_enabled: 'Connect a payments account with charges enabled first',
    account_mismatch:
      'This exists on another payments account than the connected one: save the customer and the offer again',
  },
})

export const webhookErrors = defineErrors({
  invalid: {
    invalid_signature: 'The signature is not valid',
    event_unreadable: 'The object of the event has another shape',
  },
})
