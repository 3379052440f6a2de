import {
  type AttentionItem,
  ConnectAttention,
  ConnectOverview,
  ConnectPlanUsage,
} from '@atrium/contracts'
import { type RpcHandler, rpcHandler } from '@atrium/messaging'
import type { ChannelOwner } from '../channels/channel.ts'
import { shownChannels } from '../channels/shown-channels.ts'
import { countChannels, listOwnChannels } from '../channels/stored-channels.ts'
import type { Deps } from '../deps.ts'

export const overviewRpc = (deps: Deps): RpcHandler[] => [
  rpcHandler(ConnectAttention, async (owner) => ({ items: await attention(deps, owner) })),
  rpcHandler(ConnectOverview, async (owner) => {
    const [items, channels] = await Promise.all([
      attention(deps, owner),
      countChannels(deps.db, owner.orgId),
    ])
    return { items, hasAccount: channels > 0 }
  }),
  rpcHandler(ConnectPlanUsage, async ({ orgId }) => ({
    used: { channels: await countChannels(deps.db, orgId) },
  })),
]

async function attention(deps: Deps, owner: ChannelOwner): Promise<AttentionItem[]> {
  const rows = await listOwnChannels(deps.db, owner)
  const channels = await shownChannels(deps, rows)
  const lost = channels.filter(
    ({ status, badge }) => status === 'invalidated' || badge === 'expired',
  )
  const ending = channels.filter(({ status, badge }) => status === 'active' && badge === 'expiring')
  const waiting = [...lost, ...ending]
  const newest = rows
    .filter(({ id }) => waiting.some((channel) => channel.id === id))
    .sort((a, b) => b.updated_at.getTime() - a.updated_at.getTime())[0]
  if (newest === undefined) return []
  const count = waiting.length
  const which = count === 1 ? '1 account has' : `${count} accounts have`
  return [
    {
      kind: 'channel_reconnect',
      severity: lost.length > 0 ? 'error' : 'warning',
      title: `${which} to be connected again`,
      detail: `${newest.name}: ${newest.invalid_reason ?? 'its access expires soon'}`,
      href: '/channels',
      at: newest.updated_at.toISOString(),
      count,
    },
  ]
}
