import type { VariableTable } from '../variable.ts'

/** Payments, entitlements, credits and the operator's signals. */
export const paymentsVariables = {
  PAYMENTS_SECRET_KEY: {
    kind: 'secret',
    type: 'text',
    about: 'The one key of the payment processor. It only ever acts on connected accounts.',
    whenUnset: "Routes that need the processor answer 400 'not configured'.",
  },
  PAYMENTS_API_URL: {
    kind: 'identifier',
    type: 'baseUrl',
    about: 'API origin of the processor; paths start with `/v1/`.',
    whenUnset: 'The real provider.',
  },
  ENTITLEMENT_SELLER_ACCOUNT_ID: {
    kind: 'identifier',
    type: 'text',
    about: "The operator's own connected account. A subscription event of any other account grants nothing.",
    whenUnset: 'No purchase grants pro; every org is on free.',
  },
  ENTITLEMENT_OFFER_SLUGS: {
    kind: 'public',
    type: 'list',
    default: [],
    about:
      'Offers whose purchase grants access, comma-separated. Also drives `requiresAccount` on public offers and the plans of `/api/entitlements/gate`.',
    whenUnset: 'No offer grants access.',
  },
  CREDIT_TOPUP_OFFER_SLUGS: {
    kind: 'public',
    type: 'list',
    default: [],
    about: 'Offers whose purchase mints credits, comma-separated.',
    whenUnset: '`POST /api/credits/checkout` answers 400 and top-ups are not offered.',
  },
  PAYMENTS_CONNECT_WEBHOOK_SECRET: {
    kind: 'secret',
    type: 'text',
    about: 'Signing secret of `/api/connect/webhooks/payments` (`account.updated`).',
    whenUnset: 'Connect events are rejected.',
  },
  PAYMENTS_INVOICING_WEBHOOK_SECRET: {
    kind: 'secret',
    type: 'text',
    about: 'Signing secret of `/api/invoicing/webhooks/payments`.',
    whenUnset: 'Invoice events are rejected.',
  },
  PAYMENTS_OFFERS_WEBHOOK_SECRET: {
    kind: 'secret',
    type: 'text',
    about: 'Signing secret of `/api/offers/webhooks/payments`.',
    whenUnset: 'Checkout events are rejected.',
  },
  SITE_REBUILD_WEBHOOK_URL: {
    kind: 'secret',
    type: 'url',
    about: 'Called, debounced, when the public offers of an org change. Needs its token.',
    whenUnset: 'Nothing is called.',
  },
  SITE_REBUILD_WEBHOOK_TOKEN: {
    kind: 'secret',
    type: 'text',
    about: 'Bearer token of that call.',
    whenUnset: 'Nothing is called.',
  },
  ACCOUNTING_ENABLED: {
    kind: 'public',
    type: 'boolean',
    default: false,
    about: 'Feature flag of accounting for incoming documents.',
  },
  CREDITS_METERING_ENABLED: {
    kind: 'public',
    type: 'boolean',
    default: false,
    about: 'Turns credit metering on.',
  },
  HEARTBEAT_PING_URL: {
    kind: 'secret',
    type: 'baseUrl',
    about:
      "Dead man's switch that the liveness beat pings; `/fail` appended pages the operator. Whoever knows the URL can ping it.",
    whenUnset: 'Nothing is pinged.',
  },
} as const satisfies VariableTable
