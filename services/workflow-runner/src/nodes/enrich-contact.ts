import type { WorkflowItem } from '@atrium/contracts'
import { z } from 'zod'
import { asText, missingField, ownPath } from '../engine/index.ts'
import { createAsker } from '../models/ask-model.ts'
import { judgedResult, judgeItems, requireOne } from '../models/each-item.ts'
import { createGrounds, type Grounds, groundingProblem } from '../models/grounding.ts'
import { isWithoutModel } from '../models/model-error.ts'
import { createGuidance, modelParams, rawModelParams } from '../models/model-params.ts'
import { dataPart, groundsOfItem, materialOf } from '../models/text-of-item.ts'
import { defineNode } from './define-node.ts'
import { joinedTags } from './enrich.ts'

const line = (about: string) => z.string().max(500).describe(`${about}; empty where the material names none`)

const Answer = z.strictObject({
  samePerson: z.boolean().describe('Whether the material is about the named person'),
  reason: z.string().max(500).describe('Why it is another person; empty otherwise'),
  jobTitle: line('The present job title'),
  company: line('The present employer'),
  location: line('Town or country'),
  email: line('The person’s address'),
  phone: line('The person’s number'),
  website: line('The person’s or the company’s site'),
  summary: z.string().max(1_500).describe('Two sentences about the person’s work'),
  tags: z.array(z.string().max(60)).max(20).describe('Up to five fields of work, lower case'),
})

/** The facts that are taken only as the material states them. */
const stated = ['jobTitle', 'company', 'location'] as const
const addresses = ['email', 'phone', 'website'] as const

const task = [
  'You read what a web page says about one person and fill a contact card.',
  'First decide whether the page is about that person: the name, and the company where one is given, have to agree.',
].join(' ')

export const enrichContact = defineNode({
  type: 'enrich_contact',
  label: 'Enrich contact',
  description: 'Reads the facts about each person out of a profile page with a language model',
  category: 'enrich',
  mode: 'ai',
  outputs: ['main', 'declined'],
  params: z.object({
    ...modelParams('extraction', 'What you want to know about people'),
    taskId: z.string().optional().describe('The contact card; the item’s own unless given'),
    withoutModel: z
      .enum(['halt', 'pass'])
      .default('halt')
      .describe('Where no model can be asked: halt the node, or pass the items as they are'),
  }),
  rawParams: rawModelParams,
  emits: [...stated, ...addresses, 'summary', 'tags', 'declineReason'],
  skillable: true,
  // The calls take the channel and the credits of the person.
  usesPersonsRights: true,
  available: (ports) => ports.models !== null,
  async execute(items, params, context) {
    const asker = createAsker(context, 'analyze_content')
    const guidanceOf = createGuidance(context, 'extraction')
    const judged = await judgeItems(
      items,
      context,
      async (item, at) => {
        const { model } = context.paramsFor(at)
        const name = nameOf(item)
        const grounds = createGrounds(...groundsOfItem(item))
        const answer = await asker.ask({
          key: context.idempotencyKey(at),
          task,
          guidance: await guidanceOf(at),
          material: [dataPart('person', name), ...materialOf(item)],
          answer: Answer,
          channelId: model,
          maxTokens: 1_000,
          check: ({ summary, tags }) => groundingProblem(grounds, summary, ...tags),
        })
        return { ...answer, facts: factsOf(answer, grounds) }
      },
      {
        prepare(item, at) {
          nameOf(item)
          return guidanceOf(at)
        },
      },
    )
    const { ended } = judged
    if (params.withoutModel === 'pass' && ended !== undefined && isWithoutModel(ended)) {
      return { outputs: { main: items }, message: `Not enriched: ${ended.message}` }
    }
    requireOne(judged, asker.spend())
    const main: WorkflowItem[] = []
    const declined: WorkflowItem[] = []
    for (const [at, answer] of judged.results.entries()) {
      const item = items[at]
      if (item === undefined || answer === undefined) continue
      const { samePerson, reason, summary, tags, facts } = answer
      if (!samePerson) {
        declined.push(context.derive(item, { json: { ...item.json, declineReason: reason } }))
        continue
      }
      const own = summary.trim() === '' ? {} : { summary: summary.trim() }
      main.push(
        context.derive(item, { json: { ...item.json, ...facts, ...own, tags: joinedTags(item, tags) } }),
      )
    }
    const notes = declined.length === 0 ? [] : [`${declined.length} are other people`]
    return judgedResult(judged, { items, outputs: { main, declined }, spend: asker.spend(), notes })
  },
})

function nameOf({ json }: WorkflowItem): string {
  const name = asText(ownPath(json, ['name']) ?? ownPath(json, ['title'])).trim()
  if (name === '') throw missingField('name')
  return name
}

/** The facts of an answer that its material states; the others are left out. */
function factsOf(answer: z.output<typeof Answer>, grounds: Grounds): Record<string, string> {
  const kept = [
    ...stated.filter((key) => grounds.holds(answer[key])),
    ...addresses.filter((key) => grounds.holds(answer[key]) && grounds.unknownIn(answer[key]).length === 0),
  ]
  return Object.fromEntries(kept.map((key) => [key, answer[key].trim()]))
}
