import { createHash } from 'node:crypto'
import {
  type CommentOutcome,
  commonErrors,
  type PublishCommentInput,
  PublishOutcome,
} from '@atrium/contracts'
import type { Deps } from '../deps.ts'
import { refusal } from '../errors.ts'
import { NetworkError } from '../network/network-error.ts'
import type { ReadComment } from '../providers/provider.ts'
import { findSent, type NewAttempt } from './attempts.db.ts'
import { failureOf } from './failure.ts'
import { prepare } from './prepare.ts'
import { earlierOutcome, learn, sendOnce } from './send-once.ts'

/** Comments below a published post, once; the outcome says what became of it. */
export async function publishComment(deps: Deps, input: PublishCommentInput): Promise<CommentOutcome> {
  const attempt: NewAttempt = {
    kind: 'comment',
    attemptKey: input.attemptKey,
    channelId: input.channelId,
    orgId: input.orgId,
    actorId: await commenter(deps, input),
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
  const ready = await prepare(deps, input, attempt.actorId)
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

/** Whose right a comment needs: of the one that its post was sent with, the sender's; of other words, who writes them. */
async function commenter(deps: Deps, input: PublishCommentInput): Promise<string> {
  const sent = await findSent(deps.db, input)
  const outcome = sent === undefined ? undefined : PublishOutcome.safeParse(sent.outcome).data
  const isIts = outcome?.outcome === 'posted' && outcome.comment === input.message
  return sent !== undefined && isIts ? sent.owner_id : input.actorId
}

/** The comments below a post. Throws `not_found`, `token_rejected`, `network_unavailable`. */
export async function readComments(
  deps: Deps,
  input: { orgId: string; actorId: string; channelId: string; externalId: string },
): Promise<{ items: ReadComment[] }> {
  const ready = await prepare(deps, input, input.actorId)
  if ('failure' in ready || ready.provider.readComments === undefined) throw commonErrors.not_found()
  try {
    return { items: await ready.provider.readComments(ready.connection, input.externalId) }
  } catch (error) {
    if (error instanceof NetworkError) await learn(deps, ready.channel, error)
    throw refusal(error)
  }
}
