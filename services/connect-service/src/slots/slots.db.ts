import type { PostingSlot } from '@atrium/contracts'
import type { Db, Transaction } from '../database.ts'

export const findSlots = (db: Db, orgId: string, channelId: string): Promise<PostingSlot[]> =>
  db
    .selectFrom('posting_slots')
    .select(['weekday', 'time'])
    .where('org_id', '=', orgId)
    .where('channel_id', '=', channelId)
    .orderBy('weekday')
    .orderBy('time')
    .execute()

export async function replaceSlots(
  tx: Transaction,
  { orgId, channelId }: { orgId: string; channelId: string },
  slots: readonly PostingSlot[],
): Promise<void> {
  await tx
    .deleteFrom('posting_slots')
    .where('org_id', '=', orgId)
    .where('channel_id', '=', channelId)
    .execute()
  if (slots.length === 0) return
  await tx
    .insertInto('posting_slots')
    .values(slots.map((slot) => ({ ...slot, org_id: orgId, channel_id: channelId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
