import {
  AppError,
  type Card,
  type CommentOutcome,
  type PublishCommentInput,
  type PublishOutcome,
  PublishPost,
  type PublishPostInput,
} from '@atrium/contracts'
import type { BoardPort, NodePorts, PublishingPort } from '../src/nodes/ports.ts'

export const away = () =>
  new AppError({ kind: 'unavailable', code: 'unavailable', message: 'Nobody answers' })

export const aPost = (id: string, more: Partial<Card> = {}, channelId = 'chn_1'): Card => ({
  id,
  kind: 'post',
  title: '',
  body: `Post ${id}`,
  status: 'reviewed',
  tags: [],
  dueDate: '2026-01-01T00:00:00.000Z',
  dueAllDay: false,
  dueOn: '2026-01-01',
  destination: { scheme: 'automated', host: 'facebook.com' },
  fields: {},
  ownerId: 'usr_owner',
  assigneeId: null,
  customerId: null,
  columnId: null,
  orgId: 'org_1',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  post: {
    platform: 'pagenet',
    channelId,
    link: null,
    linkHandling: 'keep',
    media: [],
    firstComment: null,
    thread: [],
    partsPublished: 0,
    to: [],
    externalId: null,
    externalUrl: null,
    failure: null,
    postedAt: null,
    postedBy: null,
    clicks: null,
  },
  ...more,
})

export const noNewCards: Pick<BoardPort, 'createCard' | 'createPost' | 'captureLink'> = {
  createCard: () => Promise.reject(away()),
  createPost: () => Promise.reject(away()),
  captureLink: () => Promise.reject(away()),
}

type MailOutcome = Awaited<ReturnType<PublishingPort['mail']>>
type Answer<I, O> = (input: I, call: number) => O | Promise<O>

/**
 * Creates a board with the given posts and a network with the given responses. Records the calls to
 * both in order.
 */
export function publishingWorld(
  cards: readonly Card[],
  network: {
    publish?: Answer<PublishPostInput, PublishOutcome>
    comment?: Answer<PublishCommentInput, CommentOutcome>
    mail?: Answer<{ taskId: string; token: string }, MailOutcome>
    deadlineMs?: number
    /** Throws if the board refuses the claim. */
    claim?(taskId: string | undefined): void
  } = {},
) {
  const asked: { what: string; input: unknown }[] = []
  const pauses: number[] = []
  const state = new Map(cards.map((card) => [card.id, card]))
  const note = <T>(what: string, input: T): T => {
    asked.push({ what, input })
    return input
  }
  const put = (
    id: string,
    more: Partial<Card>,
    post: Partial<Card['post'] & object> = {},
  ): Card => {
    const card = state.get(id)
    if (card?.post === undefined) throw new Error(`no post ${id}`)
    const next = { ...card, ...more, post: { ...card.post, ...post } }
    state.set(id, next)
    return next
  }
  const calls = { publish: 0, comment: 0, mail: 0 }
  const claimedFor: (string | undefined)[] = []
  const publishing: PublishingPort = {
    answerMs: PublishPost.timeoutMs,
    async claimPost({ taskId, actorId }) {
      claimedFor.push(actorId)
      network.claim?.(taskId)
      const due = [...state.values()].find(
        (card) =>
          card.status === 'reviewed' && (taskId === undefined ? isDue(card) : card.id === taskId),
      )
      if (due === undefined) return { claim: null }
      const deadline = new Date(Date.now() + (network.deadlineMs ?? 900_000)).toISOString()
      return {
        claim: {
          token: `token_${due.id}`,
          deadline,
          card: put(due.id, { status: 'posting' }),
          actorId: 'usr_armed',
          altTexts: [],
        },
      }
    },
    async settlePost(input) {
      const { taskId, result } = note('settle', input)
      const { outcome } = result
      return {
        card: put(
          taskId,
          { status: outcome },
          outcome === 'posted' ? { externalId: result.externalId } : {},
        ),
      }
    },
    async releasePost(input) {
      const { taskId, dueDate } = note('release', input)
      return {
        card: put(taskId, { status: 'reviewed', ...(dueDate === undefined ? {} : { dueDate }) }),
      }
    },
    async mail(input) {
      calls.mail += 1
      const given = note('mail', input)
      const outcome = (await network.mail?.(given, calls.mail)) ?? { outcome: 'posted' as const }
      put(input.taskId, { status: outcome.outcome })
      return outcome
    },
    async publish(input) {
      calls.publish += 1
      const given = note('publish', input) as PublishPostInput
      const posted = {
        outcome: 'posted' as const,
        externalId: `1001_${given.taskId}`,
        externalUrl: null,
      }
      return (
        (await network.publish?.(given, calls.publish)) ?? {
          ...posted,
          comment: given.firstComment,
        }
      )
    },
    async comment(input) {
      calls.comment += 1
      const given = note('comment', input)
      return (
        (await network.comment?.(given, calls.comment)) ?? {
          outcome: 'commented',
          externalId: 'cmt_1',
        }
      )
    },
    async pause(millis) {
      pauses.push(millis)
    },
  }
  const board: BoardPort = {
    ...noNewCards,
    findCards: async () => ({ items: [] }),
    searchCards: async () => ({ items: [], total: 0 }),
    getCards: async ({ ids }) => ({ items: ids.flatMap((id) => state.get(id) ?? []) }),
    updateCard: async ({ taskId }) => ({ card: put(taskId, {}) }),
    getKeyedCards: async () => ({ items: [] }),
    async createCard() {
      throw new Error('no cards are made here')
    },
    deleteCard: async () => ({ deleted: false }),
    readTimeline: async () => ({ items: [] }),
    async appendTimeline(input) {
      note('timeline', input)
      return {
        entry: { id: 'tle_1', kind: 'system', body: '', author: input.author, createdAt: '' },
      }
    },
  }
  const readRole: NodePorts['roleOf'] = async () => ({ role: 'owner' })
  return { asked, pauses, state, claimedFor, ports: { board, publishing, readRole } }
}

const isDue = (card: Card): boolean =>
  card.dueDate !== null && Date.parse(card.dueDate) <= Date.now()
