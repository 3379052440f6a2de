import type { Deps } from '../deps.ts'
import { attempt, takingTurns } from '../sweep.ts'
import { releaseCredits } from './end-reservation.ts'
import { faultyAccounts } from './ledger.db.ts'
import { deleteMonthsBefore } from './limits.db.ts'
import { toMonth } from './reservation.ts'
import { expiredReservations } from './reservations.db.ts'

const batch = 1_000
/** 40 days, because a reservation made last month may still end this month. */
const monthsKeptMs = 40 * 86_400_000

/**
 * Releases reservations if the worker behind the call no longer runs. Several replicas may run it
 * at once.
 */
export async function sweepReservations(deps: Deps, signal?: AbortSignal): Promise<void> {
  const now = deps.now()
  for (const { id, org_id: orgId } of takingTurns(await expiredReservations(deps.db, now, batch))) {
    if (signal?.aborted === true) return
    await attempt(deps, orgId, () =>
      releaseCredits(deps, { orgId, reservationId: id }, (row) => row.expires_at < now),
    )
  }
}

/** Deletes months that no limit and no reservation needs any more. The charges themselves stay. */
export async function pruneMonths({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await deleteMonthsBefore(db, toMonth(new Date(now().getTime() - monthsKeptMs)))
}

/** Compares every account with its entries and reservations, and logs a difference as an error. */
export async function checkLedger({ db, logger }: Pick<Deps, 'db' | 'logger'>): Promise<string[]> {
  const users = await faultyAccounts(db)
  if (users.length > 0) logger.error({ users }, '[credits] accounts differ from their ledger')
  return users
}
