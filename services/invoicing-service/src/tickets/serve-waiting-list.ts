import { inTransaction } from '@atrium/database'
import type { Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import { giveTickets } from './give-tickets.ts'
import { type HappeningRow, isFree, isOver } from './happening.ts'
import { lockTypeRow, shareHappeningRow } from './happenings.db.ts'
import { listServing, takeForWaiting } from './inventory.db.ts'
import { type OrgVoice, orgVoice } from './org-voice.ts'
import { seatPaidOrders } from './seat-paid-orders.ts'
import { deleteWaiting, firstWaiting } from './waiting-list.db.ts'

/** The entries that one transaction serves, which holds the type locked. */
const step = 50

/**
 * Gives free tickets to the list in its order, to each entry that they suffice for. Entries beyond a step are left to
 * `serveWaitingLists`; the type is kept from visitors until then. Orders that are paid and have no seats come first. The
 * caller shares the happening.
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

/** The longest time of one run; the next one goes on. */
const longestMs = 10_000

/** Goes on with unfinished waiting lists, the types in turn, until its time is up; the number of steps. */
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
    // A failure is left to the next run.
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
    // A happening that was deleted meanwhile, or a failure that the next run may not have.
    deps.logger.warn({ err: error, happening: happening_id }, '[tickets] a waiting list is not served')
    return false
  }
}
