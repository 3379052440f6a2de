import {
  addressVariables,
  type ConfigOf,
  creditVariables,
  defineVariables,
  mailProblems,
  mailVariables,
  processVariables,
  serviceAddresses,
} from '@atrium/config'
import { parsePlanLimits } from './plans/parse-plan-limits.ts'

const secret = (about: string, whenUnset: string) =>
  ({ kind: 'secret', type: 'text', about, whenUnset }) as const

const integration = (id: string, subsystem: string, feature: string, ...needs: string[]) => ({
  id,
  subsystem,
  feature,
  needs,
})

export const invoicingVariables = defineVariables({
  owner: 'invoicing',
  table: {
    INVOICING_PORT: serviceAddresses.invoicing.INVOICING_PORT,
    ...serviceAddresses.assets,
    API_URL: addressVariables.API_URL,
    DASHBOARD_URL: addressVariables.DASHBOARD_URL,
    ATRIUM_HOME: processVariables.ATRIUM_HOME,
    RATE_LIMITS: processVariables.RATE_LIMITS,
    ...mailVariables,
    PAYMENTS_SECRET_KEY: secret(
      "The payment processor's only key. It acts only on connected accounts.",
      "Routes that need the processor return 400 'not configured'.",
    ),
    PAYMENTS_API_URL: {
      kind: 'identifier',
      type: 'baseUrl',
      about: "The payment processor's API origin. Paths start with `/v1/`.",
      whenUnset: 'The real provider.',
    },
    PAYMENTS_CONNECT_WEBHOOK_SECRET: secret(
      'Signing secret of `/api/connect/webhooks/payments` (`account.updated`).',
      'Connect events are rejected.',
    ),
    PAYMENTS_INVOICING_WEBHOOK_SECRET: secret(
      'Signing secret of `/api/invoicing/webhooks/payments`.',
      'Invoice events are rejected.',
    ),
    PAYMENTS_OFFERS_WEBHOOK_SECRET: secret(
      'Signing secret of `/api/offers/webhooks/payments`.',
      'Checkout events are rejected.',
    ),
    ENTITLEMENT_SELLER_ACCOUNT_ID: {
      kind: 'identifier',
      type: 'text',
      about:
        "The operator's own connected account. A subscription event of any other account grants nothing.",
      whenUnset: 'No purchase grants the pro plan, and every organisation has the free plan.',
    },
    ENTITLEMENT_OFFER_SLUGS: {
      kind: 'public',
      type: 'list',
      default: [],
      about:
        'Offers that grant access when somebody buys them, comma-separated. Also decides `requiresAccount` on public offers and the plans in `/api/entitlements/gate`.',
      whenUnset: 'No offer grants access.',
    },
    CREDIT_TOPUP_OFFER_SLUGS: {
      kind: 'public',
      type: 'list',
      default: [],
      about: 'Offers that add credits when somebody buys them, comma-separated.',
      whenUnset: '`POST /api/credits/checkout` returns 400, and nobody can buy credits.',
    },
    ...creditVariables,
    ACCOUNTING_ENABLED: {
      kind: 'public',
      type: 'boolean',
      default: false,
      about:
        'Turns accounting on: a journal file for each month, and the invoices and receipts that workflows collect. If off, the accounting routes return 400 not configured.',
    },
    PLAN_LIMITS: {
      kind: 'public',
      type: 'text',
      about:
        'Limits of each plan as JSON: `{"free":{"members":3,"activeWorkflows":5,"channels":4,"storageBytes":1000000000,"runsPerMonth":1000},"pro":{…}}`. A plan or a resource that is left out has no limit.',
      whenUnset: 'No plan has a limit.',
    },
    SITE_REBUILD_WEBHOOK_URL: {
      kind: 'secret',
      type: 'url',
      about:
        "Called when an organisation's public offers change, once for several changes. Needs its token.",
      whenUnset: 'Nothing is called.',
    },
    SITE_REBUILD_WEBHOOK_TOKEN: secret('The bearer token for that call.', 'Nothing is called.'),
  },
  check: (config) => ({
    ...mailProblems(config),
    conflicts:
      parsePlanLimits(config.PLAN_LIMITS) === undefined
        ? ['PLAN_LIMITS is no JSON object of plans with whole numbers for known resources']
        : [],
  }),
  integrations: [
    integration('payments', 'payments', 'the payment processor', 'PAYMENTS_SECRET_KEY'),
    integration(
      'connect-webhook',
      'payments',
      'processor account events',
      'PAYMENTS_CONNECT_WEBHOOK_SECRET',
    ),
    integration(
      'invoicing-webhook',
      'payments',
      'processor invoice events',
      'PAYMENTS_INVOICING_WEBHOOK_SECRET',
    ),
    integration(
      'offers-webhook',
      'payments',
      'processor checkout events',
      'PAYMENTS_OFFERS_WEBHOOK_SECRET',
    ),
    integration(
      'entitlement-seller',
      'entitlements',
      'granting pro on a purchase',
      'ENTITLEMENT_SELLER_ACCOUNT_ID',
    ),
    integration(
      'entitlement-offers',
      'entitlements',
      'offers that grant access',
      'ENTITLEMENT_OFFER_SLUGS',
    ),
    integration('topups', 'credits', 'credit top-ups', 'CREDIT_TOPUP_OFFER_SLUGS'),
    integration(
      'site-rebuild',
      'site',
      'the site rebuild trigger',
      'SITE_REBUILD_WEBHOOK_URL',
      'SITE_REBUILD_WEBHOOK_TOKEN',
    ),
  ],
})

export type InvoicingValues = ConfigOf<typeof invoicingVariables>
