import {
  type Card,
  type CommentOutcome,
  PublishComment,
  type WorkflowItem,
} from '@atrium/contracts'
import { z } from 'zod'
import { NodeError, ownText } from '../../engine/index.ts'
import { actOnItems } from '../act-on-items.ts'
import { cardParam, noteOnCard, readCardId } from '../cards.ts'
import { defineNode } from '../define-node.ts'
import { emitted, field } from '../emitted-fields.ts'
import type { PublishingPort } from '../ports.ts'
import { openCard, reconnect } from './publish-card.ts'
import { retryKeyedCall } from './retry-keyed-call.ts'

const tries = 3
const longestWaitSeconds = 120

const Params = z.object({
  taskId: cardParam(),
  text: z
    .string()
    .max(10_000)
    .optional()
    .describe('The text. By default, the post’s own first comment'),
})
type Params = z.output<typeof Params>

export const postComment = defineNode({
  type: 'post_comment',
  label: 'Post the first comment',
  description:
    'Comments below each post that was just published, with its link if the link belongs in the comment',
  category: 'act',
  keywords: ['reply', 'social', 'link in comment', 'first comment'],
  params: Params,
  emits: emitted({
    commentId: field.id('Comment ID', 'cmt_1'),
  }),
  usesPersonsRights: true,
  needs: ['org', 'board', 'publishing'],
  available: ({ publishing }) => publishing?.mailOnly !== true,
  async execute(items, _params, context) {
    const { orgId, ports, signal } = context
    const { board, publishing } = ports
    const act = async (item: WorkflowItem, at: number, params: Params) => {
      const taskId = readCardId(item.json, at, context, params)
      const message = params.text ?? (ownText(item.json, 'comment') || undefined)
      if (message === undefined) return item
      // Channel and post come from the card, because an item could name those of another
      // organisation.
      const [card] = (await board.getCards({ orgId, ids: [taskId] }, signal)).items
      const key = ownText(item.json, 'attemptKey') || context.idempotencyKey(at)
      const outcome = await comment(publishing, {
        post: { card, actorId: context.userId },
        message,
        key,
        signal,
      })
      if (outcome?.outcome === 'commented') {
        return context.derive(item, { json: { ...item.json, commentId: outcome.externalId } })
      }
      const reason =
        outcome === undefined
          ? 'no response arrived. Check whether the network shows the comment'
          : outcome.outcome === 'failed'
            ? outcome.failure.message
            : outcome.message
      if (card !== undefined) {
        const entry = { kind: 'system', body: `The first comment is missing: ${reason}` }
        await noteOnCard(context, taskId, entry, { key: context.idempotencyKey(at) })
      }
      const again = outcome?.outcome === 'failed' && outcome.failure.class === 'reconnect'
      throw new NodeError(`The first comment is missing: ${reason}`, {
        fix: again ? reconnect : openCard(taskId),
      })
    }
    // If the outcome is unknown, a retry could post the comment twice. No item is therefore offered
    // again.
    const { left: _, ...result } = await actOnItems(items, context, act)
    return result
  },
})

async function comment(
  port: PublishingPort,
  {
    post: { card, actorId },
    message,
    key,
    signal,
  }: {
    post: { card: Card | undefined; actorId: string }
    message: string
    key: string
    signal: AbortSignal
  },
): Promise<CommentOutcome | undefined> {
  const channelId = card?.post?.channelId ?? null
  const externalId = card?.post?.externalId ?? null
  if (card === undefined || channelId === null || externalId === null) {
    const failure = {
      class: 'fix_content' as const,
      message: 'The card is not a published post',
      fix: null,
    }
    return { outcome: 'failed', failure }
  }
  const about = { orgId: card.orgId, actorId, channelId, taskId: card.id, externalId, message }
  for (let round = 1; ; round += 1) {
    // A failed attempt has sent nothing, so the retry may use a new key.
    const attemptKey = round === 1 ? key : `${key}:${round}`
    const outcome = await retryKeyedCall(() => port.comment({ ...about, attemptKey }), {
      pause: port.pause,
      answerMs: PublishComment.timeoutMs,
      signal,
    })
    const wait =
      outcome?.outcome === 'failed' && outcome.failure.class === 'retry'
        ? (outcome.failure.retryAfterSeconds ?? 60)
        : Number.POSITIVE_INFINITY
    if (round === tries || wait > longestWaitSeconds || signal.aborted) return outcome
    await port.pause(wait * 1_000, signal)
  }
}
