import { inTransaction } from '@atrium/database'
import type { Deps } from '../deps.ts'
import type { ChannelRow } from './channel.ts'
import { updateChannel } from './channels.db.ts'

const usedAgainMs = 60_000

/** Records the use at most once a minute. */
export async function noteUse(deps: Deps, { id, last_used_at }: ChannelRow): Promise<void> {
  const now = deps.now()
  if (last_used_at !== null && now.getTime() - last_used_at.getTime() < usedAgainMs) return
  await inTransaction(deps.db, undefined, (tx) => updateChannel(tx, id, { last_used_at: now }))
}
