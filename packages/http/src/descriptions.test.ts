import * as contracts from '@atrium/contracts'
import { expect, test } from 'vitest'
import { openApiDocument } from './openapi.ts'

interface Described {
  place: string
  name: string
  description: unknown
}

const toMembers = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : []

const describe = (place: string, name: string, value: unknown): Described => ({
  place: `${place}: ${name}`,
  name,
  description: (value as { description?: unknown }).description,
})

/** Collects every property of a schema, from all keywords that hold schemas. */
function toProperties(place: string, schema: unknown): Described[] {
  if (Array.isArray(schema)) return schema.flatMap((each) => toProperties(place, each))
  return toMembers(schema).flatMap(([keyword, value]) => {
    if (keyword !== 'properties') return toProperties(place, value)
    return toMembers(value).flatMap(([name, property]) => [
      describe(place, name, property),
      ...toProperties(`${place}: ${name}`, property),
    ])
  })
}

interface Documented {
  operationId: string
  parameters?: { name: string }[]
  requestBody?: unknown
  responses: unknown
}
const document = openApiDocument('All', '1', contracts.operationsIn(contracts)) as unknown as {
  paths: Record<string, Record<string, Documented>>
  components: { schemas: Record<string, unknown> }
}
const operations = Object.values(document.paths).flatMap((item) => Object.values(item))
const all = [
  ...Object.entries(document.components.schemas).flatMap(([id, schema]) =>
    toProperties(id, schema),
  ),
  ...operations.flatMap(({ operationId, parameters = [], requestBody, responses }) => [
    ...parameters.map((parameter) => describe(operationId, parameter.name, parameter)),
    ...toProperties(operationId, [requestBody, responses]),
  ]),
]

test('describes every parameter and every property of every request and response', () => {
  expect(all.length).toBeGreaterThan(1_500)
  const silent = all.filter(
    ({ description }) => typeof description !== 'string' || description.trim() === '',
  )
  expect(silent.map(({ place }) => place)).toEqual([])
})

test('contains no description that only repeats the name', () => {
  const letters = (text: string): string => text.toLowerCase().replaceAll(/^the |[^a-z]/g, '')
  const empty = all.filter(
    ({ name, description }) => letters(String(description)) === letters(name),
  )
  expect(empty).toEqual([])
})
