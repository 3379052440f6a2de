import { type Channel, UsersByIds } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import type { Deps } from '../deps.ts'
import { type ChannelRow, toChannel } from './channel.ts'

const namesAtOnce = 200

export async function shownChannels(deps: Deps, rows: readonly ChannelRow[]): Promise<Channel[]> {
  const names = await ownerNames(deps, new Set(rows.map((row) => row.owner_id)))
  const now = deps.now()
  return rows.map((row) =>
    toChannel(row, {
      now,
      renewed: isRenewed(deps, row, now),
      ownerName: names.get(row.owner_id) ?? '',
    }),
  )
}

export async function shownChannel(deps: Deps, row: ChannelRow): Promise<Channel> {
  const [shown] = await shownChannels(deps, [row])
  if (shown === undefined) throw new Error('One channel is shown as one')
  return shown
}

/**
 * True if the token will be refreshed before it expires. False if the last refresh failed and the
 * token has expired.
 */
function isRenewed({ providers }: Deps, row: ChannelRow, now: Date): boolean {
  if (row.status !== 'active' || row.refresh_token === null) return false
  if (providers.get(row.network)?.refresh === undefined) return false
  const over = row.expires_at !== null && row.expires_at <= now
  return !over || row.refresh_not_before === null || row.refresh_not_before <= now
}

// If identity is unavailable, channels are listed without owner names.
async function ownerNames(deps: Deps, ids: ReadonlySet<string>): Promise<Map<string, string>> {
  const all = [...ids]
  const names = new Map<string, string>()
  for (let at = 0; at < all.length; at += namesAtOnce) {
    const userIds = all.slice(at, at + namesAtOnce)
    const found = await callRpc(deps.bus, UsersByIds, { userIds }).catch((error: unknown) => {
      deps.logger.warn({ err: error }, 'The names of the owners of channels could not be read')
      return undefined
    })
    if (found === undefined) break
    for (const { id, name } of found.users) names.set(id, name)
  }
  return names
}
