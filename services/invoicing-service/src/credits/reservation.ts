import type { SpendOrigin } from '@atrium/contracts'
import type { Row } from '../database.ts'
import { eachWorkflow, wholeOrg } from './limits.db.ts'
import type { ReservationRow } from './reservations.db.ts'

/** The reservation id of every call while credits are not metered. */
export const unmetered = 'unmetered'

/** Longest time that a reservation is held, in milliseconds: one day. */
export const heldAtMostMs = 86_400_000

/** Returns the UTC month in which a spending limit counts. */
export const toMonth = (moment: Date): string => moment.toISOString().slice(0, 7)

export const firstOfMonth = (moment: Date): Date => new Date(`${toMonth(moment)}-01T00:00:00.000Z`)

export const availableCredits = (
  account: Pick<Row<'credit_accounts'>, 'balance' | 'reserved'> | undefined,
) => (account === undefined ? 0 : Number(account.balance) - Number(account.reserved))

export const describeReservation = ({
  model,
  node,
}: Pick<ReservationRow, 'model' | 'node'>): string =>
  node === null ? model : `${model}, node ${node}`

/**
 * Returns the workflow whose limit applies. The platform's one-off chains have none, because each
 * has a new id.
 */
export const limitedWorkflow = (workflowId: string | null | undefined): string | null =>
  workflowId?.startsWith('internal:') === true ? null : (workflowId ?? null)

/** Returns the row keys of the limits and spend that apply to a call. */
export function listPlaces({ workflowId }: SpendOrigin): string[] {
  const limited = limitedWorkflow(workflowId)
  return limited === null ? [wholeOrg] : [wholeOrg, eachWorkflow, limited]
}

/** Returns what is left of the month under the tightest limit, or null if there is no limit. */
export function monthLeft(
  { workflowId }: SpendOrigin,
  limits: ReadonlyArray<Row<'credit_limits'>>,
  months: ReadonlyArray<Pick<Row<'credit_months'>, 'workflow_id' | 'used' | 'held'>>,
): number | null {
  const findLimit = (place: string) =>
    limits.find(({ workflow_id: id }) => id === place)?.monthly_credits
  const findSpent = (place: string): number => {
    const row = months.find(({ workflow_id: id }) => id === place)
    return row === undefined ? 0 : Number(row.used) + Number(row.held)
  }
  const ofOrg = findLimit(wholeOrg)
  const limited = limitedWorkflow(workflowId)
  const ofWorkflow = limited === null ? undefined : (findLimit(limited) ?? findLimit(eachWorkflow))
  const rests = [
    ...(ofOrg === undefined ? [] : [Number(ofOrg) - findSpent(wholeOrg)]),
    ...(ofWorkflow === undefined ? [] : [Number(ofWorkflow) - findSpent(limited ?? wholeOrg)]),
  ]
  return rests.length === 0 ? null : Math.min(...rests)
}
