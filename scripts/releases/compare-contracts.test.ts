import { expect, test } from 'vitest'
import { z } from 'zod'
import { compareContracts } from './compare-contracts.ts'
import type { Contracts } from './contracts.ts'
import { findLastRelease, readContracts } from './release-files.ts'
import { normalizeSchema, type Schema } from './schema.ts'

interface Declared {
  readonly event?: z.ZodType
  readonly request?: z.ZodType
  readonly response?: z.ZodType
}

const toSchema = (schema: z.ZodType, schemas: Record<string, Schema>): Schema => {
  const { $defs, ...whole } = z.toJSONSchema(schema, { io: 'input', reused: 'inline' })
  for (const [name, definition] of Object.entries($defs ?? {}))
    schemas[name] = normalizeSchema(definition)
  return normalizeSchema(whole)
}

function toContracts({ event, request, response }: Declared): Contracts {
  const schemas: Record<string, Schema> = { Problem: {} }
  const nothing = z.object({})
  return {
    messages: {
      events: event === undefined ? {} : { 'task.created': toSchema(event, schemas) },
      jobs: {},
      rpcs: {
        'board.find': {
          request: toSchema(request ?? nothing, schemas),
          response: toSchema(response ?? nothing, schemas),
        },
      },
      components: { schemas },
    },
    http: { paths: {}, components: { schemas: { Problem: {} } } },
  }
}

const compare = (old: Declared, now: Declared): string[] =>
  compareContracts(toContracts(old), toContracts(now), '0.1.0').map(({ change }) => change)

const card = z.object({ id: z.string(), title: z.string().max(10) })
const kind = (name: string) => z.object({ kind: z.literal(name), [name]: z.string() })
const plus = (shape: z.ZodRawShape) => card.extend(shape)

test.each<[string, z.ZodType, z.ZodType, string]>([
  ['loses a field', card, z.object({ id: z.string() }), 'title was removed'],
  ['loses an optional field', plus({ n: z.int().optional() }), card, 'n was removed'],
  ['gets a required field', card, plus({ n: z.int() }), 'n is new and required'],
  [
    'makes a field optional',
    card,
    card.extend({ title: z.string().max(10).optional() }),
    'title is optional now',
  ],
  [
    'makes a field required',
    plus({ n: z.int().optional() }),
    plus({ n: z.int() }),
    'n is required now',
  ],
  ['changes a type', card, plus({ id: z.number() }), 'id changed from string to number'],
  [
    'narrows a number to integers',
    plus({ n: z.number() }),
    plus({ n: z.int() }),
    'n changed from number to integer',
  ],
  [
    'lets a field be null',
    card,
    plus({ id: z.string().nullable() }),
    'id changed from string to string | null',
  ],
  [
    'fixes the values of a text',
    card,
    plus({ id: z.enum(['a', 'b']) }),
    'id changed from string to "a" | "b"',
  ],
  [
    'gets a value',
    plus({ state: z.enum(['open']) }),
    plus({ state: z.enum(['open', 'done']) }),
    'state has the new value "done"',
  ],
  [
    'loses a value',
    plus({ state: z.enum(['open', 'done']) }),
    plus({ state: z.enum(['open']) }),
    'state has lost the value "done"',
  ],
  [
    'takes longer texts',
    card,
    plus({ title: z.string().max(20) }),
    'title has the maxLength 20 instead of 10',
  ],
  [
    'takes only shorter texts',
    card,
    plus({ title: z.string().max(5) }),
    'title has the maxLength 5 instead of 10',
  ],
  [
    'changes a format',
    plus({ at: z.iso.datetime() }),
    plus({ at: z.iso.date() }),
    'at has the format date instead of date-time',
  ],
  [
    'changes a field of a list',
    plus({ lines: z.array(card) }),
    plus({ lines: z.array(z.object({ id: z.string() })) }),
    'lines[].title was removed',
  ],
  [
    'changes the values of a record',
    plus({ counts: z.record(z.string(), z.int()) }),
    plus({ counts: z.record(z.string(), z.string()) }),
    'counts.* changed from integer to string',
  ],
  [
    'gets a kind of record',
    z.object({ of: z.union([kind('a'), kind('b')]) }),
    z.object({ of: z.union([kind('a'), kind('b'), kind('c')]) }),
    'of has the new record with kind "c"',
  ],
  [
    'loses a kind of record',
    z.object({ of: z.union([kind('a'), kind('b'), kind('c')]) }),
    z.object({ of: z.union([kind('a'), kind('b')]) }),
    'of has lost the record with kind "c"',
  ],
])('refuses an event that %s', (_, old, now, change) => {
  expect(compare({ event: old }, { event: now })).toEqual([`event task.created: ${change}`])
})

test('refuses to remove an event, and names the direction and the way out', () => {
  expect(compareContracts(toContracts({ event: card }), toContracts({}), '0.1.0')).toEqual([
    {
      change: 'event task.created: was removed',
      source: 'task.created',
      consequence: 'services of 0.1.0 wait for it in vain',
      instead:
        'send it while the last release consumes it, or declare task.created.v2 and send both',
    },
  ])
})

