import type { WorkflowItem } from '@atrium/contracts'
import { mergeProblems } from '@atrium/workflow-rules'
import { z } from 'zod'
import { asText, NodeError, type Pace } from '../engine/index.ts'
import { defineNode } from './define-node.ts'
import { fieldReader } from './item-path.ts'
import { shortKey } from './short-key.ts'

type Keep = 'all' | 'first' | 'matched'
type Joined = (items: readonly WorkflowItem[]) => Promise<WorkflowItem>
type Lists = readonly (readonly WorkflowItem[])[]

async function byPosition(lists: Lists, keep: Keep, joined: Joined, pace: Pace): Promise<WorkflowItem[]> {
  const lengths = lists.map((list) => list.length)
  const count =
    keep === 'all' ? Math.max(...lengths) : keep === 'first' ? (lengths[0] ?? 0) : Math.min(...lengths)
  const main: WorkflowItem[] = []
  for (let at = 0; at < count; at += 1) {
    main.push(await joined(lists.flatMap((list) => list[at] ?? [])))
    if (pace.due()) await pace.yield()
  }
  return main
}

interface Bucket {
  /** Items of the later inputs, and from how many different inputs they come. */
  items: WorkflowItem[]
  inputs: Set<number>
  used: boolean
}

const none: Bucket = { items: [], inputs: new Set(), used: true }

async function byKey(
  [first = [], ...others]: Lists,
  keyOf: (item: WorkflowItem) => string | undefined,
  keep: Keep,
  joined: Joined,
  pace: Pace,
): Promise<WorkflowItem[]> {
  const buckets = new Map<string, Bucket>()
  const keyless: WorkflowItem[] = []
  for (const [input, list] of others.entries()) {
    for (const item of list) {
      const key = keyOf(item)
      if (key === undefined) keyless.push(item)
      else {
        const bucket = buckets.get(key) ?? { items: [], inputs: new Set(), used: false }
        buckets.set(key, bucket)
        bucket.items.push(item)
        bucket.inputs.add(input)
      }
      if (pace.due()) await pace.yield()
    }
  }
  // The items of a bucket are joined once, however many items of the first input have its key.
  const rest = new Map<Bucket, WorkflowItem>()
  const restOf = async (bucket: Bucket): Promise<WorkflowItem[]> => {
    if (bucket.items.length === 0) return []
    const known = rest.get(bucket) ?? (await joined(bucket.items))
    rest.set(bucket, known)
    return [known]
  }
  const main: WorkflowItem[] = []
  for (const item of first) {
    const bucket = buckets.get(keyOf(item) ?? '') ?? none
    if (bucket !== none) bucket.used = true
    if (keep !== 'matched' || bucket.inputs.size === others.length)
      main.push(await joined([item, ...(await restOf(bucket))]))
    if (pace.due()) await pace.yield()
  }
  if (keep !== 'all') return main
  for (const bucket of buckets.values()) if (!bucket.used) main.push(...(await restOf(bucket)))
  return [...main, ...keyless]
}

export const merge = defineNode({
  type: 'merge',
  label: 'Merge',
  description: 'Brings the items of several branches together',
  category: 'enrich',
  params: z.object({
    mode: z
      .enum(['append', 'by_key', 'by_position'])
      .default('append')
      .describe('One after the other, joined where a field is the same, or the first with the first'),
    key: z.string().min(1).max(200).optional().describe('The field that joins items, for by_key'),
    keep: z
      .enum(['all', 'first', 'matched'])
      .default('all')
      .describe('Every item, those of the first branch, or those that every branch has'),
  }),
  instant: true,
  check: mergeProblems,
  async execute(items, { mode, key, keep }, context) {
    if (mode === 'append') return { outputs: { main: items } }
    const lists = context.inputs().map(({ from, count }) => items.slice(from, from + count))
    const joined: Joined = async (parts) => {
      const [first] = parts
      if (first === undefined) throw new NodeError('No item to merge')
      if (parts.length === 1) return first
      const fields = new Map<string, unknown>()
      for (const part of parts) {
        for (const [name, value] of Object.entries(part.json)) fields.set(name, value)
        if (context.due()) await context.yield()
      }
      const made = context.derive(first, { json: Object.fromEntries(fields) })
      await context.carry(made)
      return made
    }
    if (mode === 'by_position') return { outputs: { main: await byPosition(lists, keep, joined, context) } }
    if (key === undefined) throw new NodeError('Parameter "key": a field is needed to join by')
    const read = fieldReader(key)
    const keyOf = (item: WorkflowItem): string | undefined => {
      const text = asText(read(item))
      return text === '' ? undefined : shortKey(text)
    }
    return { outputs: { main: await byKey(lists, keyOf, keep, joined, context) } }
  },
})
