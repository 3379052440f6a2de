import type { WorkflowItem } from '@atrium/contracts'
import { z } from 'zod'
import { ownPath } from '../../engine/index.ts'
import { createItemAsker } from '../../models/ask-items.ts'
import { answered, judgedResult, leftOut, passedOn } from '../../models/each-item.ts'
import { readContent } from '../../models/item-text.ts'
import { modelParams, withoutModel } from '../../models/model-params.ts'
import { askingNode, defineNode } from '../define-node.ts'
import { common, emitted, field } from '../emitted-fields.ts'

const mostTags = 8

const Answer = z.strictObject({
  usable: z.boolean().describe('False for an error page, a login wall, or a text without content'),
  reason: z.string().max(500).describe('Why it is not usable; empty otherwise'),
  summary: z.string().max(2_000).describe('Two or three sentences in the language of the content'),
  tags: z.array(z.string().max(60)).max(20).describe('Three to six subjects, lower case'),
})

const task = [
  'You describe a page, a mail or a card for the people of an organisation.',
  'Write a short factual summary and subjects to find it by. Do not judge it and do not address the reader.',
].join(' ')

export const enrich = defineNode({
  type: 'enrich',
  label: 'Enrich',
  description: 'Writes a summary and tags for each item with a language model',
  category: 'enrich',
  keywords: [
    'AI',
    'summary',
    'summarise',
    'summarize',
    'tags',
    'categorise',
    'keywords',
    'chatgpt',
  ],
  ...askingNode,
  outputs: ['main', 'declined'],
  params: z.object({
    ...modelParams('extraction', 'What matters about the items, in your own words'),
    withoutModel,
  }),
  emits: emitted({
    summary: common.summary,
    tags: common.tags,
    declineReason: common.declineReason,
    notEnriched: field.text('Why there is no summary', 'No language model is connected'),
  }),
  async execute(items, params, context) {
    const asker = createItemAsker(context, 'analyze_content', 'extraction')
    const judged = await asker.judge(items, async (item, at) => {
      if (readContent(item) === '')
        return { usable: false, reason: 'It has no text', summary: '', tags: [] }
      return asker.ask(item, at, {
        task,
        answer: Answer,
        maxTokens: 800,
        check: ({ usable, summary }) =>
          usable && summary.trim() === '' ? 'The summary is empty' : undefined,
        stated: ({ summary, tags }) => [summary, ...tags],
      })
    })
    const passed = passedOn(judged, items, params.withoutModel, context.derive)
    if (passed !== undefined) return passed
    const main: WorkflowItem[] = []
    const declined: WorkflowItem[] = []
    for (const [item, answer] of answered(items, judged)) {
      if (!answer.usable) {
        declined.push(
          context.derive(item, { json: { ...item.json, declineReason: answer.reason } }),
        )
        continue
      }
      const json = {
        ...item.json,
        summary: answer.summary.trim(),
        tags: joinedTags(item, answer.tags),
      }
      main.push(context.derive(item, { json }))
    }
    const reason = judged.results.find((answer) => answer?.usable === false)?.reason ?? ''
    const why = reason || 'no content'
    const declines = items.length === 1 ? `Declined: ${why}` : `${declined.length} declined: ${why}`
    const notes = declined.length === 0 ? [] : [declines]
    return judgedResult(judged, {
      items,
      outputs: { main, declined },
      spend: asker.spend(),
      notes,
      left: leftOut(judged),
    })
  },
})

export function joinedTags(item: WorkflowItem, added: readonly string[]): string[] {
  const own = ownPath(item.json, ['tags'])
  const existingTags = Array.isArray(own)
    ? own.filter((tag): tag is string => typeof tag === 'string')
    : []
  const fresh = added.slice(0, mostTags).map((tag) => tag.trim().toLowerCase().replace(/^#/, ''))
  return [...new Set([...existingTags, ...fresh])].filter((tag) => tag !== '')
}
