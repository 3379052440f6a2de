import type { WorkflowItem } from '@atrium/contracts'
import { z } from 'zod'
import { createAsker } from '../models/ask-model.ts'
import { judgedResult, judgeItems } from '../models/each-item.ts'
import { createGrounds, groundingProblem } from '../models/grounding.ts'
import { createGuidance, modelParams, rawModelParams } from '../models/model-params.ts'
import { contentOf, groundsOfItem, materialOf } from '../models/text-of-item.ts'
import { defineNode } from './define-node.ts'

const Answer = z.strictObject({
  score: z.number().int().min(0).max(100).describe('How well the item answers the question; 0 not at all'),
  reason: z.string().max(1_000).describe('One sentence that names what in the item decides'),
  points: z.array(z.string().max(500)).max(10).describe('The statements of the item that matter, if any'),
})

const task = [
  'You judge items for a workflow that keeps some and drops others.',
  'Score how well the item answers what the organisation asks for. Without a question, score its general worth for work.',
].join(' ')

export const analyze = defineNode({
  type: 'analyze',
  label: 'Analyse',
  description: 'Judges each item with a language model: those that answer the question, and the others',
  category: 'enrich',
  mode: 'ai',
  outputs: ['main', 'dropped'],
  params: z.object({
    ...modelParams('classification', 'The question that an item has to answer'),
    minScore: z.number().int().min(0).max(100).default(50).describe('The least score of an item on main'),
  }),
  rawParams: rawModelParams,
  emits: ['analysis'],
  skillable: true,
  // The calls take the channel and the credits of the person.
  usesPersonsRights: true,
  available: (ports) => ports.models !== null,
  async execute(items, _params, context) {
    const asker = createAsker(context, 'analyze_content')
    const guidanceOf = createGuidance(context, 'classification')
    const judged = await judgeItems(
      items,
      context,
      async (item, at) => {
        const { model, minScore } = context.paramsFor(at)
        if (contentOf(item) === '' && typeof item.json['title'] !== 'string')
          return { score: 0, reason: 'It has no text', points: [], kept: false }
        const grounds = createGrounds(...groundsOfItem(item))
        const answer = await asker.ask({
          key: context.idempotencyKey(at),
          task,
          guidance: await guidanceOf(at),
          material: materialOf(item),
          answer: Answer,
          channelId: model,
          maxTokens: 1_200,
          check: ({ reason, points }) => groundingProblem(grounds, reason, ...points),
        })
        return { ...answer, kept: answer.score >= minScore }
      },
      { prepare: (_item, at) => guidanceOf(at) },
    )
    const main: WorkflowItem[] = []
    const dropped: WorkflowItem[] = []
    const samples: unknown[] = []
    for (const [at, answer] of judged.results.entries()) {
      const item = items[at]
      if (item === undefined || answer === undefined) continue
      const { kept, ...analysis } = answer
      const output = kept ? main : dropped
      output.push(context.derive(item, { json: { ...item.json, analysis } }))
      samples.push({ item: item.externalId ?? at, kept, ...analysis })
    }
    const notes = [`${main.length} kept, ${dropped.length} dropped`]
    return judgedResult(judged, { items, outputs: { main, dropped }, spend: asker.spend(), notes, samples })
  },
})
