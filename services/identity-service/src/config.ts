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
    /** The URL at which assistants call the platform. Their tokens are issued for this resource. */
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
    dnsServers: config.DNS_SERVERS,
    /** True if a host name is one of the platform's own. */
    isPlatformHost: (host: string) => origins.some((origin) => new URL(origin).hostname === host),
    /** The origin of the public pages without a trailing slash. */
    publicOrigin: config.API_URL.replace(/(?<!\/)\/+$/, ''),
    /** URL prefix for the unsubscribe pages. */
    unsubscribeUrl: `${config.API_URL.replace(/(?<!\/)\/+$/, '')}/api/public/unsubscribe`,
    /** The board mails each quote request to this address. */
    quoteRecipient: quoteRecipient(config),
    /** The keys for messages to browsers. Undefined if they are not set. */
    push: readPushKeys(config),
    auditDays: config.AUDIT_RETENTION_DAYS,
    /** True if the address belongs to an operator or receives support requests. */
    isListed: (email: string) => isListedAddress(config, email),
    /** True if the account may act for its address. */
    isTrusted: (account: Pick<AccountAddress, 'emailVerified'>) =>
      isTrustedAddress(config, account),
    /**
     * True if the account belongs to an operator. Only sessions carry this right, keys never do.
     */
    isAdmin: (account: AccountAddress) => isAdminAccount(config, account),
  }
}

function readPushKeys({
  PUSH_VAPID_PUBLIC_KEY: publicKey,
  PUSH_VAPID_PRIVATE_KEY: privateKey,
  PUSH_PRIVATE_ADDRESSES: privateAddresses,
  IDENTITY_PORT: port,
}: IdentityValues) {
  if (publicKey === undefined || privateKey === undefined) return undefined
  return { publicKey, privateKey, privateAddresses, ownPorts: new Set([port]) }
}

export type IdentityConfig = Readonly<ReturnType<typeof identityConfig>>
export type SigninProvider = NonNullable<IdentityConfig['signin']>
