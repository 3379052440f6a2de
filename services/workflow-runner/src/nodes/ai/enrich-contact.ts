import type { WorkflowItem } from '@atrium/contracts'
import { z } from 'zod'
import { asText, missingField, ownPath } from '../../engine/index.ts'
import { createItemAsker } from '../../models/ask-items.ts'
import { answered, judgedResult, leftOut, passedOn, requireOne } from '../../models/each-item.ts'
import { createGrounds, type Grounds } from '../../models/grounding.ts'
import { dataPart, groundsOfItem, toMaterial } from '../../models/item-text.ts'
import { modelParams, withoutModel } from '../../models/model-params.ts'
import { cardParam } from '../cards.ts'
import { askingNode, defineNode } from '../define-node.ts'
import { common, emitted, field } from '../emitted-fields.ts'
import { joinedTags } from './enrich.ts'

const line = (about: string) =>
  z.string().max(500).describe(`${about}; empty where the material names none`)

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

/** Facts are dropped unless the material contains them. */
const stated = ['jobTitle', 'company', 'location'] as const
const addresses = ['email', 'phone', 'website'] as const

const task = [
  'You read what a web page says about one person and fill a contact card.',
  'First decide whether the page is about that person: the name, and the company where one is given, have to agree.',
].join(' ')

export const enrichContact = defineNode({
  type: 'enrich_contact',
  label: 'Enrich contact',
  description: 'Reads facts about each person from a profile page with a language model',
  category: 'enrich',
  keywords: ['AI', 'person', 'crm', 'lead', 'research', 'profile', 'linkedin'],
  ...askingNode,
  outputs: ['main', 'declined'],
  params: z.object({
    ...modelParams('extraction', 'What you want to know about people'),
    taskId: cardParam('The contact card'),
    withoutModel,
  }),
  emits: emitted({
    jobTitle: field.text('Job title', 'Curator'),
    company: field.text('Company', 'Kunsthalle'),
    location: field.text('Place', 'Vienna'),
    email: field.email('Email address', 'zoe@kunsthalle.example'),
    phone: field.text('Phone', '+43 1 234567'),
    website: field.url('Website', 'https://kunsthalle.example'),
    summary: field.text('Summary', 'Zoe Nobis curates contemporary art.'),
    tags: common.tags,
    declineReason: common.declineReason,
  }),
  async execute(items, params, context) {
    const asker = createItemAsker(context, 'analyze_content', 'extraction', readName)
    const judged = await asker.judge(items, async (item, at) => {
      const answer = await asker.ask(item, at, {
        task,
        material: [dataPart('person', readName(item)), ...toMaterial(item)],
        answer: Answer,
        maxTokens: 1_000,
        stated: ({ summary, tags }) => [summary, ...tags],
      })
      return { ...answer, facts: keepGrounded(answer, createGrounds(...groundsOfItem(item))) }
    })
    const passed = passedOn(judged, items, params.withoutModel, context.derive)
    if (passed !== undefined) return passed
    requireOne(judged, asker.spend())
    const main: WorkflowItem[] = []
    const declined: WorkflowItem[] = []
    for (const [item, answer] of answered(items, judged)) {
      const { samePerson, reason, summary, tags, facts } = answer
      if (!samePerson) {
        declined.push(context.derive(item, { json: { ...item.json, declineReason: reason } }))
        continue
      }
      const ownSummary = summary.trim() === '' ? {} : { summary: summary.trim() }
      main.push(
        context.derive(item, {
          json: { ...item.json, ...facts, ...ownSummary, tags: joinedTags(item, tags) },
        }),
      )
    }
    const notes = declined.length === 0 ? [] : [`${declined.length} are other people`]
    return judgedResult(judged, {
      items,
      outputs: { main, declined },
      spend: asker.spend(),
      notes,
      left: leftOut(judged),
    })
  },
})

function readName({ json }: WorkflowItem): string {
  const name = asText(ownPath(json, ['name']) ?? ownPath(json, ['title'])).trim()
  if (name === '') throw missingField('name')
  return name
}

function keepGrounded(answer: z.output<typeof Answer>, grounds: Grounds): Record<string, string> {
  const kept = [
    ...stated.filter((key) => grounds.holds(answer[key])),
    ...addresses.filter(
      (key) => grounds.holds(answer[key]) && grounds.unknownIn(answer[key]).length === 0,
    ),
  ]
  return Object.fromEntries(kept.map((key) => [key, answer[key].trim()]))
}
