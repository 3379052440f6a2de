import type { ReleaseCredits, SettleCredits } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { z } from 'zod'
import type { Row, Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import { changeAccount, findAccount, lockAccount } from './ledger.db.ts'
import { changeMonth } from './limits.db.ts'
import { postEntry } from './post-entry.ts'
import { availableOf, chargeOf, descriptionOf, unmetered } from './reservation.ts'
import { lockReservation, type ReservationRow, updateReservation } from './reservations.db.ts'

type Settlement = z.input<typeof SettleCredits.output>
type Balance = z.input<typeof ReleaseCredits.output>
type Reference = z.output<typeof ReleaseCredits.input>

// A call that began without metering is free, also when metering is on by its end.
const free = { credits: 0, balance: 0 }

/**
 * Charges the cost of a call once; a repetition answers the first charge. Throws `reservation_not_found`.
 */
export async function settleCredits(
  deps: Deps,
  { orgId, reservationId, credits }: z.output<typeof SettleCredits.input>,
): Promise<Settlement> {
  if (reservationId === unmetered) return free
  return inTransaction(deps.db, undefined, async (tx) => {
    const row = await lockReservation(tx, orgId, reservationId)
    if (row.status === 'settled' || row.status === 'refunded') {
      const balance = availableOf(await findAccount(tx, row.user_id))
      return { credits: row.status === 'settled' ? Number(row.charged) : 0, balance }
    }
    const isHeld = row.status === 'held'
    const available = isHeld ? 0 : availableOf(await lockAccount(tx, row.user_id))
    const charged = chargeOf(row, credits, available)
    const freed = isHeld ? Number(row.credits) : 0
    const account = await charge(tx, row, charged, freed)
    await updateReservation(tx, row, { status: 'settled', charged, settled_at: deps.now() })
    await changeMonth(tx, placed(row, charged, -freed))
    return { credits: charged, balance: availableOf(account) }
  })
}

const charge = (tx: Transaction, row: ReservationRow, charged: number, freed: number) =>
  charged === 0
    ? changeAccount(tx, row.user_id, { reserved: -freed })
    : postEntry(tx, row.org_id, {
        userId: row.user_id,
        kind: 'usage',
        credits: -charged,
        freed,
        description: descriptionOf(row),
        reference: row.run_id ?? row.id,
        reservationId: row.id,
      })

/** The change of the month of a reservation. */
const placed = (row: ReservationRow, used: number, held: number) => ({
  orgId: row.org_id,
  month: row.month,
  workflowId: row.workflow_id,
  used,
  held,
})

/** Frees the credits of a call that failed; an ended reservation stays. Throws `reservation_not_found`. */
export async function releaseCredits(
  deps: Deps,
  { orgId, reservationId }: Reference,
  isDue: (row: ReservationRow) => boolean = () => true,
): Promise<Balance> {
  if (reservationId === unmetered) return free
  return inTransaction(deps.db, undefined, async (tx) => {
    const row = await lockReservation(tx, orgId, reservationId)
    const account =
      row.status === 'held' && isDue(row)
        ? await release(tx, row, 'released')
        : await findAccount(tx, row.user_id)
    return { balance: availableOf(account) }
  })
}

async function release(
  tx: Transaction,
  row: ReservationRow,
  status: 'released' | 'refunded',
): Promise<Row<'credit_accounts'>> {
  const credits = Number(row.credits)
  const account = await changeAccount(tx, row.user_id, { reserved: -credits })
  await updateReservation(tx, row, { status })
  await changeMonth(tx, placed(row, 0, -credits))
  return account
}

/**
 * Returns the charge of a call whose result was lost; nothing is charged under its key again. Throws
 * `reservation_not_found`.
 */
export async function refundCredits(deps: Deps, { orgId, reservationId }: Reference): Promise<Balance> {
  if (reservationId === unmetered) return free
  return inTransaction(deps.db, undefined, async (tx) => {
    const row = await lockReservation(tx, orgId, reservationId)
    if (row.status === 'held') return { balance: availableOf(await release(tx, row, 'refunded')) }
    const charged = row.status === 'settled' ? Number(row.charged) : 0
    if (row.status !== 'refunded') await updateReservation(tx, row, { status: 'refunded' })
    if (charged === 0) return { balance: availableOf(await findAccount(tx, row.user_id)) }
    await changeMonth(tx, placed(row, -charged, 0))
    const account = await postEntry(tx, orgId, {
      userId: row.user_id,
      kind: 'refund',
      credits: charged,
      description: descriptionOf(row),
      reference: row.run_id ?? row.id,
      reservationId: row.id,
    })
    return { balance: availableOf(account) }
  })
}
