import * as contracts from '@atrium/contracts'
import { expect, test } from 'vitest'
import { openApiDocument } from '../openapi.ts'
import { described, referenceTables } from './describe.ts'
import { usualProperties } from './usual.ts'

interface Property {
  place: string
  path: string
  description: unknown
}

const toMembers = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : []

/** Collects every property of a schema, from all keywords that hold schemas. */
function toProperties(place: string, schema: unknown, path: readonly string[] = []): Property[] {
  if (Array.isArray(schema)) return schema.flatMap((each) => toProperties(place, each, path))
  return toMembers(schema).flatMap(([keyword, value]) => {
    if (keyword !== 'properties') return toProperties(place, value, path)
    return toMembers(value).flatMap(([name, property]) => {
      const at = [...path, name]
      const { description } = property as { description?: unknown }
      return [{ place, path: at.join('.'), description }, ...toProperties(place, property, at)]
    })
  })
}

interface Document {
  paths: Record<
    string,
    Record<string, { operationId: string; requestBody?: unknown; responses: unknown }>
  >
  components: { schemas: Record<string, unknown> }
}
const document = openApiDocument(
  'All',
  '1',
  contracts.operationsIn(contracts),
) as unknown as Document
const all = [
  ...Object.entries(document.components.schemas).flatMap(([id, schema]) =>
    toProperties(id, schema),
  ),
  ...Object.values(document.paths)
    .flatMap((item) => Object.values(item))
    .flatMap(({ operationId, requestBody, responses }) =>
      toProperties(operationId, [requestBody, responses]),
    ),
]
const lines = referenceTables.flatMap((table) =>
  Object.entries(table).flatMap(([place, texts]) =>
    Object.entries(texts).map(([path, text]) => ({ place, path, text })),
  ),
)
const named = (path: string): string[] => [
  path.split('.').slice(-2).join('.'),
  path.split('.').at(-1) ?? '',
]

test('describes every property of every request and response', () => {
  expect(all.length).toBeGreaterThan(1_000)
  const silent = all.filter(
    ({ description }) => typeof description !== 'string' || description.trim() === '',
  )
  expect(silent.map(({ place, path }) => `${place}: ${path}`)).toEqual([])
})

test('contains no description that only repeats the property name', () => {
  const letters = (text: string): string => text.toLowerCase().replaceAll(/^the |[^a-z]/g, '')
  const empty = all.filter(
    ({ path, description }) => letters(String(description)) === letters(named(path)[1] ?? ''),
  )
  expect(empty).toEqual([])
})

test('uses every table line for a property that has no description of its own', () => {
  const known = new Set(
    all.map(({ place, path, description }) => `${place}: ${path}: ${description}`),
  )
  const dead = lines.filter(({ place, path, text }) => !known.has(`${place}: ${path}: ${text}`))
  expect(dead).toEqual([])
})

test('uses every common name and repeats none of them in a table', () => {
  const own = new Set(lines.map(({ place, path }) => `${place}: ${path}`))
  const usual = all.filter(({ place, path }) => !own.has(`${place}: ${path}`))
  const used = new Set(
    usual.flatMap(({ path, description }) =>
      named(path).filter((name) => usualProperties[name] === description),
    ),
  )
  expect(Object.keys(usualProperties).filter((name) => !used.has(name))).toEqual([])
  expect(lines.filter(({ path, text }) => usualProperties[named(path)[1] ?? ''] === text)).toEqual(
    [],
  )
})

test('describes each place in one table only', () => {
  const places = referenceTables.flatMap((table) => Object.keys(table))
  expect(places.filter((place, at) => places.indexOf(place) !== at)).toEqual([])
})

test("keeps a schema's own descriptions and changes neither values nor unknown places", () => {
  const stated = {
    type: 'object',
    properties: { id: { type: 'string', description: 'Its own words' } },
  }
  expect(described('Probe', stated)).toEqual(stated)
  const values = { default: { properties: { id: {} } }, enum: [{ properties: { id: {} } }] }
  expect(described('Probe', values)).toEqual(values)
  const other = { type: 'object', properties: { neverSaid: { type: 'string' } } }
  expect(described('Probe', other)).toEqual(other)
  expect(described('Probe', { anyOf: [{ items: { properties: { id: {} } } }] })).toEqual({
    anyOf: [{ items: { properties: { id: { description: usualProperties['id'] } } } }],
  })
})
