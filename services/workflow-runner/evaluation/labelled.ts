import { readFileSync } from 'node:fs'
import type { WorkflowItem } from '@atrium/contracts'
import { z } from 'zod'

export interface Labelled {
  item: WorkflowItem
  positive: boolean
}

export interface EvaluationSet {
  name: 'triage' | 'slop' | 'invoices'
  node: string
  /** The outputs that mean yes and no. An item on neither output was left out. */
  yes: readonly string[]
  no: readonly string[]
  examples: readonly Labelled[]
}

const Mail = z.array(
  z.strictObject({
    id: z.string(),
    from: z.string(),
    title: z.string(),
    text: z.string(),
    actionable: z.boolean(),
  }),
)
const Text = z.array(z.strictObject({ id: z.string(), text: z.string(), slop: z.boolean() }))
const Paper = z.array(
  z.strictObject({
    id: z.string(),
    title: z.string(),
    text: z.string(),
    attachments: z.array(z.object({ name: z.string(), contentType: z.string(), text: z.string() })),
    invoice: z.boolean(),
  }),
)
const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`./${name}.json`, import.meta.url), 'utf8'))
const source = { scheme: 'mailbox' }

export function evaluationSets(): EvaluationSet[] {
  return [
    {
      name: 'triage',
      node: 'triage',
      yes: ['actionable'],
      no: ['dismissed'],
      examples: Mail.parse(read('triage')).map(({ id, from, title, text, actionable }) => ({
        item: { externalId: id, source, json: { title, from, rawContent: text } },
        positive: actionable,
      })),
    },
    {
      name: 'slop',
      node: 'remove_ai_slop',
      yes: ['main', 'declined'],
      no: ['clean'],
      examples: Text.parse(read('slop')).map(({ id, text, slop }) => ({
        item: { externalId: id, source: { scheme: 'board' }, json: { rawContent: text } },
        positive: slop,
      })),
    },
    {
      name: 'invoices',
      node: 'collect_invoices',
      yes: ['invoices'],
      no: ['rejected'],
      examples: Paper.parse(read('invoices')).map(({ id, title, text, attachments, invoice }) => ({
        item: { externalId: id, source, json: { title, rawContent: text, attachments } },
        positive: invoice,
      })),
    },
  ]
}
