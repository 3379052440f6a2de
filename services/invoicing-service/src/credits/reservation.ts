import type { SpendOrigin } from '@atrium/contracts'
import type { Row } from '../database.ts'
import { eachWorkflow, wholeOrg } from './limits.db.ts'
import type { ReservationRow } from './reservations.db.ts'

/** The id that stands for every call while credits are not metered. */
export const unmetered = 'unmetered'

/** The longest time between a reservation and its end. */
export const heldAtMostMs = 86_400_000

/** The calendar month of spending limits, in UTC. */
export const monthOf = (moment: Date): string => moment.toISOString().slice(0, 7)

export const firstOfMonth = (moment: Date): Date => new Date(`${monthOf(moment)}-01T00:00:00.000Z`)

/** The credits of an account that no call holds. */
export const availableOf = (account: Pick<Row<'credit_accounts'>, 'balance' | 'reserved'> | undefined) =>
  account === undefined ? 0 : Number(account.balance) - Number(account.reserved)

export const descriptionOf = ({ model, node }: Pick<ReservationRow, 'model' | 'node'>): string =>
  node === null ? model : `${model}, node ${node}`

/** The workflow whose month counts; the one-off chains of the platform, each with an id of its own, have none. */
export const limitedWorkflow = (workflowId: string | null | undefined): string | null =>
  workflowId?.startsWith('internal:') === true ? null : (workflowId ?? null)

/** The rows of limits and spend that count for a call. */
export function placesOf({ workflowId }: SpendOrigin): string[] {
  const limited = limitedWorkflow(workflowId)
  return limited === null ? [wholeOrg] : [wholeOrg, eachWorkflow, limited]
}

/** The rest of a month under each limit that counts for a call; the smallest one, null without a limit. */
export function monthLeft(
  { workflowId }: SpendOrigin,
  limits: ReadonlyArray<Row<'credit_limits'>>,
  months: ReadonlyArray<Pick<Row<'credit_months'>, 'workflow_id' | 'used' | 'held'>>,
): number | null {
  const limitOf = (place: string) => limits.find(({ workflow_id: id }) => id === place)?.monthly_credits
  const spentOf = (place: string): number => {
    const row = months.find(({ workflow_id: id }) => id === place)
    return row === undefined ? 0 : Number(row.used) + Number(row.held)
  }
  const ofOrg = limitOf(wholeOrg)
  const limited = limitedWorkflow(workflowId)
  const ofWorkflow = limited === null ? undefined : (limitOf(limited) ?? limitOf(eachWorkflow))
  const rests = [
    ...(ofOrg === undefined ? [] : [Number(ofOrg) - spentOf(wholeOrg)]),
    ...(ofWorkflow === undefined ? [] : [Number(ofWorkflow) - spentOf(limited ?? wholeOrg)]),
  ]
  return rests.length === 0 ? null : Math.min(...rests)
}
