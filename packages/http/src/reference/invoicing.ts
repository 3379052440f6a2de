import { type ReferenceTable, under } from './table.ts'

const lines = {
  lineItems: 'The lines, entered without VAT',
  'lineItems.description': 'What is billed, of at most 500 characters',
  'lineItems.quantity': 'A positive number with at most four decimals',
  'lineItems.unitAmountCents':
    'The price of one without VAT, in minor units; negative for a deduction',
}
const totals = {
  subtotalAmountCents: 'The total without VAT, in minor units',
  vatAmountCents: 'The VAT in minor units, rounded line by line',
  totalAmountCents: 'The total with VAT, in minor units',
}
const offerLine = 'The offer whose name and price become the only line; either this or `lineItems`'
const invoice = {
  number:
    '`INV-<year>-<6 digits>` from the first finalize on, null before; of a recorded sale the number of the processor',
  scheduleId: 'The id of the schedule that made it; null for others',
  source: '`recurring` for an invoice of a schedule or a subscription, else `one_off`',
  status: '`draft` until it is finalized; an open one ends as `paid`, `void` or `uncollectible`',
  ...lines,
  ...totals,
  creditedCents: 'What credit notes have taken off, VAT included, in minor units',
  refundedCents:
    'What went back to the customer through the processor, by refunds and lost disputes, in minor units; the status stays',
  amountDueCents: 'What the customer still has to pay, in minor units; 0 once it is paid or void',
  issueDate: 'The moment of the finalize; null for a draft',
  issuedOn: 'The day of issue in the organisation’s time zone; null for a draft',
  dueDate:
    'The end of the due day in the organisation’s time zone; null if a draft is due 30 days after the finalize',
  dueOn:
    'The due day in the organisation’s time zone; null if a draft is due 30 days after the finalize',
  paidAt: 'The moment of the payment; null before',
  seller: 'The issuer as it was at the finalize; null for a draft and where none was known',
  buyer: 'The customer as it was at the finalize; null for a draft',
  mailed: 'What became of its mail; null before the first attempt',
  paymentsInvoiceId: 'The id of the invoice at the processor; null where it is not there',
  paymentsAccountId:
    'The connected account of the processor that it belongs to; null where it is not there',
  paymentsHostedInvoiceUrl: 'The page of the processor on which the customer pays; null for none',
  paymentsInvoicePdfUrl: 'The PDF of the processor; null for none',
}
const seller = {
  name: 'The legal name',
  line1: 'The first line of the address; null for none',
  line2: 'The second line of the address; null for none',
  city: 'The city; null for none',
  postalCode: 'The postal code; null for none',
  country: 'The ISO 3166-1 alpha-2 code, in upper case; null for none',
  registration: 'The number in the register of companies; null for none',
  vatExemption: '`small_enterprise` for a seller without VAT on its own sales; null for none',
}
const reminders = {
  enabled: 'Whether customers are reminded; off at first',
  daysBefore: 'The days before the due date on which a reminder goes out; 0 is the due date',
  daysAfter: 'The days after the due date on which a reminder goes out',
}
const amounts = {
  currency: 'The currency of the amounts in ISO 4217',
  paidCents: 'The total of the paid invoices with VAT, less what was credited before the payment',
  refundedCents: 'The part of the payments that went back by refunds and lost disputes',
  outstandingCents: 'The total of the open invoices with VAT, less what was credited',
}
const counts = {
  counts: 'The number of invoices by status',
  'counts.draft': 'The number of drafts',
  'counts.open': 'The number of open invoices, the overdue ones included',
  'counts.paid': 'The number of paid invoices',
  'counts.void': 'The number of void invoices',
  'counts.uncollectible': 'The number of invoices that were written off',
  'counts.overdue': 'The number of open invoices after their due date',
}
const group = {
  key: 'The month (`2026-11`), or the id of the customer or offer; `none` without an offer',
  label: 'The name of the month, customer or offer',
}
const credited = 'Why it was credited, as the customer reads it'

