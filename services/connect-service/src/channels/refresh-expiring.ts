import type { Deps } from '../deps.ts'
import { NetworkError } from '../network/network-error.ts'
import { listExpiring } from './refresh.db.ts'
import { refreshChannel } from './refresh-channel.ts'

/** Idle channels are refreshed earlier than calls would, so that no call has to wait for it. */
const aheadMs = 15 * 60_000
const atOnce = 4
const perRound = 200

/** Refreshes the tokens that end soon, also of channels that nobody uses. One that fails does not stop the others. */
export async function refreshExpiring(deps: Deps, signal: AbortSignal): Promise<void> {
  const { vault } = deps
  if (vault === null) return
  const now = deps.now()
  const rows = await listExpiring(deps.db, new Date(now.getTime() + aheadMs), now, perRound)
  const worker = async () => {
    for (let row = rows.shift(); row !== undefined && !signal.aborted; row = rows.shift()) {
      const provider = deps.providers.get(row.network)
      if (provider?.refresh === undefined) continue
      await refreshChannel(deps, { provider, vault }, row, aheadMs).catch((error: unknown) => {
        // The channel and the log have it already.
        if (error instanceof NetworkError) return
        deps.logger.error({ err: error, channelId: row.id }, 'A token could not be refreshed')
      })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
