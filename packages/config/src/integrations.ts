import { managedLlm } from './llm.ts'
import { socialNetworks } from './variables/social-variables.ts'
import type { PlatformConfig, VariableName } from './variables.ts'

/** The services; each speaks for its own integrations at boot. */
export type Owner = 'gateway' | 'identity' | 'assets' | 'board' | 'connect' | 'invoicing' | 'workflow'

/** Something optional, the service that has it, and what it still needs under a given configuration. */
export interface Integration {
  readonly id: string
  readonly subsystem: string
  readonly owner: Owner
  /** What nobody can use while it is dormant; completes "… unavailable". */
  readonly feature: string
  /** The unset variables that keep it dormant; empty when it is live. */
  readonly missing: (config: PlatformConfig) => readonly string[]
}

const unset =
  (...names: VariableName[]) =>
  (config: PlatformConfig): string[] =>
    names.filter((name) => !config.explicit.has(name))

function integration(
  owner: Owner,
  subsystem: string,
  id: string,
  feature: string,
  missing: Integration['missing'],
): Integration {
  return { id, subsystem, owner, feature, missing }
}

/** Every optional integration (docs/configuration.md). */
export const integrations: readonly Integration[] = [
  integration(
    'identity',
    'auth',
    'signin',
    'sign-in with the identity provider',
    unset('SIGNIN_OAUTH_CLIENT_ID', 'SIGNIN_OAUTH_CLIENT_SECRET'),
  ),
  integration('identity', 'email', 'email', 'email sending', unset('EMAIL_API_KEY')),
  integration(
    'identity',
    'email',
    'email-sender',
    "email to anyone but the provider account's own address",
    (config) => (config.EMAIL_API_KEY ? unset('SMTP_FROM')(config) : []),
  ),
  integration('board', 'links', 'tracked-links', 'tracked links in first comments', unset('API_URL')),
  integration(
    'connect',
    'social',
    'social',
    'social connect and publish for every network',
    unset('SOCIAL_TOKEN_ENCRYPTION_KEY'),
  ),
  ...socialNetworks.map(({ network, prefix }) =>
    integration('connect', network, network, `connecting ${network}`, (config) =>
      unset(
        `${prefix}_CLIENT_ID`,
        `${prefix}_CLIENT_SECRET`,
        // Only pagenet insists on a stated redirect URI; the other networks live on the default.
        ...(prefix === 'PAGENET' ? ([`${prefix}_OAUTH_REDIRECT_URI`] as const) : []),
        'SOCIAL_TOKEN_ENCRYPTION_KEY',
      )(config),
    ),
  ),
  integration(
    'connect',
    'mailbox',
    'mailbox',
    'self-serve mailbox reconnect',
    unset('MAILBOX_OAUTH_CLIENT_ID', 'MAILBOX_OAUTH_CLIENT_SECRET'),
  ),
  integration('connect', 'mailbox', 'mailbox-filters', 'mailbox filters on the own address', (config) =>
    config.MAILBOX_USER_EMAIL ? [] : ['MAILBOX_USER_EMAIL'],
  ),
  integration('workflow', 'llm', 'llm', 'language model features', (config) => {
    if (config.LLM_PROVIDER === 'direct') return unset('LLM_DIRECT_API_KEY')(config)
    if (config.LLM_PROVIDER === 'gateway') return unset('LLM_GATEWAY_API_KEY')(config)
    const keys = unset('LLM_GATEWAY_API_KEY', 'LLM_DIRECT_API_KEY')(config)
    return keys.length === 2 ? keys : []
  }),
  integration('workflow', 'llm', 'managed-llm', 'the managed language model', (config) =>
    managedLlm(config)
      ? []
      : [
          ...unset('MANAGED_LLM_PROVIDER', 'MANAGED_LLM_MODEL', 'MANAGED_LLM_API_KEY')(config),
          ...(config.CREDITS_METERING_ENABLED ? [] : ['CREDITS_METERING_ENABLED']),
        ],
  ),
  integration('workflow', 'speech', 'speech', 'the speech step', unset('SPEECH_API_KEY')),
  integration('workflow', 'digest', 'launches', 'the launch-board section', unset('LAUNCHES_TOKEN')),
  integration('workflow', 'digest', 'repos', 'code search beyond 10 requests a minute', unset('REPOS_TOKEN')),
  integration('gateway', 'heartbeat', 'heartbeat', 'the liveness ping', unset('HEARTBEAT_PING_URL')),
  integration('invoicing', 'payments', 'payments', 'the payment processor', unset('PAYMENTS_SECRET_KEY')),
  integration(
    'invoicing',
    'payments',
    'connect-webhook',
    'processor account events',
    unset('PAYMENTS_CONNECT_WEBHOOK_SECRET'),
  ),
  integration(
    'invoicing',
    'payments',
    'invoicing-webhook',
    'processor invoice events',
    unset('PAYMENTS_INVOICING_WEBHOOK_SECRET'),
  ),
  integration(
    'invoicing',
    'payments',
    'offers-webhook',
    'processor checkout events',
    unset('PAYMENTS_OFFERS_WEBHOOK_SECRET'),
  ),
  integration(
    'invoicing',
    'entitlements',
    'entitlement-seller',
    'granting pro on a purchase',
    unset('ENTITLEMENT_SELLER_ACCOUNT_ID'),
  ),
  integration(
    'invoicing',
    'entitlements',
    'entitlement-offers',
    'offers that grant access',
    unset('ENTITLEMENT_OFFER_SLUGS'),
  ),
  integration('invoicing', 'credits', 'topups', 'credit top-ups', unset('CREDIT_TOPUP_OFFER_SLUGS')),
  integration(
    'invoicing',
    'site',
    'site-rebuild',
    'the site rebuild trigger',
    unset('SITE_REBUILD_WEBHOOK_URL', 'SITE_REBUILD_WEBHOOK_TOKEN'),
  ),
]

/** An integration that cannot be used, and the unset variables that are the reason. */
export interface DormantIntegration {
  readonly id: string
  readonly subsystem: string
  readonly owner: Owner
  readonly feature: string
  readonly missing: readonly string[]
}

/** The integrations that are dormant under a configuration, in the order of the list. */
export function dormantIntegrations(config: PlatformConfig): DormantIntegration[] {
  return integrations
    .map(({ id, subsystem, owner, feature, missing }) => ({
      id,
      subsystem,
      owner,
      feature,
      missing: missing(config),
    }))
    .filter(({ missing }) => missing.length > 0)
}

/** Whether an integration has everything it needs; `id` is one of the list's ids, such as `pagenet`. */
export function isLive(config: PlatformConfig, id: string): boolean {
  const found = integrations.find((entry) => entry.id === id)
  return found !== undefined && found.missing(config).length === 0
}
