import { RoleOf } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import type { Deps } from '../deps.ts'
import { type ChannelRow, mayUse } from './channel.ts'

/**
 * True if a user may use the shared channels in the list. A former member may not. Throws
 * `unavailable` if identity is unavailable.
 */
export async function isEntitled(
  { bus }: Pick<Deps, 'bus'>,
  person: { orgId: string; userId: string },
  rows: readonly ChannelRow[],
): Promise<boolean> {
  if (!rows.some((row) => row.owner_id !== person.userId && mayUse(row, person.userId))) return true
  return (await callRpc(bus, RoleOf, person)).role !== null
}
