import { type Card, CardKind, CardStatus, type WorkflowItem } from '@atrium/contracts'
import { z } from 'zod'
import { isRecord, ownText } from '../../engine/index.ts'
import { defineNode } from '../define-node.ts'
import { cardKinds, cardStatuses, choice, common, emitted, field } from '../emitted-fields.ts'

const cardFields = emitted({
  title: field.text('Title', 'Call Kunsthalle'),
  tags: field.list('Tags', ['crm']),
  rawContent: field.text('Text', 'About the offer for the spring fair'),
  taskId: common.taskId,
  kind: choice('Kind of card', 'task', cardKinds),
  status: choice('Status', 'todo', cardStatuses),
  dueDate: field.date('Due', '2026-05-06T14:00:00.000Z'),
  dueAllDay: field.boolean('Due all day', false),
  dueOn: field.day('Due on', '2026-05-06'),
  destination: field.object('Destination', { scheme: 'social', host: 'x.com' }),
  fields: field.object('Further fields', { company: 'Kunsthalle' }),
})

/**
 * Converts a card to an item with the card id as identity. Custom fields cannot shadow the standard
 * keys.
 */
const cardItem = (card: Card): WorkflowItem => ({
  externalId: card.id,
  source: { scheme: 'board' },
  json: {
    ...card.fields,
    title: card.title,
    tags: card.tags,
    rawContent: card.body,
    taskId: card.id,
    kind: card.kind,
    status: card.status,
    dueDate: card.dueDate,
    dueAllDay: card.dueAllDay,
    dueOn: card.dueOn,
    destination: card.destination,
    fields: card.fields,
  },
})

const most = 500

export const readTasks = defineNode({
  type: 'read_tasks',
  label: 'Read cards',
  description: 'Searches the board, or loads the cards that a card event names',
  category: 'ingest',
  keywords: ['card', 'cards', 'task', 'tasks', 'board', 'search', 'find', 'ticket', 'list'],
  params: z.object({
    kind: CardKind.optional().describe('Only cards of this kind'),
    status: CardStatus.optional().describe('Only cards in this status'),
    tag: z.string().max(100).optional().describe('Only cards with this tag'),
    q: z.string().max(500).optional().describe('Full-text search'),
    skipTag: z
      .string()
      .max(100)
      .default('writing:deslopped')
      .describe('Cards with this tag are left out'),
    limit: z.number().int().min(1).max(most).default(100).describe('The most cards to read'),
  }),
  emits: cardFields,
  needs: ['org', 'board'],
  async execute(items, params, { orgId, ports, derive, signal }) {
    const { skipTag, limit, ...filters } = params
    const named = items
      .map((item) => ({ id: ownText(item.json, 'taskId'), item }))
      .filter(({ id }) => id !== '')
    if (named.length === 0) {
      const wanted = {
        ...JSON.parse(JSON.stringify(filters)),
        ...(skipTag === '' ? {} : { withoutTag: skipTag }),
      }
      const found = await ports.board.searchCards({ orgId, ...wanted, limit }, signal)
      const main = found.items.map((card) => cardItem(card))
      return { outputs: { main }, incomplete: found.total > main.length }
    }
    const ids = [...new Set(named.map(({ id }) => id))].slice(0, limit)
    const { items: cards } = await ports.board.getCards({ orgId, ids }, signal)
    const kept = cards.filter((card) => !card.tags.includes(skipTag))
    const main = kept.map((card) => {
      const from = named.find(({ id }) => id === card.id)?.item
      const item = cardItem(card)
      return from === undefined || !isRecord(item.json) ? item : derive(from, item)
    })
    const gone = ids.length - cards.length
    const skipped = cards.length - kept.length
    const notes = [gone > 0 ? `${gone} gone` : '', skipped > 0 ? `${skipped} with ${skipTag}` : '']
    const message = notes.filter((note) => note !== '').join(', ')
    return {
      outputs: { main },
      incomplete: named.length > ids.length && ids.length === limit,
      message: message && `Left out: ${message}`,
    }
  },
})
