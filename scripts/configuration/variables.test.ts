import type { Env, Variable } from '@atrium/config'
import { exposedConfig, exposedNames } from '@atrium/config'
import { describe, expect, test } from 'vitest'
import { fullEnvironment } from './test/environments.ts'
import { bootWarnings, loadConfig, secretValues, variableEntries } from './test/load-platform.ts'

const networks = ['PAGENET', 'SHORTPOST', 'PRONET', 'VIDEONET', 'FORUMNET', 'PHOTONET']

/** The kind of each integration variable, row by row. */
const stated: Record<Variable['kind'], string[]> = {
  secret: [
    'DATABASE_URL',
    'AUTH_SESSION_SECRET',
    'DATABASE_HOST',
    'DATABASE_USER',
    'DATABASE_PASSWORD',
    'DATABASE_NAME',
    'DATABASE_PORT',
    'AUTH_SECRET',
    'LLM_GATEWAY_API_KEY',
    'LLM_DIRECT_API_KEY',
    'MANAGED_LLM_API_KEY',
    'SOCIAL_TOKEN_ENCRYPTION_KEY',
    'MAILBOX_OAUTH_CLIENT_SECRET',
    'SIGNIN_OAUTH_CLIENT_SECRET',
    'EMAIL_API_KEY',
    'PUSH_VAPID_PRIVATE_KEY',
    'SPEECH_API_KEY',
    'LAUNCHES_TOKEN',
    'REPOS_TOKEN',
    'PAYMENTS_SECRET_KEY',
    'PAYMENTS_CONNECT_WEBHOOK_SECRET',
    'PAYMENTS_INVOICING_WEBHOOK_SECRET',
    'PAYMENTS_OFFERS_WEBHOOK_SECRET',
    'SITE_REBUILD_WEBHOOK_URL',
    'SITE_REBUILD_WEBHOOK_TOKEN',
    'HEARTBEAT_PING_URL',
    'NATS_URL',
    ...networks.map((prefix) => `${prefix}_CLIENT_SECRET`),
  ],
  identifier: [
    'MAILBOX_OAUTH_CLIENT_ID',
    'SIGNIN_OAUTH_CLIENT_ID',
    'MAILBOX_USER_EMAIL',
    'SMTP_FROM',
    'NOTIFICATION_EMAIL',
    'ADMIN_EMAILS',
    'SUPPORT_DEFAULT_OWNER_EMAIL',
    'ENTITLEMENT_SELLER_ACCOUNT_ID',
    'MAILBOX_DIALOG_URL',
    'MAILBOX_TOKEN_URL',
    'MAILBOX_API_URL',
    'SIGNIN_ISSUER_URL',
    'PAYMENTS_API_URL',
    'NOTEBOOK_API_URL',
    'SPEECH_API_URL',
    'EMAIL_API_URL',
    'SEARCH_API_URL',
    'LLM_GATEWAY_BASE_URL',
    'LLM_DIRECT_BASE_URL',
    'PAGENET_LOGIN_CONFIG_ID',
    'PAGENET_PAGE_ID',
    'PHOTONET_LOGIN_CONFIG_ID',
    'MY_EMAIL_ADDRESS',
    ...networks.flatMap((prefix) =>
      ['CLIENT_ID', 'DIALOG_URL', 'TOKEN_URL', 'API_URL'].map((rest) => `${prefix}_${rest}`),
    ),
  ],
  public: [
    'NODE_ENV',
    'APP_ENV',
    'API_PORT',
    'PORT',
    'API_URL',
    'CLIENT_URLS',
    'AUTH_BASE_URL',
    'DASHBOARD_URL',
    'DASHBOARD_PORT',
    'DATABASE_MIGRATING',
    'DATABASE_SEEDING',
    'CHROME_CDP_ENDPOINT',
    'UPLOAD_DIR',
    'VITE_API_URL',
    'LLM_PROVIDER',
    'LLM_EXTRACT_URLS_MODEL',
    'LLM_ANALYZE_CONTENT_MODEL',
    'LLM_CLASSIFY_ITEM_MODEL',
    'MANAGED_LLM_PROVIDER',
    'MANAGED_LLM_MODEL',
    'VIDEONET_UPLOAD_TRANSPORT',
    'MAILBOX_OAUTH_REDIRECT_URI',
    'AUTH_PASSKEY_RP_ID',
    'MCP_ALLOWED_REDIRECT_HOSTS',
    'SPEECH_USD_PER_CREDIT',
    'ENTITLEMENT_OFFER_SLUGS',
    'CREDIT_TOPUP_OFFER_SLUGS',
    'ACCOUNTING_ENABLED',
    'CREDITS_METERING_ENABLED',
    'RATE_LIMITS',
    ...networks.map((prefix) => `${prefix}_OAUTH_REDIRECT_URI`),
  ],
}

const retired = [
  'MAILBOX_CLIENT_ID',
  'MAILBOX_CLIENT_SECRET',
  'MAILBOX_REFRESH_TOKEN',
  'MAILBOX_SERVICE_ACCOUNT_PATH',
  'NOTEBOOK_INTEGRATION_TOKEN',
  'NOTEBOOK_DATABASE_ID',
  'VIDEONET_DATA_API_KEY',
  'SHORTPOST_BEARER_TOKEN',
]

describe('the table', () => {
  const kinds = Object.fromEntries(variableEntries.map(([name, variable]) => [name, variable.kind]))

  test.each(Object.entries(stated))('contains every %s integration variable', (kind, names) => {
    expect(Object.fromEntries(names.map((name) => [name, kinds[name]]))).toEqual(
      Object.fromEntries(names.map((name) => [name, kind])),
    )
  })

  test('describes each variable', () => {
    for (const [, variable] of variableEntries) expect(variable.about).toMatch(/^[`'A-Z].*\.$/)
  })
})

describe('retired variables', () => {
  function readBy(action: (env: Env) => unknown): Set<string> {
    const names = new Set<string>()
    const env = new Proxy<Record<string, string>>(
      { ...fullEnvironment, ...Object.fromEntries(retired.map((name) => [name, 'retired-value'])) },
      {
        getOwnPropertyDescriptor(target, name) {
          names.add(String(name))
          return Reflect.getOwnPropertyDescriptor(target, name)
        },
        get(target, name) {
          names.add(String(name))
          return Reflect.get(target, name)
        },
      },
    )
    action(env)
    return names
  }

  test.each([
    ['loadConfig', loadConfig],
    ['bootWarnings', bootWarnings],
    ['secretValues', secretValues],
  ])('leaves retired variables unread in %s', (_, action) => {
    const names = readBy(action)
    expect(names).toContain('DATABASE_URL')
    expect(retired.filter((name) => names.has(name))).toEqual([])
  })

  test('reads only the allowlist for the exposed configuration', () => {
    expect(readBy(exposedConfig)).toEqual(new Set(exposedNames))
  })

  test('leaves retired variables out of the configuration', () => {
    expect(variableEntries.map(([name]) => name).filter((name) => retired.includes(name))).toEqual(
      [],
    )
  })
})
