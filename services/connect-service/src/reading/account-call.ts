import { noteUse } from '../channels/note-use.ts'
import type { Deps } from '../deps.ts'
import { NetworkError } from '../network/network-error.ts'
import type { Connection } from '../providers/readers.ts'
import { type Ready, renew } from '../publishing/prepare.ts'
import { recordChannelError } from '../publishing/send-once.ts'

/**
 * Makes a reading call. Renews a refused token once. If the new token is refused too, the channel
 * is invalidated. Throws `NetworkError`.
 */
export async function accountCall<P>(
  deps: Deps,
  first: Ready,
  call: (connection: Connection) => Promise<P>,
  { mayBlock }: { mayBlock?: boolean } = {},
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
    await noteUse(deps, ready.channel)
    return answer
  } catch (error) {
    if (error instanceof NetworkError)
      await recordChannelError(deps, ready.channel, error, { mayBlock })
    throw error
  }
}
