import { commonErrors } from '@atrium/contracts'
import type { Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import {
  countSubmissions,
  deleteOldSubmissions,
  insertSubmission,
  lockVisitor,
} from './submissions.db.ts'

const hourMs = 3_600_000
/**
 * Maximum number of submissions to one recipient per hour. The limit per network is higher, because
 * offices and schools share a network.
 */
const limits = { address: 5, client: 20 } as const

/**
 * Counts a visitor's submission by address and by network. There is no common limit, so one visitor
 * cannot lock out the others. Throws `rate_limited` (429) after too many submissions within an
 * hour.
 */
export async function countVisitor(
  deps: Deps,
  tx: Transaction,
  scope: string,
  { email, client = null }: { email: string; client?: string | undefined | null },
): Promise<void> {
  const now = deps.now()
  const visitor = { email: email.toLowerCase(), client }
  if (deps.config.rateLimits) {
    await lockVisitor(tx, scope, visitor)
    const count = await countSubmissions(tx, scope, visitor, new Date(now.getTime() - hourMs))
    if (count.address >= limits.address || count.client >= limits.client) {
      throw commonErrors.rate_limited({ details: { retryAfterSeconds: hourMs / 1000 } })
    }
  }
  await insertSubmission(tx, scope, visitor, now)
}

export const sweepSubmissions = (deps: Deps): Promise<void> =>
  deleteOldSubmissions(deps.db, new Date(deps.now().getTime() - hourMs))