test.each<[string, z.ZodType, z.ZodType]>([
  ['gets an optional field', card, plus({ n: z.int().optional() })],
  ['gets a field with a default', card, plus({ n: z.int().default(0) })],
  [
    'gives an optional field a default',
    plus({ n: z.int().optional() }),
    plus({ n: z.int().default(0) }),
  ],
  ['describes a field', card, card.extend({ title: z.string().max(10).describe('The title') })],
  [
    'orders its values differently',
    plus({ state: z.enum(['a', 'b']) }),
    plus({ state: z.enum(['b', 'a']) }),
  ],
])('accepts an event that %s', (_, old, now) => {
  expect(compare({ event: old }, { event: now })).toEqual([])
})

test('refuses a default that the emitter no longer fills in', () => {
  const old = plus({ n: z.int().default(0) })
  expect(compare({ event: old }, { event: plus({ n: z.int().optional() }) })).toEqual([])
  const required = { event: plus({ n: z.int() }) }
  expect(compare(required, { event: old })).toEqual([])
  expect(compare(required, { event: plus({ n: z.int().optional() }) })).toEqual([
    'event task.created: n is optional now',
  ])
})

test.each<[string, z.ZodType, z.ZodType, string]>([
  ['needs another field', card, plus({ n: z.int() }), 'n is new and required'],
  ['loses a field', card, z.object({ id: z.string() }), 'title was removed'],
  [
    'loses a value',
    plus({ by: z.enum(['a', 'b']) }),
    plus({ by: z.enum(['a']) }),
    'by has lost the value "b"',
  ],
  [
    'gets a value that services of the last release refuse',
    plus({ by: z.enum(['a']) }),
    plus({ by: z.enum(['a', 'b']) }),
    'by has the new value "b"',
  ],
  [
    'gets a field that services of the last release refuse',
    z.strictObject({ id: z.string() }),
    z.strictObject({ id: z.string(), n: z.int().optional() }),
    'n is new, and the receiver refuses unknown fields',
  ],
  [
    'changes a default',
    plus({ limit: z.int().default(50) }),
    plus({ limit: z.int().default(20) }),
    'limit has the default 20 instead of 50',
  ],
])('refuses an RPC request that %s', (_, old, now, change) => {
  expect(compare({ request: old }, { request: now })).toEqual([`RPC board.find request: ${change}`])
})

test.each<[string, z.ZodType, z.ZodType, string]>([
  ['loses a field', card, z.object({ id: z.string() }), 'title was removed'],
  ['needs another field', card, plus({ n: z.int() }), 'n is new and required'],
  [
    'makes a field optional',
    card,
    card.extend({ title: z.string().max(10).optional() }),
    'title is optional now',
  ],
])('refuses an RPC response that %s', (_, old, now, change) => {
  expect(compare({ response: old }, { response: now })).toEqual([
    `RPC board.find response: ${change}`,
  ])
})

test('accepts optional fields in RPC requests and responses', () => {
  const more = plus({ n: z.int().optional() })
  expect(compare({ request: card, response: card }, { request: more, response: more })).toEqual([])
})

test('names a shared schema once, if several messages contain it', () => {
  const named = (shape: z.ZodObject) => shape.meta({ id: 'Shared' })
  const old = named(z.object({ id: z.string(), title: z.string() }))
  const now = named(z.object({ id: z.string() }))
  const both = (schema: z.ZodObject): Declared => ({
    event: z.object({ card: schema }),
    response: z.object({ cards: z.array(schema) }),
  })
  const [change, ...more] = compareContracts(
    toContracts(both(old)),
    toContracts(both(now)),
    '0.1.0',
  )
  expect(more).toEqual([])
  expect(change).toMatchObject({
    change: 'schema Shared: title was removed',
    consequence: 'services of 0.1.0 cannot use it (event task.created)',
  })
})

test('compares a schema that contains itself', () => {
  const makeTree = (name: z.ZodType): z.ZodType => {
    const tree: z.ZodType = z
      .object({
        name,
        parent: z.lazy(() => tree.nullable()),
        children: z.lazy(() => z.array(tree)),
      })
      .meta({ id: 'Tree' })
    return tree
  }
  const old = z.object({ tree: makeTree(z.string()).nullable() })
  const now = z.object({ tree: makeTree(z.string().nullable()).nullable() })
  expect(compare({ event: old }, { event: old })).toEqual([])
  expect(compare({ event: old }, { event: now })).toEqual([
    'schema Tree: name changed from string to string | null',
  ])
})

test('refuses to remove any field of any event or RPC of the last release', () => {
  const { events, rpcs, components } = readContracts(findLastRelease()).messages
  const messages = [
    ...Object.values(events),
    ...Object.values(rpcs).flatMap(({ request, response }) => [request, response]),
  ]
  const toEvent = (schema: Schema): Contracts => ({
    messages: { events: { 'task.created': schema }, jobs: {}, rpcs: {}, components },
    http: { paths: {}, components: { schemas: {} } },
  })
  const without = (schema: Schema, removed: string): Schema => ({
    ...schema,
    properties: Object.fromEntries(
      Object.entries(schema.properties ?? {}).filter(([name]) => name !== removed),
    ),
    required: (schema.required ?? []).filter((name) => name !== removed),
  })
  const fields = messages.flatMap((schema) =>
    Object.keys(schema.properties ?? {}).map((name) => [schema, name] as const),
  )
  const missed = fields.filter(([schema, name]) => {
    const changes = compareContracts(toEvent(schema), toEvent(without(schema, name)), '0.1.0')
    return !changes.some(({ change }) => change === `event task.created: ${name} was removed`)
  })
  expect(fields.length).toBeGreaterThan(500)
  expect(missed).toEqual([])
})
