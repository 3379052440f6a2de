import { defineErrors } from './app-error.ts'

export const customerErrors = defineErrors({
  not_found: { not_found: 'Customer not found' },
  conflict: {
    customer_in_use: 'This customer has invoices or subscriptions and cannot be deleted',
  },
})

export const invoiceErrors = defineErrors({
  not_found: { not_found: 'Invoice not found' },
  conflict: {
    invoice_not_draft: 'Only a draft can be changed or issued',
    invoice_not_open: 'This is possible only while the invoice is open',
    invoice_not_issued: 'The invoice is a draft. Issue it first.',
    invoice_carries_value:
      'An invoice with an amount or a payment cannot be reset. Void it or create a credit note.',
    invoice_void: 'The invoice is void',
    invoice_credited:
      'An invoice with credit notes cannot be voided. Create a credit note for the rest.',
    exceeds_invoice:
      'The credit note is larger than the rest of the invoice. Enter a smaller amount.',
    nothing_due: 'Nothing is due on this invoice',
    paid_at_processor:
      'The invoice is closed at the payment provider, so its payments stay. Refund the money there.',
    invoice_changed:
      'The draft was changed while it was being issued. Check the draft and issue it again.',
    period_billed: 'The subscription already has another invoice for this period',
    currency_mismatch:
      'The product and the customer have different currencies. Choose another product or customer.',
    offer_archived: 'An archived product cannot be invoiced. Choose another product.',
  },
  unprocessable: {
    exceeds_amount_due: 'The payment is larger than the amount due. Enter a smaller amount.',
    negative_total: 'The total is below zero. Change the lines, or create a credit note instead.',
    total_mismatch:
      'The payment provider calculates another total for this invoice, so nothing was sent. Change a quantity or a price.',
    vat_rate_invalid: 'This kind of VAT has the rate 0 %. Choose the standard kind to charge VAT.',
    service_period_invalid: 'The service ends before it begins. Choose another day.',
    paid_in_future: 'The payment date cannot be in the future. Choose today or an earlier day.',
    credit_not_positive: 'Enter an amount above zero',
    amount_too_large: 'The amounts are too large. Split the invoice.',
    too_many_lines:
      'The payment provider accepts at most 250 lines in an invoice. Split the invoice.',
    e_invoice_incomplete:
      'Your company’s or the customer’s details are not complete enough for an e-invoice. Complete them first.',
    e_invoice_currency:
      'E-invoices allow two decimals, but the currency of this invoice has more. Use the PDF.',
    offer_not_priced:
      'This product is quoted on request and has no price. Add lines to the invoice instead.',
  },
})

export const paymentErrors = defineErrors({
  not_found: { not_found: 'Payment not found' },
  conflict: {
    payment_of_bank:
      'This payment comes from a bank statement. Undo the match of its transaction under Bank instead.',
  },
})

export const bankErrors = defineErrors({
  not_found: { not_found: 'Transaction not found' },
  conflict: {
    already_matched: 'This transaction already pays an invoice. Undo that first.',
    not_matchable: 'This transaction cannot pay the invoice',
  },
  unprocessable: {
    statement_unreadable: 'This file could not be read as a bank statement',
  },
})

export const creditNoteErrors = defineErrors({
  not_found: { not_found: 'Credit note not found' },
  conflict: {
    credit_note_not_refused:
      'The payment provider did not refuse this credit note, so there is nothing to retry',
  },
})

export const numberingErrors = defineErrors({
  conflict: {
    next_too_low: 'This number is already used. Choose a higher next number.',
  },
})

export const estimateErrors = defineErrors({
  not_found: { not_found: 'Estimate not found' },
  conflict: {
    estimate_closed: 'This estimate is already decided',
    estimate_not_sent: 'The estimate is a draft. Send it first.',
  },
})

export const offerErrors = defineErrors({
  not_found: { not_found: 'Offer not found' },
  conflict: {
    slug_taken: 'Another active product has this web address. Choose another name or web address.',
    requires_account: 'Credits belong to a person. Sign in and buy them in the settings.',
    offer_archived: 'An archived product cannot be changed. Create a new product.',
  },
  unprocessable: {
    offer_invalid: 'The product is not complete',
    offer_not_priced: 'This product is quoted on request and cannot be bought online',
  },
})

export const scheduleErrors = defineErrors({
  not_found: { not_found: 'Subscription not found' },
  unprocessable: {
    offer_not_recurring: 'Choose an active product with a recurring price',
    date_in_past: 'The first invoice cannot be in the past. Choose today or a later day.',
    proration_invalid:
      'The first period must end after it begins and within one interval. Choose another day.',
    schedule_end_invalid:
      'A subscription ends after its next period at the earliest. Cancel it to end it now.',
  },
  conflict: {
    schedule_not_stuck: 'No period of this subscription needs your help',
    period_written_off:
      'The invoice for this period was written off and can still be paid. Void it first.',
    invalid_transition: 'A cancelled subscription cannot be changed. Create a new one.',
  },
})

export const accountingErrors = defineErrors({
  not_found: { not_found: 'Document not found' },
})

export const planErrors = defineErrors({
  payment_required: { plan_limit: 'Your plan allows no more of these. Choose a larger plan.' },
  conflict: {
    already_subscribed:
      'Your organisation already has a plan. End the plan before you buy another.',
    checkout_running: 'Somebody is already buying a plan. Finish or cancel that purchase first.',
    no_subscription: 'Your organisation has not bought a plan',
  },
})

export const creditErrors = defineErrors({
  not_found: { reservation_not_found: 'Reservation not found' },
  payment_required: {
    insufficient_credits: 'Your credits are used up',
    spending_limit: 'The spending limit of this workflow or month is reached',
  },
})

export const processorErrors = defineErrors({
  unprocessable: {
    processor_refused: 'The payment provider refused',
    amount_not_chargeable:
      'The payment provider does not accept one of the amounts. Change the amount.',
  },
  unavailable: {
    unavailable: 'The payment provider did not respond as expected. Nothing is lost. Try again.',
    // The processor repeats its stored response for a repeated idempotency key, even a failure.
    processor_failed_before: 'The payment provider repeats an earlier failure. Try again later.',
  },
  conflict: {
    charges_not_enabled: 'Connect a payment account that can take payments first',
    account_mismatch:
      'The customer or product was saved for another payment account. Save both again.',
  },
})

export const webhookErrors = defineErrors({
  invalid: {
    invalid_signature: 'The signature is not valid',
    event_unreadable: 'The event could not be read',
  },
})
