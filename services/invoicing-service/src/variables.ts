import {
  addressVariables,
  type ConfigOf,
  creditVariables,
  defineVariables,
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
      'The one key of the payment processor. It only ever acts on connected accounts.',
      "Routes that need the processor answer 400 'not configured'.",
    ),
    PAYMENTS_API_URL: {
      kind: 'identifier',
      type: 'baseUrl',
      about: 'API origin of the processor; paths start with `/v1/`.',
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
    ...creditVariables,
    ACCOUNTING_ENABLED: {
      kind: 'public',
      type: 'boolean',
      default: false,
      about:
        'Turns accounting on: the journal of each month as a file, and the received invoices and receipts that workflows file. While it is off its routes answer 400 not configured.',
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
      about: 'Called, debounced, when the public offers of an org change. Needs its token.',
      whenUnset: 'Nothing is called.',
    },
    SITE_REBUILD_WEBHOOK_TOKEN: secret('Bearer token of that call.', 'Nothing is called.'),
  },
  check: ({ PLAN_LIMITS }) =>
    parsePlanLimits(PLAN_LIMITS) === undefined
      ? {
          conflicts: [
            'PLAN_LIMITS is no JSON object of plans with whole numbers for known resources',
          ],
        }
      : {},
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
