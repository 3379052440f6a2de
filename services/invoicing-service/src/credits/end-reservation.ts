import type { ReleaseCredits, SettleCredits } from '@atrium/contracts'
import type { z } from 'zod'
import type { Transaction } from '../database.ts'
import type { Deps, IdSource } from '../deps.ts'
import { findAccount, lockAccount } from './ledger.db.ts'
import { moveCredits } from './move-credits.db.ts'
import { postEntry } from './post-entry.ts'
import { availableCredits, describeReservation, limitedWorkflow, unmetered } from './reservation.ts'
import {
  lockReservation,
  type ReservationRow,
  settleHeld,
  updateReservation,
} from './reservations.db.ts'

type Reference = z.output<typeof ReleaseCredits.input>

// A call that began while credits were not metered is free, even if metering is on when it ends.
const uncharged = { credits: 0, balance: 0 }

/**
 * Charges the cost of a call once. A repeated call returns the first charge. Throws
 * `reservation_not_found`.
 */
export async function settleCredits(
  deps: Deps,
  { orgId, reservationId, credits }: z.output<typeof SettleCredits.input>,
) {
  if (reservationId === unmetered) return uncharged
  return deps.inOrgTurn(orgId, async (tx) => {
    const at = deps.now()
    const held = await settleHeld(tx, { orgId, id: reservationId, credits, at })
    if (held !== undefined)
      return charge(deps, tx, {
        row: held,
        charged: Number(held.charged),
        freed: Number(held.credits),
      })
    const row = await lockReservation(tx, orgId, { id: reservationId })
    if (row.status !== 'released') {
      const balance = availableCredits(await findAccount(tx, row.user_id))
      return { credits: row.status === 'settled' ? Number(row.charged) : 0, balance }
    }
    const available = availableCredits(await lockAccount(tx, row.user_id))
    const charged = Math.min(credits, Number(row.credits), available)
    await updateReservation(tx, row, { status: 'settled', charged, settled_at: at })
    return charge(deps, tx, { row, charged, freed: 0 })
  })
}

async function charge(
  deps: IdSource,
  tx: Transaction,
  { row, charged, freed }: { row: ReservationRow; charged: number; freed: number },
) {
  const account =
    charged === 0
      ? await free(tx, row, freed)
      : await post(deps, tx, { row, kind: 'usage', credits: -charged, freed })
  return { credits: charged, balance: availableCredits(account) }
}

const monthPlace = ({ org_id: orgId, month, workflow_id: workflowId }: ReservationRow) => ({
  orgId,
  month,
  workflowId: limitedWorkflow(workflowId),
})

const post = (
  deps: IdSource,
  tx: Transaction,
  {
    row,
    kind,
    credits,
    freed,
  }: { row: ReservationRow; kind: 'usage' | 'refund'; credits: number; freed: number },
) =>
  postEntry(deps, tx, row.org_id, {
    userId: row.user_id,
    kind,
    credits,
    freed,
    month: monthPlace(row),
    description: describeReservation(row),
    reference: row.run_id ?? row.id,
    reservationId: row.id,
  })

async function free(tx: Transaction, row: ReservationRow, credits: number) {
  const moved = await moveCredits(tx, {
    userId: row.user_id,
    credits: 0,
    reserved: -credits,
    month: monthPlace(row),
  })
  return moved?.account
}

/**
 * Frees the credits of a failed call. If the reservation has ended, nothing changes. Throws
 * `reservation_not_found`.
 */
export async function releaseCredits(
  deps: Deps,
  { orgId, reservationId }: Reference,
  isDue: (row: ReservationRow) => boolean = () => true,
) {
  if (reservationId === unmetered) return uncharged
  return deps.inOrgTurn(orgId, async (tx) => {
    const row = await lockReservation(tx, orgId, { id: reservationId })
    const account =
      row.status === 'held' && isDue(row)
        ? await release(tx, row, 'released')
        : await findAccount(tx, row.user_id)
    return { balance: availableCredits(account) }
  })
}

async function release(tx: Transaction, row: ReservationRow, status: 'released' | 'refunded') {
  await updateReservation(tx, row, { status })
  return free(tx, row, Number(row.credits))
}

/**
 * Refunds a call whose result was lost. Nothing can be charged under its key again. Throws
 * `reservation_not_found`.
 */
export async function refundCredits(deps: Deps, { orgId, reservationId }: Reference) {
  if (reservationId === unmetered) return uncharged
  return deps.inOrgTurn(orgId, async (tx) => {
    const account = await refundReservation(
      deps,
      tx,
      await lockReservation(tx, orgId, { id: reservationId }),
    )
    return { balance: availableCredits(account) }
  })
}

/**
 * Refunds a locked reservation for good: returns the charge, or frees the held credits. Returns the
 * account.
 */
export async function refundReservation(deps: IdSource, tx: Transaction, row: ReservationRow) {
  if (row.status === 'held') return release(tx, row, 'refunded')
  const charged = row.status === 'settled' ? Number(row.charged) : 0
  if (row.status !== 'refunded') await updateReservation(tx, row, { status: 'refunded' })
  return charged === 0
    ? findAccount(tx, row.user_id)
    : post(deps, tx, { row, kind: 'refund', credits: charged, freed: 0 })
}
