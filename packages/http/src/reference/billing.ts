import { type ReferenceTable, under } from './table.ts'

const customer = {
  name: 'The name of the person or company',
  email: 'The mail address that invoices go to',
  currency: 'The only currency of the customer in ISO 4217; null for any',
}
const offer = {
  name: 'The name that customers read',
  description: 'The text that customers read, of at most 5,000 characters',
  priceCents:
    'The price in minor units, to which an invoice adds VAT; null for an offer without one',
  billingModel: '`one_off` is paid once, `recurring` each interval, `custom_quote` by agreement',
  interval: 'The period of a recurring offer; null for the others',
  slug: 'The last part of the public address, once in the organisation',
}
const publicOffer = {
  ...offer,
  requiresAccount: 'Whether the buyer needs an account, since it grants access or credits',
}
const paymentPage = 'The page of the processor on which it is paid'
const offerSlug = 'The slug of the offer, as `plans` or `topups` list it'
const limits = {
  workflows: 'The workflows with a limit of their own, at most 500',
  'workflows.monthlyCredits': 'The credits that it may use in a calendar month (UTC)',
}

const schedule = {
  offerId: 'The id of the recurring offer',
  interval: 'The length of a period, as of the last adoption of the offer',
  description: 'The text of the line that each invoice has',
  unitAmountCents: 'The price of a period without VAT, in minor units, as of the last adoption',
  status: 'The state; `cancelled` is final',
  nextInvoiceDate:
    'The start of the day on which the next period falls due, in the organisation’s time zone',
  nextInvoiceOn: 'The day on which the next period falls due, in the organisation’s time zone',
  stuck: 'Whether the latest claimed period has no open or paid invoice',
  lastClaimedAt: 'The moment at which the latest period was claimed; null before the first one',
}
const ends = {
  endsAt:
    'Periods that begin on this day or later are not billed; a moment ends at its time of day',
  periods: 'The number of periods after which it ends, at most 1,200',
}
const terms = {
  unitAmountCents: 'The price of a period without VAT, in minor units',
  currency: 'The currency of the price in ISO 4217',
  interval: 'The length of a period',
}
const detail = {
  skippedPeriods: 'The number of periods that the resume left out',
  catchUp: 'Whether the resume bills the periods of the pause',
  period: 'The beginning of the period that failed or was retried',
  code: 'The code of the refusal',
  reason: 'The refusal in words',
  from: 'The terms before the change',
  ...under('from', terms),
  to: 'The terms after the change',
  ...under('to', terms),
  since: 'The moment from which the changed price is billed',
  endsAt: 'The end that was set; null when it was taken away',
  periods: 'The number of periods that was set; null when it was taken away',
  vatRateBps: 'The VAT rate that was set, in basis points',
}

const published = 'Whether visitors see the offer and can buy it'

