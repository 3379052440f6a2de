import { z } from 'zod'
import { CreatedAt, named, OrgId, RecordId, Timestamp } from '../core/schemas.ts'
import { noContent, ok, tagged } from '../core/tagged.ts'
import { PublicOffer } from './offers.ts'

const payments = tagged('Payments')
const webhooks = tagged('Webhooks')
const entitlements = tagged('Entitlements')

export const PaymentsStatus = named('PaymentsStatus', {
  connected: z.boolean().describe('True if the organisation has an account at the processor.'),
  accountId: z
    .string()
    .nullable()
    .describe('The account’s id at the processor. Null without an account.'),
  chargesEnabled: z.boolean().describe('True if the account can take payments.'),
  detailsSubmitted: z.boolean().describe('True if the onboarding is complete.'),
  lost: z
    .literal(true)
    .optional()
    .describe('Set if the processor no longer has the account. A new onboarding replaces it.'),
})
export type PaymentsStatus = z.infer<typeof PaymentsStatus>

const url = z.object({ url: z.string().describe('The processor’s page to open in the browser.') })

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
    summary: 'Start or continue the processor’s onboarding',
    description:
      'The user continues at `url` and then returns to the dashboard. If the account no longer exists at the processor, a new one replaces it.',
    idempotent: true,
    responses: ok('The onboarding page', url),
    errors: ['not_configured', 'processor_refused'],
  },
)

export const disconnectPayments = payments.admin.delete(
  'disconnectPayments',
  '/api/connect/payments',
  {
    sdk: 'payments.disconnect',
    summary: 'Disconnect the account at the processor',
    description:
      'The account and its open invoices stay at the processor and are still followed. A new onboarding creates another account. Offers and customers of the disconnected account are refused with `account_mismatch` until they are saved again.',
    responses: noContent('Disconnected'),
    errors: ['not_configured', 'not_found'],
  },
)

/** A processor event. Other fields are ignored. The signature covers the body's bytes. */
const ProcessorEvent = z
  .looseObject({
    id: z.string().describe('The event’s id at the processor. Each event is handled once.'),
    type: z
      .string()
      .describe(
        'The event type, for example `invoice.paid`. Types that the endpoint does not handle are ignored.',
      ),
    account: z.string().optional().describe('The connected account that the event is about.'),
    created: z.number().int().describe('The time of the event in seconds since 1970.'),
    data: z
      .object({
        object: z
          .looseObject({})
          .describe('The invoice, session, subscription or account after the event.'),
      })
      .describe('The data of the event.'),
  })
  .meta({ id: 'ProcessorEvent' })

const webhook = {
  description:
    'Called by the payment processor. A wrong signature, or one older than 300 seconds, is `invalid_signature`. Sending an event again changes nothing.',
  headers: z.object({
    'stripe-signature': z
      .string()
      .describe('The time of the request, and its HMAC-SHA256 with the endpoint’s secret.'),
  }),
  rawBody: { contentType: 'application/json', schema: ProcessorEvent },
  responses: ok(
    'Handled, ignored or already stored',
    z.object({ received: z.literal(true).describe('Always `true`.') }),
  ),
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
  plan: z.enum(['free', 'pro']).describe('The organisation’s plan.'),
  until: Timestamp.nullable().describe(
    'When the plan ends. Null if it does not end, and for the free plan.',
  ),
  plans: z.array(PublicOffer).describe('The plans on sale.'),
  topupsAvailable: z.boolean().describe('True if credit top-ups are on sale.'),
  credits: z
    .object({ balance: z.number().int().describe('The number of credits.') })
    .describe('The caller’s credits.'),
})

export const Entitlement = named('Entitlement', {
  id: RecordId,
  orgId: OrgId,
  plan: z.enum(['pro']).describe('The plan that it grants.'),
  status: z.enum(['active', 'ended']).describe('`ended` means that it no longer grants the plan.'),
  until: Timestamp.nullable().describe('When it ends. Null if it does not end.'),
  paymentsSubscriptionId: z
    .string()
    .nullable()
    .describe('The subscription’s id at the processor. Null for a grant.'),
  paymentsCustomerId: z
    .string()
    .nullable()
    .describe('The buyer’s id at the processor. Null for a grant.'),
  createdAt: CreatedAt,
})
export type Entitlement = z.infer<typeof Entitlement>

export const getEntitlementGate = entitlements.org.get(
  'getEntitlementGate',
  '/api/entitlements/gate',
  {
    sdk: 'entitlements.gate',
    summary: 'The organisation’s plan, the plans on sale, and the caller’s credits',
    responses: ok('The plan and what is on sale', EntitlementGate),
  },
)

/** The operator's checkout request and response. */
export const operatorCheckout = {
  idempotent: true,
  body: z.strictObject({
    offerSlug: z.string().min(1).max(80).describe('The offer’s slug, from `plans` or `topups`.'),
  }),
  responses: ok('The payment page', url),
} as const

export const checkoutEntitlement = entitlements.admin.post(
  'checkoutEntitlement',
  '/api/entitlements/checkout',
  {
    ...operatorCheckout,
    sdk: 'entitlements.checkout',
    summary: 'Start buying a plan for the organisation',
    description:
      'Only one checkout at a time. While a checkout is open (35 minutes, unless it is completed or ended), the same user gets its page again for the same offer, and any other request is `checkout_running`. While the organisation has a plan, the error is `already_subscribed`.',
    errors: [
      'not_configured',
      'already_subscribed',
      'checkout_running',
      'offer_invalid',
      'amount_not_chargeable',
      'processor_refused',
    ],
    example: { body: { offerSlug: 'pro' } },
  },
)

export const endEntitlementCheckout = entitlements.admin.delete(
  'endEntitlementCheckout',
  '/api/entitlements/checkout',
  {
    sdk: 'entitlements.endCheckout',
    summary: 'End the open checkout of a plan, so that another can start',
    responses: noContent('Ended'),
    errors: ['not_configured', 'checkout_running'],
  },
)

export const openBillingPortal = entitlements.admin.post(
  'openBillingPortal',
  '/api/entitlements/portal',
  {
    sdk: 'entitlements.portal',
    summary: 'Open the page where the plan can be changed or ended',
    description:
      'A page of the payment processor. Changes made there come back as the processor’s events.',
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
    description: 'Repeating the request returns the same entitlement.',
    idempotent: true,
    params: z.object({ orgId: z.string().describe('The organisation’s id.') }),
    responses: ok('The entitlement', Entitlement),
    example: { params: { orgId: '{org.id}' } },
  },
)
