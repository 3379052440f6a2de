import type { WorkflowItem } from '@atrium/contracts'
import { z } from 'zod'
import { createItemAsker } from '../../models/ask-items.ts'
import { answered, judgedResult, leftOut } from '../../models/each-item.ts'
import { readContent } from '../../models/item-text.ts'
import { modelParams } from '../../models/model-params.ts'
import { askingNode, defineNode } from '../define-node.ts'
import { emitted, field } from '../emitted-fields.ts'

const Answer = z.strictObject({
  score: z
    .number()
    .int()
    .min(0)
    .max(100)
    .describe('How well the item answers the question; 0 not at all'),
  reason: z.string().max(1_000).describe('One sentence that names what in the item decides'),
  points: z
    .array(z.string().max(500))
    .max(10)
    .describe('The statements of the item that matter, if any'),
})

const task = [
  'You judge items for a workflow that keeps some and drops others.',
  'Score how well the item answers what the organisation asks for. Without a question, score its general worth for work.',
].join(' ')

export const analyze = defineNode({
  type: 'analyze',
  label: 'Analyse',
  description: 'Judges with a language model which items answer the question',
  category: 'enrich',
  keywords: [
    'AI',
    'score',
    'judge',
    'classify',
    'filter',
    'rate',
    'relevance',
    'sentiment',
    'analyze',
  ],
  ...askingNode,
  outputs: ['main', 'dropped'],
  params: z.object({
    ...modelParams('classification', 'The question that an item has to answer'),
    minScore: z
      .number()
      .int()
      .min(0)
      .max(100)
      .default(50)
      .describe('Items with a lower score leave on dropped'),
  }),
  emits: emitted({
    analysis: field.object('Judgement', {
      score: 95,
      reason: 'It is about the flour market',
      points: ['Prices rise'],
    }),
  }),
  async execute(items, _params, context) {
    const asker = createItemAsker(context, 'analyze_content', 'classification')
    const judged = await asker.judge(items, async (item, at) => {
      if (readContent(item) === '' && typeof item.json['title'] !== 'string')
        return { score: 0, reason: 'It has no text', points: [], kept: false }
      const answer = await asker.ask(item, at, {
        task,
        answer: Answer,
        maxTokens: 1_200,
        stated: ({ reason, points }) => [reason, ...points],
      })
      return { ...answer, kept: answer.score >= context.paramsFor(at).minScore }
    })
    const main: WorkflowItem[] = []
    const dropped: WorkflowItem[] = []
    const samples: unknown[] = []
    for (const [item, answer, at] of answered(items, judged)) {
      const { kept, ...analysis } = answer
      const output = kept ? main : dropped
      output.push(context.derive(item, { json: { ...item.json, analysis } }))
      samples.push({ item: item.externalId ?? at, kept, ...analysis })
    }
    const notes = [`${main.length} kept, ${dropped.length} dropped`]
    return judgedResult(judged, {
      items,
      outputs: { main, dropped },
      spend: asker.spend(),
      notes,
      samples,
      left: leftOut(judged),
    })
  },
})
