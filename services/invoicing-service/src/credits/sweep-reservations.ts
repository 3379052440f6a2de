import type { Deps } from '../deps.ts'
import { attempt, takingTurns } from '../sweep.ts'
import { releaseCredits } from './end-reservation.ts'
import { faultyAccounts } from './ledger.db.ts'
import { deleteMonthsBefore } from './limits.db.ts'
import { monthOf } from './reservation.ts'
import { expiredReservations } from './reservations.db.ts'

const batch = 1_000
/** A reservation of the last month may still end in the present one. */
const monthsKeptMs = 40 * 86_400_000

/** Releases the reservations of calls whose worker is gone; several replicas may run it. */
export async function sweepReservations(deps: Deps, signal?: AbortSignal): Promise<void> {
  const now = deps.now()
  for (const { id, org_id: orgId } of takingTurns(await expiredReservations(deps.db, now, batch))) {
    if (signal?.aborted === true) return
    await attempt(deps, orgId, () =>
      releaseCredits(deps, { orgId, reservationId: id }, (row) => row.expires_at < now),
    )
  }
}

/** Deletes the months that no limit and no reservation counts for any more; charges themselves stay. */
export async function pruneMonths({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await deleteMonthsBefore(db, monthOf(new Date(now().getTime() - monthsKeptMs)))
}

/** Compares every account with its entries and reservations; a difference is logged as an error. */
export async function checkLedger({ db, logger }: Pick<Deps, 'db' | 'logger'>): Promise<string[]> {
  const users = await faultyAccounts(db)
  if (users.length > 0) logger.error({ users }, '[credits] accounts differ from their ledger')
  return users
}
