import type { WorkflowItem } from '@atrium/contracts'
import { aggregateProblems } from '@atrium/workflow-rules'
import { z } from 'zod'
import {
  asNumber,
  asText,
  compareNumbers,
  NodeError,
  type Pace,
  runLimits,
  tooMuch,
} from '../../engine/index.ts'
import { defineNode } from '../define-node.ts'
import { keyOfValues } from '../short-key.ts'
import { distinctPaths, fieldReader, splitPath } from './item-path.ts'
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
  field: Path.optional().describe('The field of the items to compute it from. Count needs none'),
  as: Path.describe('The field of the result'),
  separator: z.string().max(20).default(', ').describe('The text between the values of join'),
})
type Compute = z.output<typeof Compute>

const present = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

// Hides the noise from binary fractions: 15 digits are exact for every decimal sum below 10^15.
const decimal = (value: number): number =>
  Number.isSafeInteger(value) ? value : Number(value.toPrecision(15))

function readNumber(value: unknown, field: string): number {
  const number = asNumber(value)
  if (number === undefined) {
    const text = typeof value === 'object' ? 'a list or an object' : asText(value).slice(0, 100)
    throw new NodeError(`The field "${field}" is not a number: ${text}`)
  }
  return number
}

/** The characters a node may still write. */
interface Room extends Pace {
  characters: number
}

async function extreme(values: readonly unknown[], field: string, sign: 1 | -1, pace: Pace) {
  let best: unknown = null
  for (const value of values) {
    readNumber(value, field)
    if (best === null || (compareNumbers(value, best) ?? 0) * sign > 0) best = value
    if (pace.due()) await pace.yield()
  }
  return best
}

async function sumValues(values: readonly unknown[], field: string, pace: Pace): Promise<number> {
  let sum = 0
  for (const value of values) {
    sum += readNumber(value, field)
    if (pace.due()) await pace.yield()
  }
  return decimal(sum)
}

async function distinct(values: readonly unknown[], pace: Pace): Promise<unknown[]> {
  const valuesByKey = new Map<string, unknown>()
  for (const value of values) valuesByKey.set(await keyOfValues([value], pace), value)
  return [...valuesByKey.values()]
}

async function join(values: readonly unknown[], separator: string, room: Room): Promise<string> {
  const texts: string[] = []
  for (const value of values) {
    const text = asText(value)
    room.characters -= text.length + separator.length
    if (room.characters < 0) throw tooMuch()
    texts.push(text)
    if (room.due()) await room.yield()
  }
  return texts.join(separator)
}

async function computed(
  { operation, field = '', separator }: Compute,
  values: readonly unknown[],
  items: number,
  room: Room,
): Promise<unknown> {
  switch (operation) {
    case 'count':
      return field === '' ? items : values.length
    case 'sum':
      return sumValues(values, field, room)
    case 'average':
      return values.length === 0
        ? null
        : decimal((await sumValues(values, field, room)) / values.length)
    case 'minimum':
      return extreme(values, field, -1, room)
    case 'maximum':
      return extreme(values, field, 1, room)
    case 'first':
      return values[0] ?? null
    case 'last':
      return values.at(-1) ?? null
    case 'list':
      return values
    case 'distinct':
      return distinct(values, room)
    case 'join':
      return join(values, separator, room)
  }
}

interface Group {
  members: WorkflowItem[]
  keys: unknown[]
  items: number
  values: unknown[][]
}

export const aggregate = defineNode({
  type: 'aggregate',
  label: 'Aggregate',
  description: 'Computes counts, sums and lists over all items, or over the items of each group',
  category: 'enrich',
  keywords: ['sum', 'count', 'average', 'total', 'group', 'summarize', 'collect', 'report'],
  params: z.object({
    groupBy: z
      .array(Path)
      .max(10)
      .default([])
      .describe('The fields that the items of a group share'),
    compute: z.array(Compute).min(1).max(50).describe('The values to compute'),
  }),
  check: aggregateProblems,
  instant: true,
  async execute(items, { groupBy, compute }, context) {
    const room: Room = { due: context.due, yield: context.yield, characters: runLimits.bytes }
    const paths = distinctPaths(groupBy)
    const keyReaders = paths.map(fieldReader)
    const readers = compute.map(({ field }) =>
      field === undefined ? () => undefined : fieldReader(field),
    )
    const groups = new Map<string, Group>()
    for (const item of items) {
      const keys = keyReaders.map((read) => read(item) ?? null)
      const id = await keyOfValues(keys, context)
      const group = groups.get(id) ?? { members: [], keys, items: 0, values: compute.map(() => []) }
      groups.set(id, group)
      group.items += 1
      group.members.push(item)
      for (const [at, read] of readers.entries()) {
        const value = read(item)
        if (present(value)) group.values[at]?.push(value)
      }
      if (context.due()) await context.yield()
    }
    const main: WorkflowItem[] = []
    for (const group of groups.values()) {
      let json: Record<string, unknown> = {}
      for (const [at, path] of paths.entries())
        json = withValueAt(json, splitPath(path), group.keys[at] ?? null)
      for (const [at, each] of compute.entries()) {
        const value = await computed(each, group.values[at] ?? [], group.items, room)
        json = withValueAt(json, splitPath(each.as), value)
        if (context.due()) await context.yield()
      }
      const [first = { json: {} }, ...others] = group.members
      const made = context.derive(first, { json, externalId: undefined, source: undefined }, others)
      await context.carry(made)
      main.push(made)
    }
    return { outputs: { main } }
  },
})
