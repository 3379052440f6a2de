import type { ConnectNetwork } from '@atrium/contracts'
import { checkPlanRoom } from '@atrium/service-kit'
import type { Deps } from '../deps.ts'
import type { ChannelOwner } from './channel.ts'
import { countChannels, isConnected } from './channels.db.ts'

/**
 * Throws `plan_limit` (402) if the organisation's plan has no room for another channel. A connected
 * account needs no room.
 */
export async function requireChannelRoom(
  { db, bus }: Pick<Deps, 'db' | 'bus'>,
  owner: ChannelOwner,
  network: ConnectNetwork,
  accountId: string,
): Promise<void> {
  const { orgId } = owner
  if (await isConnected(db, owner, network, accountId)) return
  await checkPlanRoom(bus, {
    orgId,
    resource: 'channels',
    countUsed: () => countChannels(db, orgId),
  })
}
