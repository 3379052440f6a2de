import { commonErrors, ReadPostingSlots } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import type { Ctx, Deps } from '../deps.ts'
import { ensureTimeZone } from '../due-days/time-zone.ts'
import { findFreeSlot } from './next-slot.db.ts'

/**
 * Returns the channel's next posting slot at which no approved post is due. Throws `not_found` if
 * the caller may not use the channel, or if it has no free slot within a year.
 */
export async function findNextSlot(
  deps: Deps,
  ctx: Ctx,
  channelId: string,
): Promise<{ at: string }> {
  const { orgId, userId } = ctx.principal
  const { slots } = await callRpc(deps.bus, ReadPostingSlots, { orgId, userId, channelId })
  if (slots === null) throw commonErrors.not_found({ message: 'No such account' })
  if (slots.length === 0)
    throw commonErrors.not_found({
      message: 'This account has no posting times yet. Add some first.',
    })
  const zone = await ensureTimeZone(deps, orgId, ctx.tx)
  const at = await findFreeSlot(deps.db, { orgId, channelId, slots, zone, now: deps.now() })
  if (at === undefined)
    throw commonErrors.not_found({ message: 'Every posting time of the next year is taken' })
  return { at: at.toISOString() }
}
