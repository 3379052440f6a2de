import { channelUri, type FindChannel } from '@atrium/contracts'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import type { ChannelRow } from './channel.ts'
import { listUsableChannels } from './channels.db.ts'
import { isEntitled } from './is-entitled.ts'

/**
 * Finds a channel that a user may use, by URI or id. Prefers an active channel, then the user's
 * own. Throws `unavailable` if identity is unavailable.
 */
export async function findUsableChannel(
  deps: Pick<Deps, 'db' | 'bus'>,
  { orgId, userId, address }: z.output<typeof FindChannel.input>,
): Promise<z.output<typeof FindChannel.output>['channel']> {
  const usable = await listUsableChannels(deps.db, orgId, userId)
  const named = usable.filter(
    ({ id, network, account_id }) => id === address || channelUri(network, account_id) === address,
  )
  const rank = ({ status, owner_id }: ChannelRow): number =>
    (status === 'active' ? 0 : 2) + (owner_id === userId ? 0 : 1)
  const [row] = named.toSorted((a, b) => rank(a) - rank(b))
  if (row === undefined || !(await isEntitled(deps, { orgId, userId }, [row]))) return null
  return { id: row.id, network: row.network, name: row.name, active: row.status === 'active' }
}
