import { platforms, UsesComments } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import type { Deps } from '../deps.ts'
import type { Provider } from '../providers/provider.ts'

/**
 * Returns the comment permissions if a post of the organisation on this network has a comment.
 * Returns none if the board service is unavailable.
 */
export async function commentScopes(
  { bus, logger }: Pick<Deps, 'bus' | 'logger'>,
  { network, commentScopes: scopes = [] }: Provider,
  orgId: string,
): Promise<readonly string[]> {
  const platform = platforms.find((known) => known === network)
  if (platform === undefined || scopes.length === 0) return []
  const answer = await callRpc(bus, UsesComments, { orgId, platform }).catch((error: unknown) => {
    logger.warn({ err: error, network }, 'The board does not say whether posts have comments')
    return undefined
  })
  return answer?.used === true ? scopes : []
}
