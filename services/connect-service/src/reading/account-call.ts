import { inTransaction } from '@atrium/database'
import { updateChannel } from '../channels/stored-channels.ts'
import type { Deps } from '../deps.ts'
import { NetworkError } from '../network/network-error.ts'
import type { Connection } from '../providers/connection.ts'
import { type Ready, renew } from '../publishing/prepare.ts'
import { learn } from '../publishing/send-once.ts'

/** A use within this time of the last one is not recorded. */
const usedAgainMs = 60_000

/**
 * Makes a reading call. A refused token is renewed once; one that is refused again ends the channel. Throws
 * `NetworkError`.
 */
export async function accountCall<P>(
  deps: Deps,
  first: Ready,
  call: (connection: Connection) => Promise<P>,
): Promise<P> {
  let ready = first
  try {
    const answer = await call(ready.connection).catch(async (error: unknown) => {
      const refused = error instanceof NetworkError && error.tokenInvalid
      const renewed = refused ? await renew(deps, ready) : undefined
      if (renewed === undefined) throw error
      ready = renewed
      return call(ready.connection)
    })
    await noteUse(deps, ready)
    return answer
  } catch (error) {
    if (error instanceof NetworkError) await learn(deps, ready.channel, error)
    throw error
  }
}

async function noteUse(deps: Deps, { channel }: Ready): Promise<void> {
  const now = deps.now()
  if (channel.last_used_at !== null && now.getTime() - channel.last_used_at.getTime() < usedAgainMs) return
  await inTransaction(deps.db, undefined, (tx) => updateChannel(tx, channel.id, { last_used_at: now }))
}
