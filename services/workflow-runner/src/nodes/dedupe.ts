import { createHash } from 'node:crypto'
import type { WorkflowItem } from '@atrium/contracts'
import { z } from 'zod'
import { asText, missingField } from '../engine/index.ts'
import { defineNode } from './define-node.ts'
import { fieldReader } from './item-path.ts'

/** Longer keys are kept as their hash. */
const longest = 200
const short = (key: string): string =>
  key.length <= longest ? key : `sha256:${createHash('sha256').update(key).digest('hex')}`

type KeyOf = (item: WorkflowItem) => string

// An empty text and a missing field are no identity: two such items need not be the same.
function byFields(fields: readonly string[]): KeyOf {
  const readers = fields.map(fieldReader)
  return (item) => {
    const texts = readers.map((read) => asText(read(item)))
    if (texts.every((text) => text === '')) throw missingField(fields[0] ?? '')
    return short(texts.length === 1 ? (texts[0] ?? '') : JSON.stringify(texts))
  }
}

const byIdentity: KeyOf = ({ externalId, source, json }) =>
  short(externalId === undefined ? JSON.stringify(json) : `${source?.scheme ?? ''}:${externalId}`)

export const dedupe = defineNode({
  type: 'dedupe',
  label: 'Remove duplicates',
  description: 'Lets each item pass once: in this run, or once for ever',
  category: 'decide',
  outputs: ['main', 'duplicates'],
  params: z.object({
    by: z
      .array(z.string().min(1).max(200))
      .max(10)
      .default([])
      .describe('The fields that make two items the same; the id in their source unless given'),
    scope: z
      .enum(['run', 'ever'])
      .default('run')
      .describe('Compares within this run, or also with the items of earlier runs that succeeded'),
  }),
  instant: ({ scope }) => scope !== 'ever',
  async execute(items, { by, scope }, context) {
    const keyOf = by.length === 0 ? byIdentity : byFields(by)
    const first = new Map<string, WorkflowItem>()
    const duplicates: WorkflowItem[] = []
    for (const item of items) {
      const key = keyOf(item)
      if (first.has(key)) duplicates.push(item)
      else first.set(key, item)
      if (context.due()) await context.yield()
    }
    if (scope === 'run') return { outputs: { main: [...first.values()], duplicates } }
    const fresh = await context.ledger.claim(`dedupe:${context.nodeId}`.slice(0, longest), [...first.keys()])
    const main: WorkflowItem[] = []
    for (const [key, item] of first) (fresh.has(key) ? main : duplicates).push(item)
    return { outputs: { main, duplicates } }
  },
})
