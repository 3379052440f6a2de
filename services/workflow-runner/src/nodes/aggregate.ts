import type { WorkflowItem } from '@atrium/contracts'
import { z } from 'zod'
import { asNumber, asText, compareNumbers, NodeError } from '../engine/index.ts'
import { defineNode } from './define-node.ts'
import { fieldReader, stepsOf } from './item-path.ts'
import { withValueAt } from './set-path.ts'

const operations = [
  'count',
  'sum',
  'average',
  'minimum',
  'maximum',
  'first',
  'last',
  'list',
  'distinct',
  'join',
] as const
const Path = z.string().min(1).max(200)

const Compute = z.object({
  operation: z.enum(operations).describe('The value to compute'),
  field: Path.optional().describe('The field of the items that it is computed from; count needs none'),
  as: Path.describe('The field of the result'),
  separator: z.string().max(20).default(', ').describe('Between the texts of join'),
})
type Compute = z.output<typeof Compute>

const present = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

// The digits that every sum of decimals below 10^15 has in common with the exact one.
const decimal = (value: number): number =>
  Number.isSafeInteger(value) ? value : Number(value.toPrecision(15))

function numberOf(value: unknown, field: string): number {
  const number = asNumber(value)
  if (number === undefined)
    throw new NodeError(`The field "${field}" holds no number: ${asText(value).slice(0, 100)}`)
  return number
}

const extreme = (values: readonly unknown[], field: string, sign: 1 | -1): unknown => {
  let best: unknown = null
  for (const value of values) {
    numberOf(value, field)
    if (best === null || (compareNumbers(value, best) ?? 0) * sign > 0) best = value
  }
  return best
}

const sumOf = (values: readonly unknown[], field: string): number =>
  decimal(values.reduce<number>((sum, value) => sum + numberOf(value, field), 0))

function distinct(values: readonly unknown[]): unknown[] {
  const known = new Map(values.map((value) => [asText(value), value]))
  return [...known.values()]
}

function computed(
  { operation, field = '', separator }: Compute,
  values: readonly unknown[],
  items: number,
): unknown {
  switch (operation) {
    case 'count':
      return field === '' ? items : values.length
    case 'sum':
      return sumOf(values, field)
    case 'average':
      return values.length === 0 ? null : decimal(sumOf(values, field) / values.length)
    case 'minimum':
      return extreme(values, field, -1)
    case 'maximum':
      return extreme(values, field, 1)
    case 'first':
      return values[0] ?? null
    case 'last':
      return values.at(-1) ?? null
    case 'list':
      return values
    case 'distinct':
      return distinct(values)
    case 'join':
      return values.map(asText).join(separator)
  }
}

interface Group {
  first: WorkflowItem
  keys: unknown[]
  items: number
  /** The present values of each computed field. */
  values: unknown[][]
}

export const aggregate = defineNode({
  type: 'aggregate',
  label: 'Aggregate',
  description: 'Computes counts, sums and lists over all items, or over the items of each group',
  category: 'enrich',
  params: z.object({
    groupBy: z.array(Path).max(10).default([]).describe('The fields that the items of a group share'),
    compute: z.array(Compute).min(1).max(50).describe('The values to compute'),
  }),
  check: ({ compute }) =>
    compute.flatMap(({ operation, field }, at) =>
      field === undefined && operation !== 'count'
        ? [{ code: 'invalid_params' as const, path: `compute.${at}.field`, message: 'A field is needed' }]
        : [],
    ),
  instant: true,
  async execute(items, { groupBy, compute }, context) {
    const keyReaders = groupBy.map(fieldReader)
    const readers = compute.map(({ field }) => (field === undefined ? () => undefined : fieldReader(field)))
    const groups = new Map<string, Group>()
    for (const item of items) {
      const keys = keyReaders.map((read) => read(item) ?? null)
      const id = JSON.stringify(keys.map((key) => asText(key)))
      const group = groups.get(id) ?? { first: item, keys, items: 0, values: compute.map(() => []) }
      groups.set(id, group)
      group.items += 1
      for (const [at, read] of readers.entries()) {
        const value = read(item)
        if (present(value)) group.values[at]?.push(value)
      }
      if (context.due()) await context.yield()
    }
    const main: WorkflowItem[] = []
    for (const group of groups.values()) {
      let json: Record<string, unknown> = {}
      for (const [at, path] of groupBy.entries())
        json = withValueAt(json, stepsOf(path), group.keys[at] ?? null)
      for (const [at, each] of compute.entries()) {
        json = withValueAt(json, stepsOf(each.as), computed(each, group.values[at] ?? [], group.items))
        if (context.due()) await context.yield()
      }
      main.push(context.derive(group.first, { json, externalId: undefined, source: undefined }))
    }
    return { outputs: { main } }
  },
})
