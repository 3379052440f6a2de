import { connectErrors, type PostingSlot, type ReadPostingSlots } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { z } from 'zod'
import { mayUse } from '../channels/channel.ts'
import { isEntitled } from '../channels/is-entitled.ts'
import { ownChannel } from '../channels/own-channel.ts'
import { findChannel, lockChannel } from '../channels/stored-channels.ts'
import type { Ctx, Deps } from '../deps.ts'
import { findSlots, replaceSlots } from './slots.db.ts'

/** Returns the slots of a channel that the caller may use. Throws `not_found`. */
export async function getSlots(
  { db }: Deps,
  { principal: { orgId, userId } }: Ctx,
  id: string,
): Promise<{ items: PostingSlot[] }> {
  const channel = await findChannel(db, orgId, id)
  if (channel === undefined || !mayUse(channel, userId)) throw connectErrors.not_found()
  return { items: await findSlots(db, orgId, id) }
}

/** Replaces the slots of the caller's own channel. Throws `not_found`, `forbidden`. */
export async function putSlots(
  deps: Deps,
  { principal }: Ctx,
  { id, items }: { id: string; items: readonly PostingSlot[] },
): Promise<{ items: PostingSlot[] }> {
  const { orgId } = principal
  return inTransaction(deps.db, undefined, async (tx) => {
    ownChannel(await lockChannel(tx, orgId, id), principal)
    await replaceSlots(tx, { orgId, channelId: id }, items)
    return { items: await findSlots(tx, orgId, id) }
  })
}

/** Returns a channel's slots for the board. Null if the member may not use the channel. */
export async function readSlots(
  deps: Deps,
  { orgId, userId, channelId }: z.output<typeof ReadPostingSlots.input>,
): Promise<z.output<typeof ReadPostingSlots.output>> {
  const channel = await findChannel(deps.db, orgId, channelId)
  if (channel === undefined || !mayUse(channel, userId)) return { slots: null }
  if (!(await isEntitled(deps, { orgId, userId }, [channel]))) return { slots: null }
  return { slots: await findSlots(deps.db, orgId, channelId) }
}