/** Customers, offers, schedules, plans, credits, payments and accounting. */
export const billing: ReferenceTable = {
  Customer: {
    ...customer,
    paymentsCustomerId: 'The id of the customer at the processor; null before it is needed there',
    paymentsAccountId: 'The connected account of the processor that it belongs to; null before',
  },
  createCustomer: customer,
  updateCustomer: customer,
  Offer: {
    ...offer,
    status: '`archived` offers are sold no more',
    published,
    paymentsProductId: 'The id of the product at the processor; null where it is not there',
    paymentsPriceId: 'The id of the present price at the processor; null where it is not there',
    paymentsAccountId: 'The connected account of the processor that it belongs to; null for none',
  },
  createOffer: {
    ...offer,
    currency: 'The currency of the price in ISO 4217; `EUR` by default',
    slug: `${offer.slug}; made from the name by default`,
    published: `${published}; \`true\` by default`,
  },
  updateOffer: { ...offer, published },
  PublicOffer: publicOffer,
  SoldOffer: {
    ...publicOffer,
    seller: 'The organisation that sells it',
    'seller.name': 'The name of the organisation',
    'seller.logoUrl': 'The picture of the organisation; null for none',
  },
  checkoutOffer: {
    email: 'The mail address of the buyer, filled in at the processor',
    url: paymentPage,
  },

  ProcessorEvent: {
    id: 'The id of the event at the processor, which is handled once',
    type: 'The kind of the event, such as `invoice.paid`; others than those of the endpoint are ignored',
    account: 'The connected account that the event is about',
    created: 'The moment of the event in seconds since 1970',
    data: 'What the event is about',
    'data.object': 'The invoice, session, subscription or account after the event',
  },

  InvoiceSchedule: schedule,
  InvoiceScheduleListItem: schedule,
  getSchedule: schedule,
  resumeSchedule: {
    ...schedule,
    catchUp: 'Whether the periods of the pause are billed; `false` by default',
    skippedPeriods: 'The number of periods of the pause that are not billed',
  },
  createSchedule: {
    offerId: 'The id of the recurring offer',
    vatRateBps: 'The VAT rate in basis points: 2000 is 20 %; 0 by default',
    nextInvoiceDate:
      'The day of the first invoice, or a moment, which is read as its day in the organisation’s time zone; today by default, and not before it',
    prorateUntil: 'The days until this day are billed first; later periods begin on this day',
    ...ends,
  },
  updateSchedule: {
    endsAt: `${ends.endsAt}; null takes the end away`,
    periods: `${ends.periods}; null takes the end away`,
    vatRateBps: 'The VAT rate from the next period on, in basis points',
  },
  adoptOffer: {
    announce: 'Whether the customer is mailed a changed price or interval; `true` by default',
  },
  ScheduleFailure: {
    period: 'The beginning of the period',
    reason: 'The refusal in words',
    at: 'The moment of the failure',
  },
  ScheduleTimelineEntry: {
    kind: 'What happened to the schedule',
    body: 'The event in words',
    detail: 'The facts of the event, as far as its kind has them',
    ...under('detail', detail),
    author: 'The person, or `invoicing` for the platform',
    createdAt: 'The moment of the event',
  },

  EntitlementGate: {
    until: 'The moment at which the plan ends; null for no end and for the free plan',
    plans: 'The plans on sale',
    topupsAvailable: 'Whether top-ups of credits are on sale',
    credits: 'The credits of the caller',
    'credits.balance': 'The credits that the caller has',
  },
  Entitlement: {
    plan: 'The plan that it grants',
    status: '`ended` grants nothing any more',
    until: 'The moment at which it ends; null for no end',
    paymentsSubscriptionId: 'The id of the subscription at the processor; null for a grant',
    paymentsCustomerId: 'The id of the buyer at the processor; null for a grant',
  },
  PlanUsage: {
    resources: 'One entry for each resource',
    'resources.resource': 'The resource; `runsPerMonth` counts the calendar month (UTC)',
  },
  checkoutEntitlement: { offerSlug, url: paymentPage },
  openBillingPortal: { url: 'The page of the processor on which the plan is changed or ended' },

  CreditTransaction: {
    id: 'The id of the entry in the ledger of the caller',
    kind: 'The reason of the change; `refund` gives a charge back, or takes the credits of a refunded top-up',
    description: 'The reason in words',
  },
  CreditEstimate: {
    highestCredits: 'The most that one of these runs took; null without such a run',
  },
  getCredits: {
    balance: 'The credits of the caller, the reserved ones included',
    transactions: 'A page of the ledger, the newest entry first',
    topups: 'The top-ups on sale',
  },
  checkoutCredits: { offerSlug, url: paymentPage },
  getCreditSpend: {
    items: 'One entry for each key, the most expensive first',
    'items.credits': 'The charged credits',
    'items.calls': 'The number of charged calls',
  },
  getCreditLimits: limits,
  putCreditLimits: limits,

  PaymentsStatus: {
    connected: 'Whether the organisation has an account at the processor',
    accountId: 'The id of the account at the processor; null for none',
    chargesEnabled: 'Whether the account can take payments',
    detailsSubmitted: 'Whether the onboarding is complete',
  },
  onboardPayments: { url: 'The page of the processor for the onboarding' },
  receiveInvoicingWebhook: { received: 'Always `true`' },
  receiveOffersWebhook: { received: 'Always `true`' },
  receiveConnectWebhook: { received: 'Always `true`' },

  Accounting: { enabled: 'Whether the deployment has accounting' },
  AccountingMonth: {
    month: 'The month in the organisation’s time zone, as `2026-03`',
    creditNotes: 'The number of credit notes of the month',
    creditedCents: 'The total of the credit notes with VAT, in minor units',
    paidCents: 'The total of the recorded payments, in minor units',
    refundedCents: 'What went back by refunds and lost disputes, in minor units',
  },
  IncomingDocument: {
    supplier: 'The sender of the document; null where it is not known',
    number: 'The number that the supplier gave it; null where it is not known',
    title: 'The heading at its source, such as the subject of a mail',
    currency: 'The currency of the amount in ISO 4217; null where it is not known',
    totalAmountCents: 'The total with VAT, in minor units; null where it is not known',
    file: 'The name of the attached file; null for none',
    url: 'The address of the document at its source; null for none',
    receivedAt: 'The moment at which the organisation received it',
    externalId: 'The identity of the document at its source',
    workflowId: 'The id of the workflow that filed it; null where it is not known',
    runId: 'The id of the run that filed it; null where it is not known',
    bookedAt: 'The moment at which it was marked as booked; null before',
    bookedBy: 'The person who marked it; null before',
    'bookedBy.type': '`user` for a person, `agent` for the platform or a workflow',
    'bookedBy.id': 'The id of the person, or the name of the agent',
    'bookedBy.runId': 'The id of the workflow run, where one did it',
  },
  listAccountingMonths: { items: 'The months with entries, the newest first; at most 240' },
  listIncomingDocuments: {
    items: 'The documents of the page, the newest first',
    totals: 'The sums of all that pass the filter, one entry for each currency',
    'totals.currency': 'The currency in ISO 4217; null for documents without one',
    'totals.totalAmountCents': 'The sum of the known amounts, in minor units',
    'totals.count': 'The number of documents, those without an amount included',
  },
}
