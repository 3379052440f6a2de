import type { WorkflowItem } from '@atrium/contracts'
import { z } from 'zod'
import { missingField, type Pace } from '../../engine/index.ts'
import { attemptItems, outputsResult } from '../act-on-items.ts'
import { defineNode } from '../define-node.ts'
import { keyOfValues, shortKey } from '../short-key.ts'
import { distinctPaths, fieldReader } from './item-path.ts'

const longest = 200

type KeyOf = (item: WorkflowItem) => string | Promise<string>

// If every field is empty or missing, the item has no identity, because two such items may differ.
function byFields(fields: readonly string[], pace: Pace): KeyOf {
  const readers = distinctPaths(fields).map(fieldReader)
  return (item) => {
    const values = readers.map((read) => read(item))
    if (values.every((value) => value === undefined || value === null || value === ''))
      throw missingField(fields[0] ?? '')
    return keyOfValues(values, pace)
  }
}

const byIdentity: KeyOf = ({ externalId, source, json }) =>
  shortKey(
    externalId === undefined ? JSON.stringify(json) : `${source?.scheme ?? ''}:${externalId}`,
  )

export const dedupe = defineNode({
  type: 'dedupe',
  label: 'Remove duplicates',
  description: 'Passes each item once: within this run, or across all runs',
  category: 'decide',
  keywords: ['deduplicate', 'unique', 'once', 'distinct', 'duplicates', 'seen'],
  outputs: ['main', 'duplicates'],
  params: z.object({
    by: z
      .array(z.string().min(1).max(200))
      .max(10)
      .default([])
      .describe('The fields that make two items the same. By default, the id in their source'),
    scope: z
      .enum(['run', 'ever'])
      .default('run')
      .describe('Compares within this run, or also with the items of earlier runs that succeeded'),
  }),
  instant: ({ scope }) => scope !== 'ever',
  async execute(items, { by, scope }, context) {
    const keyOf = by.length === 0 ? byIdentity : byFields(by, context)
    const first = new Map<string, WorkflowItem>()
    const duplicates: WorkflowItem[] = []
    const { refusals } = await attemptItems(items, context, async (item) => {
      const key = await keyOf(item)
      if (first.has(key)) duplicates.push(item)
      else first.set(key, item)
    })
    const result = (main: WorkflowItem[]) =>
      outputsResult({ main, duplicates }, refusals, { count: items.length })
    if (scope === 'run') return result([...first.values()])
    const fresh = await context.ledger.claim(`dedupe:${context.nodeId}`.slice(0, longest), [
      ...first.keys(),
    ])
    const main: WorkflowItem[] = []
    for (const [key, item] of first) (fresh.has(key) ? main : duplicates).push(item)
    return result(main)
  },
})
