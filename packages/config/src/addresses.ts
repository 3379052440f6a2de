import type { Config } from './variable.ts'
import type { mailVariables, peopleVariables } from './variables/common-variables.ts'
import type { Problems, SharedConfig } from './variables/service-variables.ts'

type People = Config<typeof peopleVariables>
type Mail = Pick<
  SharedConfig & Config<typeof mailVariables>,
  'NODE_ENV' | 'EMAIL_API_KEY' | 'SMTP_URL'
>

/** True if mails reach their recipients, through the provider's API or a mail server. */
export const sendsMail = (config: Pick<Mail, 'EMAIL_API_KEY' | 'SMTP_URL'>): boolean =>
  config.EMAIL_API_KEY !== undefined || config.SMTP_URL !== undefined

/**
 * False in production if neither API nor mail server is configured. In other stages, mails are kept
 * in a folder.
 */
export const canMail = (config: Mail): boolean =>
  sendsMail(config) || config.NODE_ENV !== 'production'

/** Returns the missing variables of a mail server. The server has no shared sender to fall back on. */
export const mailProblems = (
  config: Pick<Config<typeof mailVariables>, 'EMAIL_API_KEY' | 'SMTP_URL' | 'SMTP_FROM'>,
): Problems =>
  config.SMTP_URL !== undefined && !config.EMAIL_API_KEY && !config.SMTP_FROM
    ? { missing: ['SMTP_FROM'] }
    : {}

/** An account's address, and if the owner has verified it. */
export interface AccountAddress {
  readonly email: string
  readonly emailVerified: boolean
}

/** True if an account's address is verified, or in development if no mails are sent. */
export function isTrustedAddress(
  config: Mail,
  { emailVerified }: Pick<AccountAddress, 'emailVerified'>,
): boolean {
  return emailVerified || !(config.NODE_ENV === 'production' || sendsMail(config))
}

/** True if an account has a trusted address on the admin allowlist. Ignores case. */
export function isAdminAccount(
  config: Mail & Pick<People, 'ADMIN_EMAILS'>,
  account: AccountAddress,
): boolean {
  return (
    config.ADMIN_EMAILS.includes(account.email.trim().toLowerCase()) &&
    isTrustedAddress(config, account)
  )
}

/**
 * True if an account with this address could get operator rights or see other people's tickets.
 * Ignores case.
 */
export function isListedAddress(
  config: Pick<People, 'ADMIN_EMAILS' | 'SUPPORT_DEFAULT_OWNER_EMAIL'>,
  email: string,
): boolean {
  const address = email.trim().toLowerCase()
  return (
    config.ADMIN_EMAILS.includes(address) || supportOwnerEmail(config)?.toLowerCase() === address
  )
}

/**
 * Returns the owner's account for 'Contact us' tickets: the configured one, else the first
 * administrator.
 */
export function supportOwnerEmail(
  config: Pick<People, 'ADMIN_EMAILS' | 'SUPPORT_DEFAULT_OWNER_EMAIL'>,
): string | undefined {
  return config.SUPPORT_DEFAULT_OWNER_EMAIL?.trim() ?? config.ADMIN_EMAILS[0]
}

/**
 * Returns the recipient of quote requests: `NOTIFICATION_EMAIL`, else the bare address in
 * `SMTP_FROM`.
 */
export function quoteRecipient(
  config: Pick<People, 'NOTIFICATION_EMAIL'> & Pick<Config<typeof mailVariables>, 'SMTP_FROM'>,
): string | undefined {
  return config.NOTIFICATION_EMAIL ?? bareAddress(config.SMTP_FROM)
}

function bareAddress(from: string | undefined): string | undefined {
  return (/<([^<>]+)>\s*$/.exec(from ?? '')?.[1] ?? from)?.trim()
}
