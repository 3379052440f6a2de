import {
  type Card,
  CardStatus,
  maxCardBody,
  platformOfHost,
  platformRules,
  textLength,
} from '@atrium/contracts'
import { z } from 'zod'
import { missingField, NodeError, ownPath } from '../../engine/index.ts'
import { actOnItems } from '../act-on-items.ts'
import { cardParam, getCard, readCardId } from '../cards.ts'
import { defineNode } from '../define-node.ts'
import { common, emitted } from '../emitted-fields.ts'

const Params = z.object({
  taskId: cardParam(),
  field: z.enum(['body', 'title']).default('body').describe('The field that is written'),
  valueKey: z
    .string()
    .max(200)
    .default('rewritten')
    .describe('The field of the item with the new text'),
  status: CardStatus.optional().describe('Moves the card'),
  tag: z
    .string()
    .max(100)
    .optional()
    .describe(
      'The tag to add. By default, writing:deslopped after a rewrite and writing:deslop-declined after a declined one',
    ),
})

const tags = { rewritten: 'writing:deslopped', declined: 'writing:deslop-declined' } as const

/**
 * True if `remove_ai_slop` declined to rewrite the item. It then adds the weaknesses and the
 * reason.
 */
const isDeclined = (json: unknown): boolean =>
  Array.isArray(ownPath(json, ['slop'])) && typeof ownPath(json, ['declineReason']) === 'string'

/**
 * Throws `NodeError` if a text is too long for its card. The network decides the limit and how to
 * count, or else the board.
 */
function requireRoom(card: Card, text: string): void {
  const platform = card.post?.platform ?? platformOfHost(card.destination?.host ?? '')
  const { max, count } = platform === undefined ? boardRules : platformRules[platform].body
  const length = textLength(text, count)
  if (length > max)
    throw new NodeError(`The text has ${length} characters, but the network accepts at most ${max}`)
}
const boardRules = { max: maxCardBody, count: 'characters' } as const

export const updateTask = defineNode({
  type: 'update_task',
  label: 'Update card',
  description: 'Writes a rewritten text back to its card, tags it, or moves it',
  category: 'act',
  keywords: ['edit card', 'change card', 'card', 'task', 'move', 'status'],
  params: Params,
  emits: emitted({
    taskId: common.taskId,
  }),
  usesPersonsRights: true,
  needs: ['org', 'board'],
  async execute(items, _params, context) {
    const { orgId, userId, ports, signal } = context
    return actOnItems(items, context, async (item, at, params) => {
      const { json } = item
      const taskId = readCardId(json, at, context, params)
      const value = ownPath(json, [params.valueKey])
      const text = typeof value === 'string' ? value : undefined
      const tag =
        params.tag ??
        (text !== undefined ? tags.rewritten : isDeclined(json) ? tags.declined : undefined)
      if (text === undefined && params.status === undefined && tag === undefined) {
        throw missingField(params.valueKey)
      }
      if (text !== undefined && params.field === 'body')
        requireRoom(await getCard(context, taskId), text)
      const patch = {
        ...(text === undefined ? {} : { [params.field]: text }),
        ...(params.status === undefined ? {} : { status: params.status }),
      }
      const change = { patch, ...(tag === undefined ? {} : { addTags: [tag] }) }
      await ports.board.updateCard(
        {
          orgId,
          actorId: userId,
          taskId,
          ...change,
          runId: context.runId,
          key: context.idempotencyKey(at),
        },
        signal,
      )
      return context.derive(item, { json: { ...item.json, taskId } })
    })
  },
})
