import type { WorkflowItem } from '@atrium/contracts'
import { z } from 'zod'
import { asMoment, asNumber, asText, compareNumbers, fold, type Pace } from '../../engine/index.ts'
import { defineNode } from '../define-node.ts'
import { fieldReader, splitPath } from './item-path.ts'

const compared = 1_000

interface SortKey {
  /**
   * 0 numbers, 1 times, 2 texts, 3 lists and objects. 4 is a missing value and comes last in both
   * directions.
   */
  rank: 0 | 1 | 2 | 3 | 4
  value: unknown
  number?: number
}

function sortKey(value: unknown): SortKey {
  if (value === undefined || value === null || value === '') return { rank: 4, value }
  if (typeof value === 'object') return { rank: 3, value: null }
  const number = asNumber(value)
  if (number !== undefined) return { rank: 0, value, number }
  const moment = asMoment(value)
  if (moment !== undefined) return { rank: 1, value: moment, number: moment }
  return { rank: 2, value: fold(asText(value).slice(0, compared)) }
}

function compareKeys(left: SortKey, right: SortKey, direction: 1 | -1): number {
  if (left.rank === 4 || right.rank === 4) return left.rank - right.rank
  if (left.rank !== right.rank) return (left.rank - right.rank) * direction
  if (left.rank === 3) return 0
  if (left.rank !== 2) {
    const order = (left.number ?? 0) - (right.number ?? 0)
    // Network ids exceed the precision of a number. If the numbers are equal, compare the original
    // values exactly.
    return (
      (order === 0 && left.value !== right.value
        ? (compareNumbers(left.value, right.value) ?? 0)
        : order) * direction
    )
  }
  const [a, b] = [String(left.value), String(right.value)]
  return (a < b ? -1 : a > b ? 1 : 0) * direction
}

/** Sorts stably, and yields to other work while sorting. */
async function sortPaced<T>(
  given: readonly T[],
  compare: (a: T, b: T) => number,
  pace: Pace,
): Promise<T[]> {
  let from = [...given]
  for (let width = 1; width < from.length; width *= 2) {
    const to: T[] = []
    for (let start = 0; start < from.length; start += 2 * width) {
      const middle = Math.min(start + width, from.length)
      const end = Math.min(start + 2 * width, from.length)
      let [left, right] = [start, middle]
      while (left < middle || right < end) {
        const [a, b] = [from[left], from[right]]
        const takesLeft = right >= end || (left < middle && compare(a as T, b as T) <= 0)
        to.push((takesLeft ? a : b) as T)
        if (takesLeft) left += 1
        else right += 1
        if (pace.due()) await pace.yield()
      }
    }
    from = to
  }
  return from
}

export const sort = defineNode({
  type: 'sort',
  label: 'Sort',
  description: 'Sorts the items. Those without the field go last',
  category: 'enrich',
  keywords: ['order', 'rank', 'newest', 'largest', 'alphabetical'],
  params: z.object({
    by: z
      .array(
        z.object({
          field: z.string().min(1).max(200).describe('The field, or a path such as address.city'),
          direction: z.enum(['ascending', 'descending']).default('ascending').describe('The order'),
        }),
      )
      .min(1)
      .max(10)
      .describe('The fields to sort by, the most important first'),
  }),
  instant: true,
  async execute(items, { by }, context) {
    // If a field is listed twice, only the first entry counts.
    const fields = new Map(
      by.toReversed().map((each) => [JSON.stringify(splitPath(each.field)), each]),
    )
    const used = by.filter((each) => fields.get(JSON.stringify(splitPath(each.field))) === each)
    const readers = used.map(({ field }) => fieldReader(field))
    const directions = used.map(({ direction }) => (direction === 'ascending' ? 1 : -1) as 1 | -1)
    // An item may arrive on several edges. Its keys are computed once.
    const keysByItem = new Map<WorkflowItem, SortKey[]>()
    const keyed: { item: WorkflowItem; keys: SortKey[] }[] = []
    for (const item of items) {
      const keys = keysByItem.get(item) ?? readers.map((read) => sortKey(read(item)))
      keysByItem.set(item, keys)
      keyed.push({ item, keys })
      if (context.due()) await context.yield()
    }
    const missing: SortKey = { rank: 4, value: undefined }
    const sorted = await sortPaced(
      keyed,
      (a, b) => {
        for (const [at, direction] of directions.entries()) {
          const order = compareKeys(a.keys[at] ?? missing, b.keys[at] ?? missing, direction)
          if (order !== 0) return order
        }
        return 0
      },
      context,
    )
    return { outputs: { main: sorted.map(({ item }) => item) } }
  },
})
