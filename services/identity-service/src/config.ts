import { resolve } from 'node:path'
import {
  type AccountAddress,
  clientOrigins,
  isAdminAccount,
  isListedAddress,
  isTrustedAddress,
  rateLimitsOn,
} from '@atrium/config'
import type { MailerOptions } from '@atrium/mailer'
import type { IdentityValues } from './variables.ts'

export interface SigninProvider {
  readonly clientId: string
  readonly clientSecret: string
  /** The OpenID issuer, without a trailing slash. */
  readonly issuer: string
}

export interface IdentityConfig {
  readonly production: boolean
  /** Signs session cookies and email verification links. */
  readonly secret: string
  /** Origin under which `/api/auth` is reached. */
  readonly authOrigin: string
  readonly dashboardUrl: string
  /** The address at which assistants call the platform: the resource that their tokens are for. */
  readonly assistantsUrl: string
  /** Hosts to which an assistant may redirect, as `MCP_ALLOWED_REDIRECT_HOSTS` writes them. */
  readonly redirectHosts: readonly string[]
  /** Origins that may send a session cookie along with a change. */
  readonly trustedOrigins: readonly string[]
  readonly passkeyRpId: string
  /** Undefined while the client's id or its secret is unset. */
  readonly signin: SigninProvider | undefined
  readonly rateLimits: boolean
  readonly adminEmails: readonly string[]
  readonly mail: MailerOptions
  /** Days that an entry of the audit is kept. */
  readonly auditDays: number
  /** Whether an account counts as that of its address. */
  isTrusted(account: Pick<AccountAddress, 'emailVerified'>): boolean
  /** Whether the account of an address is an operator's, or receives the requests for support. */
  isListed(email: string): boolean
  /** Whether an account is an operator's; for a session of it, never for a key. */
  isAdmin(account: AccountAddress): boolean
}

const defaultIssuer = 'https://accounts.google.com'

export function identityConfig(config: IdentityValues): IdentityConfig {
  const { SIGNIN_OAUTH_CLIENT_ID: clientId, SIGNIN_OAUTH_CLIENT_SECRET: clientSecret } = config
  const origins = [config.API_URL, config.AUTH_BASE_URL, config.DASHBOARD_URL].map(
    (url) => new URL(url).origin,
  )
  return {
    production: config.NODE_ENV === 'production',
    secret: config.AUTH_SESSION_SECRET,
    authOrigin: new URL(config.AUTH_BASE_URL).origin,
    dashboardUrl: config.DASHBOARD_URL,
    assistantsUrl: `${config.API_URL}/api/mcp`,
    redirectHosts: config.MCP_ALLOWED_REDIRECT_HOSTS,
    trustedOrigins: [...new Set([...clientOrigins(config), ...origins])],
    passkeyRpId: config.AUTH_PASSKEY_RP_ID,
    signin:
      clientId === undefined || clientSecret === undefined
        ? undefined
        : {
            clientId,
            clientSecret,
            issuer: (config.SIGNIN_ISSUER_URL ?? defaultIssuer).replace(/(?<!\/)\/+$/, ''),
          },
    rateLimits: rateLimitsOn(config),
    adminEmails: config.ADMIN_EMAILS,
    mail: {
      apiKey: config.EMAIL_API_KEY,
      apiUrl: config.EMAIL_API_URL,
      from: config.SMTP_FROM,
      outboxDirectory: resolve(config.MAIL_OUTBOX_DIR),
    },
    auditDays: config.AUDIT_RETENTION_DAYS,
    isListed: (email) => isListedAddress(config, email),
    isTrusted: (account) => isTrustedAddress(config, account),
    isAdmin: (account) => isAdminAccount(config, account),
  }
}
