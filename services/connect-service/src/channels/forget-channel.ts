import { inTransaction } from '@atrium/database'
import type { Transaction } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'
import { announce } from './announce.ts'
import type { ChannelOwner, ChannelRow } from './channel.ts'
import { deleteChannel, deleteMember, lockChannel } from './channels.db.ts'
import { ownChannel } from './own-channel.ts'
import { revokeTokens } from './revoke-tokens.ts'

/**
 * Deletes the principal's own channel and revokes its tokens. Throws `not_found`, or `forbidden` if
 * the channel belongs to a colleague.
 */
export async function forgetChannel(deps: Deps, { principal }: Ctx, id: string): Promise<void> {
  const forgotten = await inTransaction(deps.db, undefined, async (tx) => {
    const row = ownChannel(await lockChannel(tx, principal.orgId, id), principal)
    await deleteChannel(tx, row)
    await announce(tx, row, 'removed')
    return row
  })
  revokeTokens(deps, [forgotten])
}

export async function forgetMember(tx: Transaction, owner: ChannelOwner): Promise<ChannelRow[]> {
  const rows = await deleteMember(tx, owner)
  for (const row of rows) await announce(tx, row, 'removed')
  return rows
}