/** Invoices with parties, mails, history, credit notes and sums. */
export const invoicing: ReferenceTable = {
  Invoice: invoice,
  InvoiceListItem: invoice,
  FinalizedInvoice: {
    ...invoice,
    warnings: 'What the law asks for and the invoice lacks; it is open all the same',
    eInvoiceWarnings: 'What a receiver of its e-invoice misses',
  },
  InvoiceWarning: {
    code: 'A stable word for the shortcoming',
    message: 'The shortcoming in words',
    fix: 'The remedy for later invoices',
  },
  InvoiceMailed: {
    at: 'The moment at which the processor mailed it',
    failed: 'Why the last attempt failed',
  },
  Seller: seller,
  Buyer: {
    name: 'The name of the customer',
    email: 'The mail address that the invoice goes to',
    language: 'The language of the documents; null for that of the billing country',
  },
  CreditNote: {
    issuedOn: 'The day of issue in the organisation’s time zone',
    number: '`CN-<year>-<6 digits>`, without gaps',
    ...totals,
    reason: credited,
  },
  InvoiceTimelineEntry: {
    kind: 'What happened to the invoice',
    body: 'The event in words',
    detail: 'The facts of the event, as far as its kind has them',
    'detail.number': 'The number that the invoice was given, or that of the credit note',
    'detail.reason': 'Why the mail failed, the invoice was credited, or the note was refused',
    'detail.paidAt': 'The moment of a payment outside the processor',
    'detail.method': 'The way of that payment, such as `bank_transfer`',
    'detail.reference': 'The reference of that payment',
    'detail.amountCents': 'The total of the credit note with VAT, in minor units',
    'detail.returnedCents':
      'The change of the money that went back, in minor units; negative if a lost dispute is won later',
    'detail.days': 'The days from the due date to the reminder; negative before the due date',
    author: 'The person, or `processor` or `invoicing` for the platform',
    createdAt: 'The moment of the event',
  },
  InvoiceSummary: {
    ...amounts,
    ...counts,
    currency: 'The currency with the most invoices; `EUR` without any',
    byCurrency: 'The same for each currency, the most used one first',
    ...under('byCurrency', { ...amounts, ...counts }),
  },
  InvoiceBreakdown: {
    items: 'The issued invoices by key and currency, at most 1,000 entries',
    forecast: 'What the active schedules will bill, at most twelve months ahead',
  },
  InvoiceBreakdownItem: {
    ...group,
    creditedCents: 'What credit notes have taken off them, VAT included',
    paidCents: 'The total of the paid ones with VAT, less what was credited before the payment',
    refundedCents: 'What went back in the period by refunds and lost disputes',
    outstandingCents: 'The total of the open ones with VAT, less what was credited',
    count: 'The number of invoices',
  },
  InvoiceForecastItem: {
    ...group,
    forecastCents: 'The total of the periods to come with VAT, in minor units',
    count: 'The number of periods',
  },
  ReminderSettings: reminders,

  createInvoice: {
    ...lines,
    lineItems: `${lines.lineItems}, at most 500; either these or \`offerId\``,
    offerId: offerLine,
    vatRateBps: 'The VAT rate of all lines in basis points: 2000 is 20 %; 0 by default',
    dueDate:
      'The due day, or a moment, which is read as its day in the organisation’s time zone; 30 days after the finalize by default',
  },
  updateInvoice: {
    ...lines,
    lineItems: 'The lines that replace those before, entered without VAT; at most 500',
    offerId: 'The offer whose name and price replace the lines',
    dueDate:
      'The due day, or a moment, which is read as its day in the organisation’s time zone; null for 30 days after the finalize',
  },
  sendInvoice: {
    to: 'The recipients, at most 10; the customer by default',
    cc: 'The recipients of a copy, at most 10',
    message: 'Own words, which come before the text of the mail',
  },
  markInvoicePaid: {
    paidAt: 'The day or the moment of the payment, not in the future',
    method: 'The way of the payment, such as `bank_transfer` or `cash`',
    reference: 'The reference of the payment; null for none',
  },
  createCreditNote: {
    ...lines,
    lineItems: 'The lines to credit, without VAT; with neither these nor an amount the whole rest',
    amountCents: 'The amount to credit with VAT, in minor units; not together with lines',
    reason: credited,
  },
  putSeller: seller,
  putReminderSettings: reminders,
}
