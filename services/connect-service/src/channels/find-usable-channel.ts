import { type ConnectNetwork, channelUri } from '@atrium/contracts'
import type { Deps } from '../deps.ts'
import type { ChannelRow } from './channel.ts'
import { listUsableChannels } from './channels.db.ts'
import { isEntitled } from './is-entitled.ts'

interface UsableChannel {
  id: string
  network: ConnectNetwork
  name: string
  active: boolean
}

/** The channel with a URI or id that a person may use: an active one first, then their own. */
export async function findUsableChannel(
  deps: Pick<Deps, 'db' | 'bus'>,
  { orgId, userId, address }: { orgId: string; userId: string; address: string },
): Promise<UsableChannel | undefined> {
  const usable = await listUsableChannels(deps.db, orgId, userId)
  const named = usable.filter(
    ({ id, network, account_id }) => id === address || channelUri(network, account_id) === address,
  )
  const rank = ({ status, owner_id }: ChannelRow): number =>
    (status === 'active' ? 0 : 2) + (owner_id === userId ? 0 : 1)
  const [row] = named.toSorted((a, b) => rank(a) - rank(b))
  if (row === undefined || !(await isEntitled(deps, { orgId, userId }, [row]))) return undefined
  return { id: row.id, network: row.network, name: row.name, active: row.status === 'active' }
}
