import pLimit from 'p-limit'
import type { Deps } from '../deps.ts'
import { NetworkError } from '../network/network-error.ts'
import type { LiveNetwork } from '../require-provider.ts'
import type { ChannelRow } from './channel.ts'
import { findChannelById, listExpiring } from './refresh.db.ts'
import { refreshChannel } from './refresh-channel.ts'

/** Idle channels are refreshed earlier than a call would do it, so no call has to wait. */
const aheadMs = 15 * 60_000
/**
 * Limits per network: how many refreshes run at once, and how many run in one round. Networks do
 * not share the limits.
 */
const atOnce = 2
const perRound = 200
// After this many failures in a row, the network's other channels wait for the next round.
const mostInVain = 4

/**
 * Refreshes tokens that expire soon, including idle channels' tokens. A failing channel or network
 * does not stop the others.
 */
export async function refreshExpiring(deps: Deps, signal: AbortSignal): Promise<void> {
  const { vault } = deps
  if (vault === null) return
  const lanes = [...deps.providers.values()].filter((provider) => provider.refresh !== undefined)
  await Promise.all(lanes.map((provider) => refreshOfNetwork(deps, { provider, vault }, signal)))
}

async function refreshOfNetwork(deps: Deps, used: LiveNetwork, signal: AbortSignal): Promise<void> {
  const now = deps.now()
  const before = new Date(now.getTime() + aheadMs)
  const rows = await listExpiring(deps.db, used.provider.network, { before, now, limit: perRound })
  let inVain = 0
  await pLimit(atOnce).map(rows, async (row) => {
    if (signal.aborted || inVain >= mostInVain) return
    inVain = (await refreshed(deps, used, row)) ? 0 : inVain + 1
  })
}

/** Returns false if the network is unavailable. */
async function refreshed(deps: Deps, used: LiveNetwork, row: ChannelRow): Promise<boolean> {
  try {
    await refreshChannel(deps, used, row, aheadMs)
    const after = await findChannelById(deps.db, row.id)
    return after?.refresh_not_before === null || after?.refresh_not_before === undefined
  } catch (error) {
    // The failure is already stored on the channel and logged.
    if (error instanceof NetworkError) return error.class !== 'retry'
    deps.logger.error({ err: error, channelId: row.id }, 'A token could not be refreshed')
    return true
  }
}
