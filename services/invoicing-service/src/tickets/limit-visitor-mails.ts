import { commonErrors } from '@atrium/contracts'
import type { Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import { lockAddress, mailedBefore } from './visitor-mails.db.ts'

const dayMs = 86_400_000

/** The most orders and entries of waiting lists in 24 hours: of an address, which nobody has confirmed, and in all. */
const mailsADay = { address: 120, org: 10_000 } as const

/**
 * Bounds the mails that visitors have an organisation send, before one more is queued. Orders for an address take turns
 * from here on. Throws `rate_limited` (429) with the time to wait.
 */
export async function limitVisitorMails(
  { now }: Pick<Deps, 'now'>,
  tx: Transaction,
  orgId: string,
  email: string,
): Promise<void> {
  await lockAddress(tx, orgId, email)
  const since = new Date(now().getTime() - dayMs)
  const bounds = [
    [email, mailsADay.address, 'This address has ordered as often as it can in a day'],
    [undefined, mailsADay.org, 'The organisation gives out no more tickets today'],
  ] as const
  for (const [address, most, message] of bounds) {
    const oldest = await mailedBefore(tx, { orgId, email: address, since, most })
    if (oldest === undefined) continue
    const retryAfterSeconds = Math.ceil((oldest.getTime() - since.getTime()) / 1000)
    throw commonErrors.rate_limited({ message, details: { retryAfterSeconds } })
  }
}
