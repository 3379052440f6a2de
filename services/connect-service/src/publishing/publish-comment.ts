import { type CommentOutcome, type PublishCommentInput, PublishOutcome } from '@atrium/contracts'
import type { Deps } from '../deps.ts'
import { findDone } from './attempts.db.ts'
import { toFailure } from './failure.ts'
import { prepare, type Ready } from './prepare.ts'
import { earlierOutcome, newAttempt, sendOnce } from './send-once.ts'

/**
 * Publishes a comment at most once. If the same comment was sent before, its outcome is returned. It
 * is `unconfirmed` while the first attempt is under way.
 */
export async function publishComment(
  deps: Deps,
  input: PublishCommentInput,
): Promise<CommentOutcome> {
  const content = [input.externalId, input.message]
  const attempt = newAttempt(deps, {
    kind: 'comment',
    target: input,
    owner_id: await commenter(deps, input),
    content,
  })
  const earlier = await earlierOutcome(deps, attempt)
  if (earlier !== undefined && 'open' in earlier) {
    return { outcome: 'unconfirmed', message: 'The same comment is already being published' }
  }
  if (earlier !== undefined) return earlier.outcome as CommentOutcome
  const ready = await prepare(deps, input, attempt.owner_id)
  if ('failure' in ready) return { outcome: 'failed', failure: ready.failure }
  const { comment } = ready.provider
  if (comment === undefined) {
    const message = `${ready.channel.network} does not accept comments`
    return {
      outcome: 'failed',
      failure: toFailure(deps.config.DASHBOARD_URL, 'fix_content', message),
    }
  }
  const send = async ({ connection }: Ready) => {
    const { externalId } = await comment(connection, input.externalId, input.message)
    return { externalId, outcome: { outcome: 'commented', externalId } as const }
  }
  return (await sendOnce(deps, { attempt, ready, send })) as CommentOutcome
}

/**
 * Returns the member whose right is checked: the post's sender for a first comment, else the
 * comment's writer.
 */
async function commenter(deps: Deps, input: PublishCommentInput): Promise<string> {
  const { orgId: org_id, channelId: channel_id, taskId: task_id, externalId: external_id } = input
  const sent = await findDone(
    deps.db,
    { kind: 'post', org_id, channel_id, task_id },
    { external_id },
  )
  const outcome = PublishOutcome.safeParse(sent?.outcome).data
  const isIts = outcome?.outcome === 'posted' && outcome.comment === input.message
  return sent && isIts ? sent.owner_id : input.actorId
}
