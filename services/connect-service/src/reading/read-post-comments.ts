import { commonErrors, type ReadPostComments } from '@atrium/contracts'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { refused } from '../errors.ts'
import { prepare } from '../publishing/prepare.ts'
import { threadPosts } from '../publishing/publish-thread.ts'
import { accountCall } from './account-call.ts'

/**
 * Reads a page of a post's comments, without the other posts of its thread. Throws `not_found`, `token_rejected`, `network_unavailable`.
 */
export async function readPostComments(
  deps: Deps,
  input: z.output<typeof ReadPostComments.input>,
): Promise<z.output<typeof ReadPostComments.output>> {
  const ready = await prepare(deps, input, input.actorId)
  if ('failure' in ready) throw commonErrors.not_found()
  const { readComments } = ready.provider
  if (readComments === undefined) throw commonErrors.not_found()
  const read = accountCall(deps, ready, (by) => readComments(by, input))
  const { comments, next } = await refused(read)
  const ids = comments.map(({ id }) => id)
  const ofThread = await threadPosts(deps, ready.channel.id, ids)
  return { items: comments.filter(({ id }) => !ofThread.has(id)), next }
}
