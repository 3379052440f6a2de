import type { Card, JudgedComment, NetworkComment, WorkflowItem } from '@atrium/contracts'
import { z } from 'zod'
import { noteOnCard } from '../cards.ts'
import { defineNode } from '../define-node.ts'
import { choice, common, emitted, field, networks } from '../emitted-fields.ts'
import type { NodePorts } from '../ports.ts'
import { ReadError } from './read-page.ts'
import { readPages } from './read-pages.ts'

const dayMs = 86_400_000
const posted = { kind: 'post', status: 'posted' } as const
const newestFirst = { sortBy: 'createdAt', sortDir: 'desc', limit: 500 } as const
const mostPosts = 5_000
const mostComments = 1_000
const longestEntry = 19_000
const source = 'comments'

const toItem = (card: Card, comment: NetworkComment): WorkflowItem => ({
  externalId: comment.id,
  source: {
    scheme: 'comment',
    ...(card.destination?.host === undefined ? {} : { host: card.destination.host }),
  },
  json: {
    title: card.title,
    rawContent: comment.message,
    author: comment.author?.name ?? null,
    authorId: comment.author?.id ?? null,
    createdAt: comment.createdAt,
    platform: card.post?.platform ?? null,
    taskId: card.id,
    url: card.post?.externalUrl ?? null,
    contentType: 'text/plain',
  },
})

async function postedCards(
  { board }: { board: NonNullable<NodePorts['board']> },
  { orgId, dueAfter, signal }: { orgId: string; dueAfter: string; signal: AbortSignal },
): Promise<{ cards: Card[]; more: boolean }> {
  const cards: Card[] = []
  for (let offset = 0; offset < mostPosts; offset += newestFirst.limit) {
    const page = await board.searchCards(
      { orgId, dueAfter, ...posted, ...newestFirst, offset },
      signal,
    )
    cards.push(...page.items)
    if (page.items.length === 0 || cards.length >= page.total) return { cards, more: false }
  }
  return { cards, more: true }
}

export const captureComments = defineNode({
  type: 'capture_comments',
  label: 'Capture comments',
  description: 'Writes visitors’ new comments on published posts to the timelines of the cards',
  category: 'ingest',
  keywords: ['comments', 'replies', 'reactions', 'visitors', 'social'],
  params: z.object({
    days: z
      .number()
      .int()
      .min(1)
      .max(365)
      .default(30)
      .describe('Only posts that were due in the last so many days'),
  }),
  emits: emitted({
    title: field.text('Post', 'We open on Sunday'),
    rawContent: field.text('Comment', 'Are you open on Sunday?'),
    author: field.text('Written by', 'Zoe Nobis'),
    authorId: field.id('Author ID', '1001'),
    createdAt: field.date('Written at', '2026-05-04T08:00:00.000Z'),
    platform: choice('Network', 'pagenet', networks),
    taskId: common.taskId,
    url: field.url('Link to the comment', 'https://social.example/posts/1#comment-2'),
    contentType: field.text('Content type', 'text/plain'),
  }),
  usesPersonsRights: true,
  needs: ['org', 'board', 'comments'],
  async execute(_items, { days }, context) {
    const { orgId, userId, ports, signal, ledger } = context
    const { board } = ports
    const read = ports.accounts.comments
    const dueAfter = new Date(context.now() - days * dayMs).toISOString()
    const { cards, more } = await postedCards({ board }, { orgId, dueAfter, signal })
    const main: WorkflowItem[] = []
    const failed = new Map<string, ReadError>()
    const passedOver: string[] = []
    let readAny = false
    let incomplete = more
    for (const card of cards) {
      signal.throwIfAborted()
      if (context.due()) await context.yield()
      const channelId = card.post?.channelId ?? null
      const externalId = card.post?.externalId ?? null
      // After one failure of a channel, its other posts wait for the next run.
      if (channelId === null || externalId === null || failed.has(channelId)) continue
      const target = { orgId, actorId: userId, channelId, externalId }
      const page = (cursor: string | null) => read({ ...target, cursor }, signal)
      const comments: JudgedComment[] = []
      try {
        for await (const { comments: part, next } of readPages('The network', page, context)) {
          comments.push(...part.slice(0, mostComments - comments.length))
          if (comments.length < mostComments || next === null) continue
          incomplete = true
          break
        }
        readAny = true
      } catch (error) {
        if (!(error instanceof ReadError)) throw error
        // The other posts may still be readable if this post was deleted or its comments are
        // disabled.
        if (error.kind === 'blocked') passedOver.push(error.message)
        else if (error.kind !== 'gone') failed.set(channelId, error)
        continue
      }
      const toId = ({ id }: NetworkComment) => `${card.id}:${id}`.slice(0, 500)
      const recorded = await ledger.verdicts(source, comments.map(toId))
      const fresh = comments.filter(
        (comment) => comment.own !== true && !recorded.has(toId(comment)),
      )
      for (const comment of fresh) {
        const body = `${comment.author?.name || 'A visitor'}: ${comment.message}`
          .slice(0, longestEntry)
          .toWellFormed()
        await noteOnCard(
          context,
          card.id,
          { kind: 'comment', body },
          {
            key: `comment:${comment.id}`.slice(0, 200),
            comment: {
              postId: externalId,
              message: comment.message.slice(0, 20_000).toWellFormed(),
              authorName: comment.author?.name?.slice(0, 500).toWellFormed() ?? null,
            },
          },
        )
        main.push(toItem(card, comment))
        if (context.due()) await context.yield()
      }
      // Record the comments after the writes. If the run dies in between, the next run repeats the
      // idempotent writes.
      await ledger.record(source, new Map(fresh.map((comment) => [toId(comment), 'captured'])))
    }
    const [problem] = failed.values()
    if (problem !== undefined && !readAny) throw problem
    const [passed] = passedOver
    const words = [
      ...(problem === undefined
        ? []
        : [`${failed.size} accounts could not be read: ${problem.message}`]),
      ...(passed === undefined ? [] : [`${passedOver.length} posts were skipped: ${passed}`]),
    ]
    return { outputs: { main }, incomplete, message: words.join('; ') }
  },
})
