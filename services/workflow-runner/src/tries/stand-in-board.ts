import {
  brokenPostRules,
  CalendarDay,
  type Card,
  type CardPatch,
  cardErrors,
} from '@atrium/contracts'
import type { Deps } from '../deps.ts'
import type { BoardPort } from '../nodes/ports.ts'

export interface Effect {
  action: string
  target: string | null
  detail: unknown
}

export type Note = (effect: Effect) => void

export type TriedCards = Map<string, Card>

type NewPost = Parameters<BoardPort['createPost']>[0]['post']

/** Omits undefined members. */
const without = (value: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined))

const mergeFields = ({ fields = {} }: CardPatch, before: Card['fields']): Card['fields'] =>
  Object.fromEntries(Object.entries({ ...before, ...fields }).filter(([, value]) => value !== null))

// A try assumes UTC for days, because nothing is stored.
function toDue(dueDate: string | null): Pick<Card, 'dueDate' | 'dueAllDay' | 'dueOn'> {
  if (dueDate === null) return { dueDate, dueAllDay: false, dueOn: null }
  const dueAllDay = CalendarDay.safeParse(dueDate).success
  const moment = dueAllDay ? `${dueDate}T23:59:59.999Z` : new Date(dueDate).toISOString()
  return { dueDate: moment, dueAllDay, dueOn: moment.slice(0, 10) }
}

function patched(card: Card, patch: CardPatch): Card {
  const { title, body, status, tags, dueDate } = patch
  return {
    ...card,
    ...without({ title, body, status, tags }),
    ...(dueDate === undefined ? {} : toDue(dueDate)),
    fields: mergeFields(patch, card.fields),
  }
}

// Checks the network's rules as the board does before it schedules a post.
function brokenRules({ title = '', body = '', fields = {}, post = {} }: NewPost) {
  const {
    platform,
    channelId = null,
    link = null,
    linkHandling = 'keep',
    media = [],
    firstComment = null,
    to = [],
  } = post
  if (platform === undefined) return []
  const broken = brokenPostRules({
    platform,
    to,
    link,
    linkHandling,
    media,
    firstComment,
    title,
    body,
    fields,
  })
  return channelId === null && platform !== 'email'
    ? [...broken, { path: 'post.channelId', message: 'Choose a connected account' }]
    : broken
}

/**
 * Creates a try's board. Reads go to the real board. Writes are only recorded, and later reads in
 * this try see them.
 */
export function standInBoard(
  real: BoardPort,
  cards: TriedCards,
  note: Note,
  { now, newId }: Pick<Deps, 'now' | 'newId'>,
): BoardPort {
  const newCard = (
    orgId: string,
    ownerId: string,
    card: CardPatch & { kind?: Card['kind'] },
  ): Card => {
    const at = now().toISOString()
    const made: Card = {
      id: newId('task'),
      kind: card.kind ?? 'task',
      orgId,
      ownerId,
      assigneeId: null,
      customerId: null,
      columnId: null,
      createdAt: at,
      updatedAt: at,
      title: '',
      body: '',
      status: 'todo',
      tags: [],
      dueDate: null,
      dueAllDay: false,
      dueOn: null,
      destination: null,
      fields: {},
    }
    const whole = patched(made, card)
    cards.set(whole.id, whole)
    return whole
  }
  const getCards = async (orgId: string, ids: string[], signal: AbortSignal): Promise<Card[]> => {
    const { items } = await real.getCards(
      { orgId, ids: ids.filter((id) => !cards.has(id)) },
      signal,
    )
    const found = new Map([...items, ...cards.values()].map((card) => [card.id, card]))
    return ids.flatMap((id) => found.get(id) ?? [])
  }
  const getCard = async (orgId: string, id: string, signal: AbortSignal): Promise<Card> => {
    const [card] = await getCards(orgId, [id], signal)
    if (card === undefined) throw cardErrors.not_found()
    return card
  }
  const keyed = async (
    orgId: string,
    key: string,
    signal: AbortSignal,
  ): Promise<Card | undefined> =>
    (await real.getKeyedCards({ orgId, keys: [key] }, signal)).items[0]?.card
  return {
    searchCards: real.searchCards,
    findCards: real.findCards,
    getKeyedCards: real.getKeyedCards,
    getCards: async ({ orgId, ids }, signal) => ({ items: await getCards(orgId, ids, signal) }),
    readTimeline: (input, signal) =>
      cards.has(input.taskId) ? Promise.resolve({ items: [] }) : real.readTimeline(input, signal),
    async createCard({ orgId, ownerId, card, key, onExisting }, signal) {
      const known = await keyed(orgId, key, signal)
      if (known !== undefined && onExisting !== 'update') return { card: known, created: false }
      const action = known === undefined ? 'create_card' : 'update_card'
      note({ action, target: known?.id ?? `board://${card.kind ?? 'task'}`, detail: without(card) })
      if (known === undefined)
        return { card: newCard(orgId, ownerId, card as CardPatch), created: true }
      const changed = patched(cards.get(known.id) ?? known, card as CardPatch)
      cards.set(changed.id, changed)
      return { card: changed, created: false }
    },
    async createPost({ orgId, actorId, post, key, armAt }, signal) {
      const known = await keyed(orgId, key, signal)
      if (known !== undefined) return { card: known, created: false, broken: [] }
      const broken = armAt === undefined ? [] : brokenRules(post)
      const armed = armAt !== undefined && broken.length === 0
      const { platform = null, channelId = null } = post.post ?? {}
      const target = channelId ?? (platform === null ? null : `manual ${platform}`)
      note({
        action: 'create_post',
        target,
        detail: { ...without(post), ...(armed ? { dueDate: armAt } : {}) },
      })
      const card = newCard(orgId, actorId, {
        ...(post as CardPatch),
        kind: 'post',
        status: armed ? 'reviewed' : 'draft',
        ...(armed ? { dueDate: armAt } : {}),
      })
      return { card, created: true, broken }
    },
    async captureLink({ orgId, ownerId, url }) {
      note({ action: 'capture_link', target: url, detail: { url } })
      return {
        card: newCard(orgId, ownerId, { kind: 'link', title: url, fields: { url } }),
        created: true,
      }
    },
    async deleteCard({ orgId, taskId }, signal) {
      const [card] = await getCards(orgId, [taskId], signal)
      if (card === undefined) return { deleted: false }
      note({ action: 'delete_card', target: taskId, detail: { title: card.title } })
      return { deleted: true }
    },
    async updateCard({ orgId, taskId, patch, addTags = [], removeTags = [], failure }, signal) {
      const before = await getCard(orgId, taskId, signal)
      const tags = [...new Set([...before.tags, ...addTags])].filter(
        (tag) => !removeTags.includes(tag),
      )
      const more = { addTags, removeTags, failure }
      const shown = Object.entries(more).filter(
        ([, value]) => value !== undefined && value.length > 0,
      )
      note({
        action: 'update_card',
        target: taskId,
        detail: { ...without(patch), ...Object.fromEntries(shown) },
      })
      const card = { ...patched(before, patch as CardPatch), tags }
      cards.set(taskId, card)
      return { card }
    },
    async appendTimeline({ orgId, taskId, entry, author }, signal) {
      await getCard(orgId, taskId, signal)
      note({ action: 'append_timeline', target: taskId, detail: without(entry) })
      const { kind = 'system', body } = entry
      const createdAt = now().toISOString()
      return { entry: { id: newId('tle'), kind, body, author, createdAt } }
    },
  }
}
