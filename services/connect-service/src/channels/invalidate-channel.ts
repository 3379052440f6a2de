import { ChannelInvalidated } from '@atrium/contracts'
import { emit, inTransaction } from '@atrium/database'
import type { Deps } from '../deps.ts'
import type { ChannelRow } from './channel.ts'

/**
 * Marks a channel whose token the network refused, once. A token that was replaced in the meantime is left
 * alone: the refusal was of the one before.
 */
export function invalidateChannel(deps: Deps, seen: ChannelRow, reason: string): Promise<void> {
  return inTransaction(deps.db, undefined, async (tx) => {
    const row = await tx
      .updateTable('channels')
      .set({ status: 'invalidated', invalid_reason: reason, updated_at: deps.now() })
      .where('id', '=', seen.id)
      .where('status', '=', 'active')
      .where('access_token', '=', seen.access_token)
      .returning(['id', 'org_id', 'owner_id', 'network', 'name'])
      .executeTakeFirst()
    if (row === undefined) return
    await emit(tx, ChannelInvalidated, row.org_id, {
      channelId: row.id,
      ownerId: row.owner_id,
      network: row.network,
      name: row.name,
      reason,
    })
  })
}
