import { CardKind, cardKinds, DayOrMoment, JsonRecord, maxCardBody } from '@atrium/contracts'
import { z } from 'zod'
import { actOnItems } from '../act-on-items.ts'
import { defineNode } from '../define-node.ts'
import { common, emitted } from '../emitted-fields.ts'
import { filesParam, requireFiles, toReference } from '../file-params.ts'
import { keyParam } from '../publish/publish-params.ts'
import { itemKeys } from './item-keys.ts'

/** Posts have their own node, `create_post`. Links are created from their address. */
const kinds = cardKinds.filter((kind) => kind !== 'post' && kind !== 'link')

export const createCard = defineNode({
  type: 'create_card',
  label: 'Create card',
  description: 'Creates a card on the board for each item, once',
  category: 'act',
  keywords: ['card', 'task', 'todo', 'to-do', 'ticket', 'add card', 'new card', 'reminder', 'lead'],
  params: z.object({
    kind: CardKind.extract(kinds).default('task').describe('The kind of card'),
    title: z.string().trim().min(1).max(500).describe('The title'),
    body: z.string().max(maxCardBody).default('').describe('The text'),
    tags: z.array(z.string().trim().min(1).max(100)).max(50).default([]).describe('The tags'),
    dueDate: DayOrMoment.optional()
      .meta({ format: 'day-or-moment' })
      .describe('When the card is due: a day, or a day and time'),
    fields: JsonRecord.default({}).describe('Further fields, such as the email of a contact'),
    files: filesParam('Files that the card shows, such as {{$json.files}} of a webhook'),
    update: z
      .boolean()
      .default(false)
      .describe(
        'Updates a card from an earlier run with the new content, except for what a person has changed',
      ),
    key: keyParam,
  }),
  emits: emitted({
    taskId: common.taskId,
  }),
  usesPersonsRights: true,
  needs: ['org', 'board'],
  async execute(items, _params, context) {
    const { orgId, userId: ownerId, signal } = context
    const { board } = context.ports
    const keyOf = itemKeys(context)
    let existingCount = 0
    return actOnItems(
      items,
      context,
      async (item, at, { key: given, update, dueDate, files: references, ...content }) => {
        const files = (await requireFiles(context, references)).map(toReference)
        const fields = files.length === 0 ? content.fields : { ...content.fields, files }
        const card = { ...content, fields, ...(dueDate === undefined ? {} : { dueDate }) }
        const onExisting = update ? ('update' as const) : ('keep' as const)
        const key = keyOf(item, at, given)
        const made = await board.createCard({ orgId, ownerId, card, key, onExisting }, signal)
        if (!made.created) existingCount += 1
        return context.derive(item, { json: { ...item.json, taskId: made.card.id } })
      },
      { notes: () => (existingCount === 0 ? [] : [`Already there: ${existingCount}`]), atOnce: 4 },
    )
  },
})
