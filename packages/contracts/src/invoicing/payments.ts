import { z } from 'zod'
import { named, Timestamp } from '../core/schemas.ts'
import { noContent, ok, tagged } from '../core/tagged.ts'
import { PublicOffer } from './offers.ts'

const payments = tagged('Payments')
const webhooks = tagged('Webhooks')
const entitlements = tagged('Entitlements')

export const PaymentsStatus = named('PaymentsStatus', {
  connected: z.boolean(),
  accountId: z.string().nullable(),
  chargesEnabled: z.boolean(),
  detailsSubmitted: z.boolean(),
  lost: z.literal(true).optional().meta({
    description:
      'Present when the processor no longer has the account; onboarding again replaces it',
  }),
})
export type PaymentsStatus = z.infer<typeof PaymentsStatus>

const url = z.object({ url: z.string() })

export const getPaymentsStatus = payments.org.get(
  'getPaymentsStatus',
  '/api/connect/payments/status',
  {
    sdk: 'payments.status',
    summary: 'The connected account, fetched from the processor',
    responses: ok('The status', PaymentsStatus),
    errors: ['not_configured'],
  },
)

export const onboardPayments = payments.admin.post(
  'onboardPayments',
  '/api/connect/payments/onboard',
  {
    sdk: 'payments.onboard',
    summary: 'Begin or continue the processor’s onboarding',
    description:
      'The person goes on at `url` and comes back to the dashboard. An account that is gone at the processor is replaced by a new one.',
    idempotent: true,
    responses: ok('The page of the onboarding', url),
    errors: ['not_configured', 'processor_refused'],
  },
)

export const disconnectPayments = payments.admin.delete(
  'disconnectPayments',
  '/api/connect/payments',
  {
    sdk: 'payments.disconnect',
    summary: 'Forget the connected account',
    description:
      'The account stays as it is at the processor, and its open invoices are followed there; onboarding again makes a new one. Offers and customers of the forgotten account are refused with `account_mismatch` until they are saved again.',
    responses: noContent('Forgotten'),
    errors: ['not_configured', 'not_found'],
  },
)

/** A processor event. Other fields are ignored. The signature covers the body's bytes. */
const ProcessorEvent = z
  .looseObject({
    id: z.string(),
    type: z.string(),
    account: z.string().optional(),
    created: z.number().int(),
    data: z.object({ object: z.looseObject({}) }),
  })
  .meta({ id: 'ProcessorEvent' })

const webhook = {
  description:
    'The payment processor calls it. A wrong signature, and one of more than 300 seconds ago, is `invalid_signature`. An event that is sent again changes nothing.',
  headers: z.object({ 'stripe-signature': z.string() }),
  rawBody: { contentType: 'application/json', schema: ProcessorEvent },
  responses: ok('Handled, ignored or stored before', z.object({ received: z.literal(true) })),
  errors: ['invalid_signature'],
} as const

const receive = <const I extends string, const A extends string>(id: I, area: A, events: string) =>
  webhooks.public.post(id, `/api/${area}/webhooks/payments` as const, {
    ...webhook,
    sdk: null,
    summary: `The processor’s ${events} events`,
  })

export const receiveInvoicingWebhook = receive('receiveInvoicingWebhook', 'invoicing', 'invoice')
export const receiveOffersWebhook = receive(
  'receiveOffersWebhook',
  'offers',
  'checkout and subscription',
)
export const receiveConnectWebhook = receive('receiveConnectWebhook', 'connect', 'account')

export const EntitlementGate = named('EntitlementGate', {
  plan: z.enum(['free', 'pro']),
  until: Timestamp.nullable(),
  plans: z.array(PublicOffer),
  topupsAvailable: z.boolean(),
  credits: z.object({ balance: z.number().int() }),
})

export const Entitlement = named('Entitlement', {
  id: z.string(),
  orgId: z.string(),
  plan: z.enum(['pro']),
  status: z.enum(['active', 'ended']),
  until: Timestamp.nullable(),
  paymentsSubscriptionId: z.string().nullable(),
  paymentsCustomerId: z.string().nullable(),
  createdAt: Timestamp,
})
export type Entitlement = z.infer<typeof Entitlement>

export const getEntitlementGate = entitlements.org.get(
  'getEntitlementGate',
  '/api/entitlements/gate',
  {
    sdk: 'entitlements.gate',
    summary: 'The plan of the organisation, the plans on sale, and the credits of the caller',
    responses: ok('The gate', EntitlementGate),
  },
)

/** The request and response of a checkout at the operator. */
export const operatorCheckout = {
  idempotent: true,
  body: z.strictObject({ offerSlug: z.string().min(1).max(80) }),
  responses: ok('The page of the payment', url),
} as const

export const checkoutEntitlement = entitlements.admin.post(
  'checkoutEntitlement',
  '/api/entitlements/checkout',
  {
    ...operatorCheckout,
    sdk: 'entitlements.checkout',
    summary: 'Begin to buy a plan for the organisation',
    description:
      'One at a time: while a checkout of a plan is open (35 minutes, unless it is completed or ended before) the same person gets its page again for the same offer, and another is `checkout_running`; while the organisation has a plan it is `already_subscribed`.',
    errors: [
      'not_configured',
      'already_subscribed',
      'checkout_running',
      'offer_invalid',
      'amount_not_chargeable',
      'processor_refused',
    ],
  },
)

export const endEntitlementCheckout = entitlements.admin.delete(
  'endEntitlementCheckout',
  '/api/entitlements/checkout',
  {
    sdk: 'entitlements.endCheckout',
    summary: 'End the open checkout of a plan, so that another can begin',
    responses: noContent('Ended'),
    errors: ['not_configured', 'checkout_running'],
  },
)

export const openBillingPortal = entitlements.admin.post(
  'openBillingPortal',
  '/api/entitlements/portal',
  {
    sdk: 'entitlements.portal',
    summary: 'Open the page on which the plan is changed or ended',
    description: 'A page of the payment processor; what is decided there comes back as its events.',
    responses: ok('The page', url),
    errors: ['not_configured', 'no_subscription', 'processor_refused'],
  },
)

export const grantPermanentEntitlement = entitlements.operator.post(
  'grantPermanentEntitlement',
  '/api/entitlements/admin/orgs/{orgId}/grant-permanent',
  {
    sdk: 'entitlements.grantPermanent',
    summary: 'Grant an organisation access that never expires',
    description: 'Repeated, it answers the same entitlement.',
    idempotent: true,
    params: z.object({ orgId: z.string() }),
    responses: ok('The entitlement', Entitlement),
  },
)
