import { commonErrors, type NetworkComment } from '@atrium/contracts'
import type { Deps } from '../deps.ts'
import { refused } from '../errors.ts'
import { prepare } from '../publishing/prepare.ts'
import { accountCall } from './account-call.ts'

/**
 * A page of the comments below a post, for a person who looks at it. Throws `not_found`, `token_rejected`,
 * `network_unavailable`.
 */
export async function readPostComments(
  deps: Deps,
  input: { orgId: string; actorId: string; channelId: string; externalId: string; cursor: string | null },
): Promise<{ items: NetworkComment[]; next: string | null }> {
  const ready = await prepare(deps, input, input.actorId)
  if ('failure' in ready) throw commonErrors.not_found()
  const { readComments } = ready.provider
  if (readComments === undefined) throw commonErrors.not_found()
  const read = accountCall(deps, ready, (by) => readComments(by, input.externalId, input.cursor))
  const { comments, next } = await refused(read)
  return { items: comments, next }
}
