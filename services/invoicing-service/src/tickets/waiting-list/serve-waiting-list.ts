import { inTransaction } from '@atrium/database'
import type { Transaction } from '../../database.ts'
import type { Deps } from '../../deps.ts'
import { giveTickets } from '../give-tickets.ts'
import { type HappeningRow, isFree, isOver } from '../happenings/happening.ts'
import { lockTypeRow, shareHappeningRow } from '../happenings.db.ts'
import { listServing, takeForWaiting } from '../inventory.db.ts'
import { seatPaidOrders } from '../orders/seat-paid-orders.ts'
import { type OrgVoice, orgVoice } from '../org-voice.ts'
import { deleteWaiting, firstWaiting } from './waiting-list.db.ts'

/** Entries served by one transaction, because it keeps the type locked. */
const step = 50

/**
 * Gives free tickets to waiting-list entries in order, if there are enough for the entry. Paid
 * orders without seats come first. Entries beyond one step are left to `serveWaitingLists`, and
 * visitors get no tickets of the type until then. The caller must have locked the event with
 * `shareHappeningRow`.
 */
export async function serveWaitingList(
  deps: Deps,
  tx: Transaction,
  { happening, voice }: { happening: HappeningRow; voice: OrgVoice },
  typeId: string,
): Promise<void> {
  const { org_id } = happening
  await seatPaidOrders(deps, tx, happening, typeId)
  const type = await lockTypeRow(tx, org_id, happening.id, typeId)
  const isClosed = isOver(happening, deps.now()) || !isFree(type)
  let free = isClosed ? 0 : type.capacity - type.sold - type.held
  const first = free === 0 ? [] : await firstWaiting(tx, type, { free, limit: step })
  const served = first.filter(({ quantity }) => {
    if (quantity > free) return false
    free -= quantity
    return true
  })
  const serving = first.length === step && free > 0
  if (served.length === 0 && serving === type.serving) return
  const quantity = served.reduce((sum, each) => sum + each.quantity, 0)
  await takeForWaiting(tx, type, { quantity, serving })
  const ids = served.map(({ id }) => id)
  await deleteWaiting(tx, org_id, ids)
  for (const each of served) await giveTickets({ ...deps, voice }, tx, happening, each)
}

/** Longest time of a run, in milliseconds. The next run continues. */
const longestMs = 10_000

/**
 * Continues unfinished waiting lists, taking types in turn, until its time is used up. Returns the
 * number of steps.
 */
export async function serveWaitingLists(deps: Deps, signal?: AbortSignal): Promise<number> {
  const until = deps.now().getTime() + longestMs
  const voices = new Map<string, OrgVoice>()
  let steps = 0
  for (;;) {
    const types = await listServing(deps.db, 100)
    let failures = 0
    for (const type of types) {
      if (signal?.aborted || deps.now().getTime() >= until) return steps
      const voice = voices.get(type.org_id) ?? (await orgVoice(deps, type.org_id))
      voices.set(type.org_id, voice)
      if (!(await serveStep(deps, type, voice))) failures += 1
      steps += 1
    }
    // After a failure, the next run tries again.
    if (types.length === 0 || failures > 0) return steps
  }
}

async function serveStep(
  deps: Deps,
  { id, org_id, happening_id }: Awaited<ReturnType<typeof listServing>>[number],
  voice: OrgVoice,
): Promise<boolean> {
  try {
    await inTransaction(deps.db, undefined, async (tx) => {
      const happening = await shareHappeningRow(tx, org_id, happening_id)
      await serveWaitingList(deps, tx, { happening, voice }, id)
    })
    return true
  } catch (error) {
    // The event was deleted meanwhile, or the failure may be temporary.
    deps.logger.warn(
      { err: error, happening: happening_id },
      '[tickets] a waiting list is not served',
    )
    return false
  }
}
