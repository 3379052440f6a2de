import type { mailVariables, peopleVariables } from './common-variables.ts'
import type { SharedConfig } from './service-variables.ts'
import type { Config } from './variable.ts'

type People = Config<typeof peopleVariables>
type Mail = Pick<SharedConfig & Config<typeof mailVariables>, 'NODE_ENV' | 'EMAIL_API_KEY'>

/** An account's address, and whether its owner has proved it. */
export interface AccountAddress {
  readonly email: string
  readonly emailVerified: boolean
}

/** Whether an account owns its address: once it is verified, or in development without a mail provider. */
export function isTrustedAddress(
  config: Mail,
  { emailVerified }: Pick<AccountAddress, 'emailVerified'>,
): boolean {
  return emailVerified || !(config.NODE_ENV === 'production' || config.EMAIL_API_KEY)
}

/** Whether an account is an operator's: a trusted address of the admin allowlist, whatever its case. */
export function isAdminAccount(
  config: Mail & Pick<People, 'ADMIN_EMAILS'>,
  account: AccountAddress,
): boolean {
  return config.ADMIN_EMAILS.includes(account.email.trim().toLowerCase()) && isTrustedAddress(config, account)
}

/** Whether an account of this address can come to operator power or to the tickets of others, whatever its case. */
export function isListedAddress(
  config: Pick<People, 'ADMIN_EMAILS' | 'SUPPORT_DEFAULT_OWNER_EMAIL'>,
  email: string,
): boolean {
  const address = email.trim().toLowerCase()
  return config.ADMIN_EMAILS.includes(address) || supportOwnerEmail(config)?.toLowerCase() === address
}

/** The account that owns 'Contact us' tickets: the configured one, else the first administrator. */
export function supportOwnerEmail(
  config: Pick<People, 'ADMIN_EMAILS' | 'SUPPORT_DEFAULT_OWNER_EMAIL'>,
): string | undefined {
  return config.SUPPORT_DEFAULT_OWNER_EMAIL?.trim() ?? config.ADMIN_EMAILS[0]
}

/** The recipient of each quote request: `NOTIFICATION_EMAIL`, else the bare address of `SMTP_FROM`. */
export function quoteRecipient(
  config: Pick<People, 'NOTIFICATION_EMAIL'> & Pick<Config<typeof mailVariables>, 'SMTP_FROM'>,
): string | undefined {
  return config.NOTIFICATION_EMAIL ?? bareAddress(config.SMTP_FROM)
}

function bareAddress(from: string | undefined): string | undefined {
  return (/<([^<>]+)>\s*$/.exec(from ?? '')?.[1] ?? from)?.trim()
}
