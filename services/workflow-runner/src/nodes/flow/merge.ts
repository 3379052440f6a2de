import type { WorkflowItem } from '@atrium/contracts'
import { mergeProblems } from '@atrium/workflow-rules'
import { z } from 'zod'
import { asText, NodeError, type Pace, runLimits } from '../../engine/index.ts'
import { fieldReader } from '../data/item-path.ts'
import { defineNode } from '../define-node.ts'
import { shortKey } from '../short-key.ts'

type Keep = 'all' | 'first' | 'matched'
type Joined = (items: readonly WorkflowItem[]) => Promise<WorkflowItem>
type Lists = readonly (readonly WorkflowItem[])[]

async function byPosition(
  lists: Lists,
  keep: Keep,
  joined: Joined,
  pace: Pace,
): Promise<WorkflowItem[]> {
  const lengths = lists.map((list) => list.length)
  const count =
    keep === 'all'
      ? Math.max(...lengths)
      : keep === 'first'
        ? (lengths[0] ?? 0)
        : Math.min(...lengths)
  const main: WorkflowItem[] = []
  for (let at = 0; at < count; at += 1) {
    main.push(await joined(lists.flatMap((list) => list[at] ?? [])))
    if (pace.due()) await pace.yield()
  }
  return main
}

/** Items from the later inputs with the same key, in input order. */
interface Bucket {
  byInput: Map<number, WorkflowItem[]>
  used: boolean
}

type Duplicates = 'pairs' | 'first' | 'last' | 'combined'

interface KeyedMerge {
  keep: Keep
  duplicates: Duplicates
  readKey: (item: WorkflowItem) => string | undefined
  joined: Joined
}

async function byKey(
  [first = [], ...others]: Lists,
  { keep, duplicates, readKey, joined }: KeyedMerge,
  pace: Pace,
): Promise<WorkflowItem[]> {
  const buckets = new Map<string, Bucket>()
  const keyless: WorkflowItem[] = []
  for (const [input, list] of others.entries()) {
    for (const item of list) {
      const key = readKey(item)
      if (key === undefined) keyless.push(item)
      else {
        const bucket = buckets.get(key) ?? { byInput: new Map(), used: false }
        buckets.set(key, bucket)
        addTo(bucket, input, item, duplicates)
      }
      if (pace.due()) await pace.yield()
    }
  }
  // Each bucket is joined only once, even if many items of the first input have its key.
  const rest = new Map<Bucket, WorkflowItem[]>()
  const readRest = async (bucket: Bucket): Promise<readonly WorkflowItem[]> => {
    const cached = rest.get(bucket)
    if (cached !== undefined) return cached
    const lists = [...bucket.byInput.values()]
    const made =
      duplicates === 'combined' ? [await joined(lists.flat())] : await pairs(lists, joined, pace)
    rest.set(bucket, made)
    return made
  }
  const main: WorkflowItem[] = []
  const put = async (item: WorkflowItem): Promise<void> => {
    if (main.length >= runLimits.outputItems) throw tooManyPairs()
    main.push(item)
    if (pace.due()) await pace.yield()
  }
  for (const item of first) {
    const bucket = buckets.get(readKey(item) ?? '')
    if (bucket === undefined) {
      if (keep !== 'matched' || others.length === 0) await put(item)
      continue
    }
    bucket.used = true
    if (keep === 'matched' && bucket.byInput.size < others.length) continue
    for (const other of await readRest(bucket)) await put(await joined([item, other]))
  }
  if (keep !== 'all') return main
  for (const bucket of buckets.values())
    if (!bucket.used) for (const item of await readRest(bucket)) await put(item)
  return [...main, ...keyless]
}

function addTo(
  { byInput }: Bucket,
  input: number,
  item: WorkflowItem,
  duplicates: Duplicates,
): void {
  const branchItems = byInput.get(input)
  if (branchItems === undefined || duplicates === 'last') byInput.set(input, [item])
  else if (duplicates !== 'first') branchItems.push(item)
}

/**
 * Joins every item from one list with every item from the next, like a database join. Throws if the
 * pairs exceed the output limit.
 */
async function pairs(lists: Lists, joined: Joined, pace: Pace): Promise<WorkflowItem[]> {
  const [first = [], ...others] = lists
  let made: WorkflowItem[] = [...first]
  for (const list of others) {
    const next: WorkflowItem[] = []
    for (const left of made) {
      for (const right of list) {
        if (next.length >= runLimits.outputItems) throw tooManyPairs()
        next.push(await joined([left, right]))
        if (pace.due()) await pace.yield()
      }
    }
    made = next
  }
  return made
}

const tooManyPairs = (): NodeError =>
  new NodeError(
    `Items with the same key form more than ${runLimits.outputItems} pairs. Choose a key that fewer items share.`,
  )

export const merge = defineNode({
  type: 'merge',
  label: 'Merge',
  description: 'Brings the items of several branches together',
  category: 'enrich',
  keywords: ['join', 'combine', 'bring together', 'lookup', 'append'],
  params: z.object({
    mode: z
      .enum(['append', 'by_key', 'by_position'])
      .default('append')
      .describe(
        'Puts one branch after the other, joins items with the same field, or joins them by their position',
      ),
    key: z.string().min(1).max(200).optional().describe('The field that joins items, for by_key'),
    keep: z
      .enum(['all', 'first', 'matched'])
      .default('all')
      .describe('Which items to keep: all, those of the first branch, or those in every branch'),
    duplicates: z
      .enum(['pairs', 'first', 'last', 'combined'])
      .default('pairs')
      .describe(
        'Several items of a later branch with one key: one item for each pair, the first or last alone, or all in one item',
      ),
  }),
  instant: true,
  check: mergeProblems,
  async execute(items, { mode, key, keep, duplicates }, context) {
    if (mode === 'append') return { outputs: { main: items } }
    const lists = context.inputs().map(({ from, count }) => items.slice(from, from + count))
    const joined: Joined = async (parts) => {
      const [first] = parts
      if (first === undefined) throw new NodeError('There are no items to merge')
      if (parts.length === 1) return first
      const fields = new Map<string, unknown>()
      for (const part of parts) {
        for (const [name, value] of Object.entries(part.json)) fields.set(name, value)
        if (context.due()) await context.yield()
      }
      const made = context.derive(first, { json: Object.fromEntries(fields) }, parts.slice(1))
      await context.carry(made)
      return made
    }
    if (mode === 'by_position')
      return { outputs: { main: await byPosition(lists, keep, joined, context) } }
    if (key === undefined) throw new NodeError('Parameter "key": Enter the field to join by')
    const read = fieldReader(key)
    const readKey = (item: WorkflowItem): string | undefined => {
      const text = asText(read(item))
      return text === '' ? undefined : shortKey(text)
    }
    return { outputs: { main: await byKey(lists, { keep, duplicates, readKey, joined }, context) } }
  },
})
