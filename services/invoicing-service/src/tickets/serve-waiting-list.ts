import { inTransaction } from '@atrium/database'
import type { Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import { giveTickets } from './give-tickets.ts'
import { type HappeningRow, isOver } from './happening.ts'
import { lockTypeRow, shareHappeningRow } from './happenings.db.ts'
import { listServing, takeForWaiting } from './inventory.db.ts'
import { orgVoice } from './org-voice.ts'
import { deleteWaiting, firstWaiting } from './waiting-list.db.ts'

/** The entries that one transaction serves, which holds the type locked. */
const step = 50

/**
 * Gives free tickets of a type to its waiting list: in its order, to each entry that they suffice for, so that a large
 * one does not block those behind it. Entries beyond a step are left to `serveWaitingLists`; the type is kept from
 * visitors until then. The caller shares the happening. Nothing once the happening is over, or the type has a price.
 */
export async function serveWaitingList(
  deps: Deps,
  tx: Transaction,
  happening: HappeningRow,
  typeId: string,
): Promise<void> {
  const { org_id } = happening
  const type = await lockTypeRow(tx, org_id, happening.id, typeId)
  const isClosed = isOver(happening, deps.now()) || Number(type.price_cents) > 0
  let free = isClosed ? 0 : type.capacity - type.sold
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
  if (served.length === 0) return
  const voice = await orgVoice(deps, org_id)
  for (const each of served) await giveTickets({ ...deps, voice }, tx, happening, each)
}

/** Goes on with the waiting lists that one transaction did not finish; how many steps it made. */
export async function serveWaitingLists(deps: Deps, signal?: AbortSignal): Promise<number> {
  let steps = 0
  for (const { id, org_id, happening_id } of await listServing(deps.db, 100)) {
    if (signal?.aborted) break
    await inTransaction(deps.db, undefined, async (tx) => {
      const happening = await shareHappeningRow(tx, org_id, happening_id)
      await serveWaitingList(deps, tx, happening, id)
    }).catch((error: unknown) => {
      // A happening that was deleted meanwhile, or a failure that the next run may not have.
      deps.logger.warn({ err: error, happening: happening_id }, '[tickets] a waiting list is not served')
    })
    steps += 1
  }
  return steps
}
