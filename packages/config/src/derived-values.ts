import { join } from 'node:path'
import { socialNetworks } from './variables/social-variables.ts'
import type { PlatformConfig, VariableName } from './variables.ts'

const services = ['IDENTITY', 'ASSETS', 'BOARD', 'CONNECT', 'INVOICING', 'WORKFLOW'] as const

/**
 * Fills in the defaults that depend on other variables. Values that are missing or malformed are reported
 * elsewhere, and the object is never handed out then, so the cast here holds for every caller of `loadConfig`.
 */
export function fillDerived(
  values: Partial<Record<VariableName, unknown>>,
  explicit: ReadonlySet<VariableName>,
): PlatformConfig {
  const config = values as { -readonly [N in keyof PlatformConfig]: PlatformConfig[N] }
  config.explicit = explicit
  config.PORT ??= config.API_PORT
  config.RATE_LIMITS ??= config.NODE_ENV === 'production' ? 'on' : 'off'
  config.UPLOAD_DIR ??= join(config.ATRIUM_HOME, 'uploads')
  config.MAIL_OUTBOX_DIR ??= join(config.ATRIUM_HOME, 'outbox')
  config.MAILBOX_USER_EMAIL ??= config.MY_EMAIL_ADDRESS
  config.AUTH_PASSKEY_RP_ID ??= hostnameOf(config.DASHBOARD_URL)
  config.NOTIFICATION_EMAIL = config.NOTIFICATION_EMAIL?.trim()
  config.ADMIN_EMAILS ??= config.NOTIFICATION_EMAIL === undefined ? [] : [config.NOTIFICATION_EMAIL]
  config.ADMIN_EMAILS = config.ADMIN_EMAILS.map((email) => email.toLowerCase())
  for (const service of services) {
    config[`${service}_SERVICE_URL`] ??= `http://127.0.0.1:${config[`${service}_PORT`]}`
  }
  for (const { network, prefix } of socialNetworks) {
    config[`${prefix}_OAUTH_REDIRECT_URI`] ??= `${config.API_URL}/api/connect/${network}/callback`
  }
  return config
}

function hostnameOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : ''
}
