import { type Card, CardStatus, platformOfHost, platformRules } from '@atrium/contracts'
import { z } from 'zod'
import { missingField, missingOrg, NodeError, ownPath } from '../engine/index.ts'
import { defineNode } from './define-node.ts'

const Params = z.object({
  taskId: z.string().optional().describe('The card; the item’s own unless given'),
  field: z.enum(['body', 'title']).default('body').describe('The field that is written'),
  valueKey: z.string().max(200).default('rewritten').describe('The item’s key that holds the new text'),
  status: CardStatus.optional().describe('Moves the card'),
  tag: z.string().max(100).optional().describe('The tag to add, writing:deslopped after a rewrite'),
})

// The network's own limit; other cards have the board's.
const capOf = (card: Card): number => {
  const platform = card.post?.platform ?? platformOfHost(card.destination?.host ?? '')
  return platform === undefined ? 100_000 : platformRules[platform].body.max
}

export const updateTask = defineNode({
  type: 'update_task',
  label: 'Update card',
  description: 'Writes a rewritten text back to its card, tags it, or moves it',
  category: 'act',
  mode: 'deterministic',
  outputs: ['main'],
  params: Params,
  emits: ['taskId'],
  skillable: false,
  available: (ports) => ports.board !== null,
  async execute(items, _params, context) {
    const { orgId, userId, ports, signal } = context
    if (orgId === null) throw missingOrg()
    if (ports.board === null) throw new NodeError('The board does not answer')
    for (let at = 0; at < items.length && !signal.aborted; at += 1) {
      const params = context.paramsFor(at)
      const json = items[at]?.json
      const own = ownPath(json, ['taskId'])
      const taskId = params.taskId ?? (typeof own === 'string' ? own : undefined)
      if (taskId === undefined || taskId === '') throw missingField(context.missing(at) ?? 'taskId')
      const value = ownPath(json, [params.valueKey])
      const text = typeof value === 'string' ? value : undefined
      const tag = params.tag ?? (text === undefined ? undefined : 'writing:deslopped')
      if (text === undefined && params.status === undefined && tag === undefined) {
        throw missingField(params.valueKey)
      }
      if (text !== undefined && params.field === 'body') {
        const { items: cards } = await ports.board.getCards({ orgId, ids: [taskId] }, signal)
        const [card] = cards
        if (card === undefined) throw new NodeError(`The card ${taskId} is gone`)
        if (text.length > capOf(card)) {
          throw new NodeError(`The text has ${text.length} characters, the destination takes ${capOf(card)}`)
        }
      }
      const patch = {
        ...(text === undefined ? {} : { [params.field]: text }),
        ...(params.status === undefined ? {} : { status: params.status }),
      }
      const change = { patch, ...(tag === undefined ? {} : { addTags: [tag] }) }
      await ports.board.updateCard(
        { orgId, actorId: userId, taskId, ...change, key: context.idempotencyKey(at) },
        signal,
      )
    }
    return { outputs: { main: items } }
  },
})
