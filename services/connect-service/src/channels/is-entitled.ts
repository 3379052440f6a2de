import { RoleOf } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import type { Deps } from '../deps.ts'
import { type ChannelRow, mayUse } from './channel.ts'

/**
 * Whether what is shared among these channels may be used by a person in whose name a workflow or an approval of
 * earlier acts: colleagues share with members, not with those who have left, whose own channels are forgotten. Throws
 * `unavailable` while nobody can say.
 */
export async function isEntitled(
  { bus }: Pick<Deps, 'bus'>,
  person: { orgId: string; userId: string },
  rows: readonly ChannelRow[],
): Promise<boolean> {
  if (!rows.some((row) => row.owner_id !== person.userId && mayUse(row, person.userId))) return true
  return (await callRpc(bus, RoleOf, person)).role !== null
}
