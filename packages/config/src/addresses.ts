import type { PlatformConfig } from './variables.ts'

/** Whether an address is in the admin allowlist, whatever its case. */
export function isAdminEmail(config: PlatformConfig, email: string): boolean {
  return config.ADMIN_EMAILS.includes(email.trim().toLowerCase())
}

/** The account that owns 'Contact us' tickets: the configured one, else the first administrator. */
export function supportOwnerEmail(config: PlatformConfig): string | undefined {
  return config.SUPPORT_DEFAULT_OWNER_EMAIL?.trim() ?? config.ADMIN_EMAILS[0]
}

/** Who receives each quote request: `NOTIFICATION_EMAIL`, else the bare address of `SMTP_FROM`. */
export function quoteRecipient(config: PlatformConfig): string | undefined {
  return config.NOTIFICATION_EMAIL ?? bareAddress(config.SMTP_FROM)
}

/**
 * Who receives the quote-request digest: the user's own notification address, else `NOTIFICATION_EMAIL`, else
 * the bare address of `SMTP_FROM` (core specification, "Email, speech and digest").
 */
export function digestRecipient(
  config: PlatformConfig,
  userSetting: string | null | undefined,
): string | undefined {
  return userSetting?.trim() || quoteRecipient(config)
}

function bareAddress(from: string | undefined): string | undefined {
  return (/<([^<>]+)>\s*$/.exec(from ?? '')?.[1] ?? from)?.trim()
}
