import { commonErrors } from '@atrium/contracts'
import type { Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import { countSubmissions, deleteOldSubmissions, insertSubmission } from './submissions.db.ts'

const hourMs = 3_600_000
/** Submissions in an hour: of one address, and of all visitors to one recipient. */
const limits = { own: 5, all: 100 }

/** Counts a visitor's submission. Throws `rate_limited` (429) when there were too many within an hour. */
export async function countVisitor(deps: Deps, tx: Transaction, scope: string, email: string): Promise<void> {
  const now = deps.now()
  const address = email.toLowerCase()
  if (deps.config.rateLimits) {
    const count = await countSubmissions(tx, scope, address, new Date(now.getTime() - hourMs))
    if (count.own >= limits.own || count.all >= limits.all) {
      throw commonErrors.rate_limited({ details: { retryAfterSeconds: hourMs / 1000 } })
    }
  }
  await insertSubmission(tx, scope, address, now)
}

export const sweepSubmissions = (deps: Deps): Promise<void> =>
  deleteOldSubmissions(deps.db, new Date(deps.now().getTime() - hourMs))
