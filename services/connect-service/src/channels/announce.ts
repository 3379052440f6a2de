import { ChannelConnected, ChannelForgotten, ChannelUpdated } from '@atrium/contracts'
import { audit, emit } from '@atrium/database'
import type { Transaction } from '../database.ts'
import { type ChannelRow, channelFacts } from './channel.ts'

const events = {
  connected: ChannelConnected,
  changed: ChannelUpdated,
  removed: ChannelForgotten,
} as const

/**
 * Emits the event of a change and records it in the audit log. A channel without an organisation
 * has no audit log.
 */
export async function announce(
  tx: Transaction,
  row: ChannelRow,
  change: keyof typeof events,
  facts = channelFacts(row),
): Promise<void> {
  const { org_id, id, name, network, shared } = row
  if (org_id !== null) {
    const target = { type: 'channel', id, name }
    await audit(tx, org_id, { action: `channel.${change}`, target, detail: { network, shared } })
  }
  await emit(tx, events[change], org_id, facts)
}
