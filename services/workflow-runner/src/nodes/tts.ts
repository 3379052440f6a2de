import { z } from 'zod'
import { missingField, missingOrg, NodeError, ownPath } from '../engine/index.ts'
import { defineNode } from './define-node.ts'

const notConfigured = 'Speech is not configured: the speech provider has no key'

export const tts = defineNode({
  type: 'tts',
  label: 'Speak',
  description: 'Reads the text of each card aloud as an audio file',
  category: 'act',
  params: z.object({
    taskId: z.string().optional().describe('The card; the item’s own unless given'),
    voice: z.string().max(200).optional().describe('The provider’s id of the voice'),
    text: z.string().max(100_000).optional().describe('The text; the card’s own unless given'),
  }),
  // Always registered: a missing key fails each card with its reason instead of making graphs invalid.
  async execute(items, _params, context) {
    const { orgId, workflowId, ports, signal } = context
    if (orgId === null) throw missingOrg()
    if (ports.board === null) throw new NodeError('The board does not answer')
    const cards = new Set<string>()
    for (let at = 0; at < items.length && !signal.aborted; at += 1) {
      const own = ownPath(items[at]?.json, ['taskId'])
      const taskId = context.paramsFor(at).taskId ?? (typeof own === 'string' ? own : '')
      if (taskId === '') throw missingField(context.missing(at) ?? 'taskId')
      if (cards.has(taskId)) continue
      cards.add(taskId)
      const entry = { kind: 'system', body: notConfigured }
      const author = { type: 'agent' as const, id: workflowId }
      await ports.board.appendTimeline(
        { orgId, taskId, entry, author, key: context.idempotencyKey(at) },
        signal,
      )
    }
    throw new NodeError(cards.size > 1 ? `${notConfigured} (${cards.size} cards)` : notConfigured)
  },
})
