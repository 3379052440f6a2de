import {
  type AccountAddress,
  clientOrigins,
  isAdminAccount,
  isListedAddress,
  isTrustedAddress,
  quoteRecipient,
  rateLimitsOn,
} from '@atrium/config'
import { mailerOptions } from '@atrium/mailer'
import type { IdentityValues } from './variables.ts'

const defaultIssuer = 'https://accounts.google.com'

export function identityConfig(config: IdentityValues) {
  const { SIGNIN_OAUTH_CLIENT_ID: clientId, SIGNIN_OAUTH_CLIENT_SECRET: clientSecret } = config
  const signin =
    clientId === undefined || clientSecret === undefined
      ? undefined
      : {
          clientId,
          clientSecret,
          /** The OpenID issuer, without a trailing slash. */
          issuer: (config.SIGNIN_ISSUER_URL ?? defaultIssuer).replace(/(?<!\/)\/+$/, ''),
        }
  const origins = [config.API_URL, config.AUTH_BASE_URL, config.DASHBOARD_URL].map(
    (url) => new URL(url).origin,
  )
  return {
    production: config.NODE_ENV === 'production',
    secret: config.AUTH_SESSION_SECRET,
    authOrigin: new URL(config.AUTH_BASE_URL).origin,
    dashboardUrl: config.DASHBOARD_URL,
    /** The address at which assistants call the platform: the resource that their tokens are for. */
    assistantsUrl: `${config.API_URL}/api/mcp`,
    redirectHosts: config.MCP_ALLOWED_REDIRECT_HOSTS,
    trustedOrigins: [...new Set([...clientOrigins(config), ...origins])],
    passkeyRpId: config.AUTH_PASSKEY_RP_ID,
    signin,
    rateLimits: rateLimitsOn(config),
    adminEmails: config.ADMIN_EMAILS,
    mail: mailerOptions(config),
    mailDailyLimit: config.MAIL_DAILY_LIMIT,
    mailWebhookSecret: config.EMAIL_WEBHOOK_SECRET,
    /** The prefix of the pages where recipients unsubscribe. */
    unsubscribeUrl: `${config.API_URL.replace(/(?<!\/)\/+$/, '')}/api/public/unsubscribe`,
    /** The address that the board mails each quote request to. */
    quoteRecipient: quoteRecipient(config),
    auditDays: config.AUDIT_RETENTION_DAYS,
    /** Whether the account of an address is an operator's, or receives the requests for support. */
    isListed: (email: string) => isListedAddress(config, email),
    /** Whether an account counts as that of its address. */
    isTrusted: (account: Pick<AccountAddress, 'emailVerified'>) => isTrustedAddress(config, account),
    /** Whether an account is an operator's; for a session of it, never for a key. */
    isAdmin: (account: AccountAddress) => isAdminAccount(config, account),
  }
}

export type IdentityConfig = Readonly<ReturnType<typeof identityConfig>>
export type SigninProvider = NonNullable<IdentityConfig['signin']>
