import { createHash } from 'node:crypto'
import { type CommentOutcome, commonErrors, type PublishCommentInput } from '@atrium/contracts'
import type { Deps } from '../deps.ts'
import { refusal } from '../errors.ts'
import { NetworkError } from '../network/network-error.ts'
import type { ReadComment } from '../providers/provider.ts'
import type { NewAttempt } from './attempts.db.ts'
import { failureOf } from './failure.ts'
import { prepare } from './prepare.ts'
import { earlierOutcome, learn, sendOnce } from './send-once.ts'

/** Comments below a published post, once; the outcome says what became of it. */
export async function publishComment(deps: Deps, input: PublishCommentInput): Promise<CommentOutcome> {
  const attempt: NewAttempt = {
    kind: 'comment',
    attemptKey: input.attemptKey,
    channelId: input.channelId,
    ownerId: input.ownerId,
    taskId: input.taskId,
    fingerprint: createHash('sha256')
      .update(JSON.stringify([input.externalId, input.message]))
      .digest('base64url'),
    startedAt: deps.now(),
  }
  const earlier = await earlierOutcome(deps, attempt)
  if (earlier !== undefined && 'open' in earlier) {
    return { outcome: 'unconfirmed', message: 'An earlier call with this comment has not ended' }
  }
  if (earlier !== undefined) return earlier.outcome as CommentOutcome
  const ready = await prepare(deps, input.ownerId, input.channelId)
  if ('failure' in ready) return { outcome: 'failed', failure: ready.failure }
  const { comment } = ready.provider
  if (comment === undefined) {
    const message = `${ready.channel.network} takes no comments`
    return {
      outcome: 'failed',
      failure: failureOf(deps.config.DASHBOARD_URL, { class: 'fix_content', message, retryAfter: undefined }),
    }
  }
  return (await sendOnce(deps, {
    attempt,
    ready,
    send: async ({ connection }) => {
      const { externalId } = await comment(connection, input.externalId, input.message)
      return { externalId, outcome: { outcome: 'commented', externalId } as const }
    },
  })) as CommentOutcome
}

/** The comments below a post. Throws `not_found`, `token_rejected`, `network_unavailable`. */
export async function readComments(
  deps: Deps,
  input: { ownerId: string; channelId: string; externalId: string },
): Promise<{ items: ReadComment[] }> {
  const ready = await prepare(deps, input.ownerId, input.channelId)
  if ('failure' in ready || ready.provider.readComments === undefined) throw commonErrors.not_found()
  try {
    return { items: await ready.provider.readComments(ready.connection, input.externalId) }
  } catch (error) {
    if (error instanceof NetworkError) await learn(deps, ready.channel, error)
    throw refusal(error)
  }
}
