import { z } from 'zod'
import { defineOperation } from '../core/operation.ts'
import { Timestamp } from '../core/schemas.ts'
import { PublicOffer } from './offers.ts'

export const PaymentsStatus = z
  .object({
    connected: z.boolean(),
    accountId: z.string().nullable(),
    chargesEnabled: z.boolean(),
    detailsSubmitted: z.boolean(),
  })
  .meta({ id: 'PaymentsStatus' })
export type PaymentsStatus = z.infer<typeof PaymentsStatus>

const url = z.object({ url: z.string() })

export const getPaymentsStatus = defineOperation({
  id: 'getPaymentsStatus',
  method: 'get',
  path: '/api/connect/payments/status',
  tag: 'Payments',
  summary: 'The connected account, synced live from the processor',
  access: 'org',
  responses: { 200: { description: 'The status', schema: PaymentsStatus } },
  errors: ['not_configured', 'unavailable'],
})

export const onboardPayments = defineOperation({
  id: 'onboardPayments',
  method: 'post',
  path: '/api/connect/payments/onboard',
  tag: 'Payments',
  summary: 'Begin or continue the processor’s onboarding',
  description: 'An account that is gone at the processor is replaced by a new one.',
  access: 'admin',
  idempotent: true,
  responses: { 200: { description: 'Where to go', schema: url } },
  errors: ['not_configured', 'processor_refused', 'unavailable'],
})

export const disconnectPayments = defineOperation({
  id: 'disconnectPayments',
  method: 'delete',
  path: '/api/connect/payments',
  tag: 'Payments',
  summary: 'Forget the connected account',
  description:
    'The account stays as it is at the processor, and its open invoices are followed there; onboarding again makes a new one. Offers and customers of the forgotten account are refused with `account_mismatch` until they are saved again.',
  access: 'admin',
  responses: { 204: { description: 'Forgotten' } },
  errors: ['not_configured', 'not_found'],
})

const webhook = {
  method: 'post',
  tag: 'Webhooks',
  access: 'public',
  rawBody: { contentType: 'application/json' },
  responses: {
    200: { description: 'Handled, ignored or seen before', schema: z.object({ received: z.literal(true) }) },
  },
  errors: ['invalid_signature'],
} as const

export const receiveInvoicingWebhook = defineOperation({
  ...webhook,
  id: 'receiveInvoicingWebhook',
  path: '/api/invoicing/webhooks/payments',
  summary: 'The processor’s invoice events',
})

export const receiveOffersWebhook = defineOperation({
  ...webhook,
  id: 'receiveOffersWebhook',
  path: '/api/offers/webhooks/payments',
  summary: 'The processor’s checkout and subscription events',
})

export const receiveConnectWebhook = defineOperation({
  ...webhook,
  id: 'receiveConnectWebhook',
  path: '/api/connect/webhooks/payments',
  summary: 'The processor’s account events',
})

export const EntitlementGate = z
  .object({
    plan: z.enum(['free', 'pro']),
    until: Timestamp.nullable(),
    plans: z.array(PublicOffer),
    topupsAvailable: z.boolean(),
    credits: z.object({ balance: z.number().int() }),
  })
  .meta({ id: 'EntitlementGate' })

export const Entitlement = z
  .object({
    id: z.string(),
    orgId: z.string(),
    plan: z.enum(['pro']),
    status: z.enum(['active', 'ended']),
    until: Timestamp.nullable(),
    paymentsSubscriptionId: z.string().nullable(),
    paymentsCustomerId: z.string().nullable(),
    createdAt: Timestamp,
  })
  .meta({ id: 'Entitlement' })
export type Entitlement = z.infer<typeof Entitlement>

export const getEntitlementGate = defineOperation({
  id: 'getEntitlementGate',
  method: 'get',
  path: '/api/entitlements/gate',
  tag: 'Entitlements',
  summary: 'The organisation’s plan, the plans there are, and the caller’s credits',
  access: 'org',
  responses: { 200: { description: 'The gate', schema: EntitlementGate } },
})

const checkout = {
  method: 'post',
  idempotent: true,
  body: z.strictObject({ offerSlug: z.string().min(1).max(80) }),
  responses: { 200: { description: 'Where to pay', schema: url } },
} as const

export const checkoutEntitlement = defineOperation({
  ...checkout,
  id: 'checkoutEntitlement',
  path: '/api/entitlements/checkout',
  tag: 'Entitlements',
  summary: 'Begin buying a plan for the organisation',
  description:
    'One at a time: while a checkout of a plan is open (35 minutes, unless it is completed or ended before) another is `checkout_running`, while the organisation has a plan it is `already_subscribed`.',
  access: 'admin',
  errors: [
    'not_configured',
    'already_subscribed',
    'checkout_running',
    'offer_invalid',
    'processor_refused',
    'unavailable',
  ],
})

export const endEntitlementCheckout = defineOperation({
  id: 'endEntitlementCheckout',
  method: 'delete',
  path: '/api/entitlements/checkout',
  tag: 'Entitlements',
  summary: 'End the open checkout of a plan, so that another can begin',
  access: 'admin',
  responses: { 204: { description: 'Ended' } },
  errors: ['not_configured', 'checkout_running', 'unavailable'],
})

export const checkoutCredits = defineOperation({
  ...checkout,
  id: 'checkoutCredits',
  path: '/api/credits/checkout',
  tag: 'Credits',
  summary: 'Begin buying credits',
  access: 'org',
  errors: ['not_configured', 'offer_invalid', 'processor_refused', 'unavailable'],
})

export const grantPermanentEntitlement = defineOperation({
  id: 'grantPermanentEntitlement',
  method: 'post',
  path: '/api/entitlements/admin/orgs/{orgId}/grant-permanent',
  tag: 'Entitlements',
  summary: 'Grant an organisation access that never expires',
  access: 'operator',
  idempotent: true,
  params: z.object({ orgId: z.string() }),
  responses: { 200: { description: 'The entitlement', schema: Entitlement } },
  errors: ['not_found'],
})

export const CreditTransaction = z
  .object({
    id: z.string(),
    kind: z.enum(['topup', 'grant', 'spend', 'refund']),
    amount: z.number().int(),
    description: z.string(),
    createdAt: Timestamp,
  })
  .meta({ id: 'CreditTransaction' })

export const getCredits = defineOperation({
  id: 'getCredits',
  method: 'get',
  path: '/api/credits',
  tag: 'Credits',
  summary: 'The caller’s credit balance and its latest transactions',
  access: 'user',
  responses: {
    200: {
      description: 'The balance',
      schema: z.object({ balance: z.number().int(), transactions: z.array(CreditTransaction) }),
    },
  },
})
