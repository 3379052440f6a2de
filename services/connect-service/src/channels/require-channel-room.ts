import type { ConnectNetwork } from '@atrium/contracts'
import { checkPlanRoom } from '@atrium/service-kit'
import type { Deps } from '../deps.ts'
import type { ChannelOwner } from './channel.ts'
import { countChannels, listConnected } from './channels.db.ts'

/**
 * Throws `plan_limit` (402) if the organisation's plan has no room for these accounts. A connected
 * account needs no room.
 */
export async function requireChannelRoom(
  { db, bus }: Pick<Deps, 'db' | 'bus'>,
  owner: ChannelOwner,
  network: ConnectNetwork,
  accountIds: readonly string[],
): Promise<void> {
  const { orgId } = owner
  const connected = await listConnected(db, owner, network, accountIds)
  const adding = accountIds.length - connected.length
  if (adding === 0) return
  await checkPlanRoom(bus, {
    orgId,
    resource: 'channels',
    adding,
    countUsed: () => countChannels(db, orgId),
  })
}
