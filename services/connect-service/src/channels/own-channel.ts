import { commonErrors, connectErrors, type OrgPrincipal } from '@atrium/contracts'
import { type ChannelRow, mayUse } from './channel.ts'

/**
 * Returns the principal's own channel. Throws `not_found`, or `forbidden` if a colleague shares the
 * channel.
 */
export function ownChannel(row: ChannelRow | undefined, { userId }: OrgPrincipal): ChannelRow {
  if (row === undefined || !mayUse(row, userId)) throw connectErrors.not_found()
  if (row.owner_id !== userId) {
    throw commonErrors.forbidden({
      message: 'Only the person who connected this account can change it',
    })
  }
  return row
}
