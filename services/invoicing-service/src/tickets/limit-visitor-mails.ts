import { rateLimitsOn } from '@atrium/config'
import { commonErrors } from '@atrium/contracts'
import type { Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import { lockAddress, mailedBefore, waitingBefore } from './visitor-mails.db.ts'

const dayMs = 86_400_000

/** The most in 24 hours: of orders and places in waiting lists for an address, which nobody has confirmed, and of places. */
const mostADay = { address: 120, places: 2_000 } as const

type Limiting = Pick<Deps, 'now' | 'config'>

/**
 * Bounds the mails to an address, which nobody has confirmed; its orders take turns from here on. Throws `rate_limited`
 * (429) with the time to wait.
 */
export async function limitVisitorMails(deps: Limiting, tx: Transaction, orgId: string, email: string) {
  await lockAddress(tx, orgId, email)
  await limit(deps, 'This address has ordered as often as it can in a day', (since) =>
    mailedBefore(tx, { orgId, email, since, most: mostADay.address }),
  )
}

/**
 * Bounds the new places in the waiting lists of an organisation, which no capacity bounds. Throws `rate_limited` (429)
 * with the time to wait.
 */
export const limitWaiting = (deps: Limiting, tx: Transaction, orgId: string): Promise<void> =>
  limit(deps, 'The waiting lists of the organisation take no more people today', (since) =>
    waitingBefore(tx, { orgId, since, most: mostADay.places }),
  )

async function limit(
  { config, now }: Limiting,
  message: string,
  oldest: (since: Date) => Promise<Date | undefined>,
): Promise<void> {
  if (!rateLimitsOn(config)) return
  const since = new Date(now().getTime() - dayMs)
  const first = await oldest(since)
  if (first === undefined) return
  const retryAfterSeconds = Math.ceil((first.getTime() - since.getTime()) / 1000)
  throw commonErrors.rate_limited({ message, details: { retryAfterSeconds } })
}
