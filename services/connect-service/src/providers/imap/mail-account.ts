import { createHash } from 'node:crypto'
import { z } from 'zod'
import { tokenRefused } from '../../network/read-error.ts'
import type { Account, Connection, MailAccount } from '../provider.ts'

/** Sealed as a whole, where other networks have a token. */
const StoredAccount: z.ZodType<MailAccount> = z.object({
  host: z.string(),
  port: z.number(),
  user: z.string(),
  password: z.string(),
  smtpHost: z.string(),
  smtpPort: z.number(),
  from: z.string(),
})

/** Returns the stored account. Throws `NetworkError` if the channel must be connected again. */
export function readMailAccount({ accessToken }: Pick<Connection, 'accessToken'>): MailAccount {
  try {
    return StoredAccount.parse(JSON.parse(accessToken))
  } catch {
    throw tokenRefused('The settings of this mailbox cannot be read. Connect it again.')
  }
}

const toAccountId = ({ user, host }: MailAccount): string => `${user}@${host.toLowerCase()}`

/** Returns the account to store. Its settings contain everything but the password. */
export function toChannelAccount(account: MailAccount, name: string): Account {
  const { password: _, ...shown } = account
  const settings = Object.entries(shown).map(([field, value]) => [field, String(value)])
  return {
    id: toAccountId(account),
    name,
    pictureUrl: null,
    accessToken: JSON.stringify(account),
    // The stored text ends with settings, so its last characters would say nothing.
    shownTail: '',
    expiresAt: null,
    settings: Object.fromEntries(settings),
  }
}

/** Returns a key for what one connection may see. It does not reveal the password. */
export const hashMailAccount = (account: MailAccount): string =>
  createHash('sha256').update(JSON.stringify(account)).digest('base64url')

/**
 * Returns a short name for an account inside message ids. Servers count messages from 1, so without
 * this name messages of two mailboxes would have the same id.
 */
export const shortenAccount = (accountId: string): string =>
  createHash('sha256').update(accountId).digest('hex').slice(0, 12)
