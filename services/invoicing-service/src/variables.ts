import { addressVariables, type ConfigOf, defineVariables, serviceAddresses } from '@atrium/config'

/** What invoicing reads: payments, entitlements, credits and the site's rebuild. */
export const invoicingVariables = defineVariables({
  owner: 'invoicing',
  table: {
    INVOICING_PORT: serviceAddresses.invoicing.INVOICING_PORT,
    DASHBOARD_URL: addressVariables.DASHBOARD_URL,
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
    ENTITLEMENT_SELLER_ACCOUNT_ID: {
      kind: 'identifier',
      type: 'text',
      about:
        "The operator's own connected account. A subscription event of any other account grants nothing.",
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
  },
  integrations: [
    {
      id: 'payments',
      subsystem: 'payments',
      feature: 'the payment processor',
      needs: ['PAYMENTS_SECRET_KEY'],
    },
    {
      id: 'connect-webhook',
      subsystem: 'payments',
      feature: 'processor account events',
      needs: ['PAYMENTS_CONNECT_WEBHOOK_SECRET'],
    },
    {
      id: 'invoicing-webhook',
      subsystem: 'payments',
      feature: 'processor invoice events',
      needs: ['PAYMENTS_INVOICING_WEBHOOK_SECRET'],
    },
    {
      id: 'offers-webhook',
      subsystem: 'payments',
      feature: 'processor checkout events',
      needs: ['PAYMENTS_OFFERS_WEBHOOK_SECRET'],
    },
    {
      id: 'entitlement-seller',
      subsystem: 'entitlements',
      feature: 'granting pro on a purchase',
      needs: ['ENTITLEMENT_SELLER_ACCOUNT_ID'],
    },
    {
      id: 'entitlement-offers',
      subsystem: 'entitlements',
      feature: 'offers that grant access',
      needs: ['ENTITLEMENT_OFFER_SLUGS'],
    },
    { id: 'topups', subsystem: 'credits', feature: 'credit top-ups', needs: ['CREDIT_TOPUP_OFFER_SLUGS'] },
    {
      id: 'site-rebuild',
      subsystem: 'site',
      feature: 'the site rebuild trigger',
      needs: ['SITE_REBUILD_WEBHOOK_URL', 'SITE_REBUILD_WEBHOOK_TOKEN'],
    },
  ],
})

/** The parsed variables. */
export type InvoicingValues = ConfigOf<typeof invoicingVariables>
