import * as contracts from '@atrium/contracts'
import {
  defineOperation,
  getConfig,
  getHealth,
  getMe,
  type Operation,
  operationsIn,
  pageQuery,
  pageSchema,
  purgeOrg,
} from '@atrium/contracts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openApiDocument } from './index.ts'

const Item = z.strictObject({ id: z.string(), name: z.string().nullable() }).meta({ id: 'Item' })
const listItems = defineOperation({
  id: 'listItems',
  method: 'get',
  path: '/api/items',
  tag: 'Items',
  summary: 'Items',
  access: 'optional',
  query: z.object({ ...pageQuery, q: z.string().optional(), kind: z.enum(['a', 'b']) }),
  headers: z.object({ 'if-none-match': z.string().optional() }),
  responses: {
    200: { description: 'A page', schema: pageSchema(Item), headers: { etag: 'The version' } },
  },
})
const createItem = defineOperation({
  id: 'createItem',
  method: 'post',
  path: '/api/items',
  tag: 'Items',
  summary: 'Create an item',
  description: 'At length',
  access: 'admin',
  body: z.strictObject({ name: z.string(), parent: Item.optional() }),
  idempotent: true,
  responses: { 201: { description: 'Created', schema: Item } },
  errors: ['validation_failed', 'forbidden'],
})
const upload = defineOperation({
  id: 'uploadItem',
  method: 'put',
  path: '/api/items/{id}/content',
  tag: 'Items',
  summary: 'Upload',
  access: 'org',
  params: z.object({ id: z.string() }),
  rawBody: { contentType: 'application/octet-stream' },
  responses: {
    200: { description: 'Bytes', content: { 'image/png': z.string() } },
    204: { description: 'Kept' },
  },
})
const operations: Operation[] = [
  listItems,
  createItem,
  upload,
  getMe,
  getHealth,
  getConfig,
  purgeOrg,
]

interface Shape {
  openapi: string
  info: { title: string; version: string }
  paths: Record<string, Record<string, OperationShape>>
  components: {
    schemas: Record<string, unknown>
    examples: Record<string, { summary: string; value: object }>
    securitySchemes: Record<string, unknown>
  }
}
interface OperationShape {
  operationId: string
  description: string
  security: Array<Record<string, string[]>>
  parameters: Array<{ name: string; in: string; required: boolean; schema: object }>
  requestBody?: { required: boolean; content: Record<string, { schema: object }> }
  responses: Record<
    string,
    { description: string; content?: Record<string, { schema: object }>; headers?: object }
  >
}
const document = openApiDocument('Probe', '1.2.3', operations) as unknown as Shape
const toOperation = (path: string, method: string): OperationShape => {
  const found = document.paths[path]?.[method]
  if (found === undefined) throw new Error(`${method} ${path} is missing`)
  return found
}
const toParameters = (path: string, method: string) =>
  toOperation(path, method).parameters.map(({ name, in: where, required }) => [
    name,
    where,
    required,
  ])

test('writes an OpenAPI 3.1 document with every operation under its path and method', () => {
  expect(document.openapi).toMatch(/^3\.1\./)
  expect(document.info).toEqual({ title: 'Probe', version: '1.2.3' })
  for (const { path, method, id } of operations)
    expect(toOperation(path, method).operationId).toBe(id)
  const ids = Object.values(document.paths).flatMap((item) =>
    Object.values(item).map((each) => each.operationId),
  )
  expect(new Set(ids).size).toBe(operations.length)
})

test('requires exactly one parameter for every path placeholder', () => {
  for (const { path, method } of operations) {
    const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
    const declared = toOperation(path, method).parameters.filter(
      (parameter) => parameter.in === 'path',
    )
    expect(declared.map(({ name }) => name)).toEqual(placeholders)
    expect(declared.every(({ required }) => required)).toBe(true)
  }
})

test('resolves every reference within the document', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
    (match) => match[1] ?? '',
  )
  expect(references.length).toBeGreaterThan(5)
  for (const reference of references) {
    const [, kind, name] = /^#\/components\/(schemas|examples)\/(.+)$/.exec(reference) ?? []
    expect(Object.keys(document.components[kind as 'schemas' | 'examples'] ?? {})).toContain(name)
  }
})

test('contains no named schema that is only a reference', () => {
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    expect(schema, name).not.toHaveProperty('$ref')
    expect(schema, name).toHaveProperty('type')
  }
  expect(document.components.schemas['Me']).toMatchObject({ required: ['user', 'org', 'via'] })
})

test('rejects two shapes with one id even if they differ only in defaults', () => {
  const Thing = z.strictObject({ size: z.number().default(1) }).meta({ id: 'Thing' })
  const put = defineOperation({ ...createItem, id: 'putThing', path: '/api/things', body: Thing })
  const get = defineOperation({
    ...listItems,
    id: 'getThing',
    path: '/api/thing',
    responses: { 200: { description: 'T', schema: Thing } },
  })
  expect(() => openApiDocument('Probe', '1', [put])).not.toThrow()
  expect(() => openApiDocument('Probe', '1', [get])).not.toThrow()
  expect(() => openApiDocument('Probe', '1', [put, get])).toThrow(
    'Two different schemas have the id Thing',
  )
})

test('uses an id for one shape in all contracts', () => {
  const declared = operationsIn(contracts)
  expect(declared.length).toBeGreaterThan(100)
  const all = openApiDocument('All', '1', declared) as unknown as Shape
  expect(Object.keys(all.paths).length).toBeGreaterThan(50)
})

test('leaves nothing in the document that only a schema library understands', () => {
  const text = JSON.stringify(document)
  expect(text).not.toContain('$schema')
  expect(text).not.toContain('$defs')
  expect(JSON.parse(text)).toEqual(document)
})

test('lists named schemas once under their names', () => {
  expect(Object.keys(document.components.schemas).toSorted()).toEqual([
    'ExposedConfig',
    'Health',
    'Item',
    'Me',
    'Problem',
  ])
  expect(document.components.schemas['Item']).toMatchObject({
    type: 'object',
    properties: { id: { type: 'string' } },
    required: ['id', 'name'],
  })
})

test('says where parameters go and whether they are required', () => {
  expect(toParameters('/api/items', 'get')).toEqual([
    ['limit', 'query', false],
    ['offset', 'query', false],
    ['q', 'query', false],
    ['kind', 'query', true],
    ['if-none-match', 'header', false],
  ])
  expect(toParameters('/api/items', 'post')).toEqual([['Idempotency-Key', 'header', false]])
})

test('describes request bodies: JSON closed to unknown fields, and bytes as bytes', () => {
  expect(toOperation('/api/items', 'post').requestBody).toMatchObject({
    required: true,
    content: {
      'application/json': { schema: { additionalProperties: false, required: ['name'] } },
    },
  })
  expect(toOperation('/api/items/{id}/content', 'put').requestBody).toEqual({
    required: true,
    content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
  })
})

test('describes success responses with status, content and headers, and all others as problems', () => {
  expect(toOperation('/api/items', 'get').responses['200']?.headers).toEqual({
    etag: { description: 'The version', schema: { type: 'string' } },
  })
  expect(
    Object.keys(toOperation('/api/items/{id}/content', 'put').responses['200']?.content ?? {}),
  ).toEqual(['image/png'])
  for (const { path, method } of operations) {
    const { responses } = toOperation(path, method)
    expect(Object.keys(responses['default']?.content ?? {})).toEqual(['application/problem+json'])
    for (const { description } of Object.values(responses)) expect(description).not.toBe('')
  }
  const refused = toOperation('/api/items', 'post').responses['403']
  expect(refused?.description).toBe('Refused: `forbidden`')
  expect(refused?.content?.['application/problem+json']).toMatchObject({
    examples: { forbidden: { $ref: '#/components/examples/forbidden' } },
  })
  expect(document.components.examples['forbidden']?.value).toMatchObject({
    status: 403,
    code: 'forbidden',
  })
})

test("turns the access rule into the operation's security", () => {
  const both = [{ session: [] }, { apiKey: [] }, { bearer: [] }]
  expect(toOperation('/api/health', 'get').security).toEqual([])
  expect(toOperation('/api/items', 'get').security).toEqual([{}, ...both])
  expect(toOperation('/api/items', 'post').security).toEqual(both)
  expect(Object.keys(document.components.securitySchemes)).toEqual(['session', 'apiKey', 'bearer'])
})

const all = openApiDocument('All', '1', operationsIn(contracts)) as unknown as Shape
const everyOperation = Object.values(all.paths).flatMap((item) => Object.values(item))

test('lists the error statuses of every operation with their codes', () => {
  for (const declared of operationsIn(contracts)) {
    const responses = all.paths[declared.path]?.[declared.method]?.responses ?? {}
    const descriptions = Object.values(responses)
      .map(({ description }) => description)
      .join(' ')
    for (const code of declared.errors ?? [])
      expect(descriptions, declared.id).toContain(`\`${code}\``)
    if (declared.access !== 'public') expect(Object.keys(responses), declared.id).toContain('401')
  }
})

test('says for every operation what it does and who may call it', () => {
  for (const { operationId, description } of everyOperation)
    expect(description, operationId).toMatch(/\n\n(Needs|Takes)/)
})

test('leaves out the pattern if there is a format, because samples made from it are absurd', () => {
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if ('format' in value && typeof value.format === 'string')
      expect(value).not.toHaveProperty('pattern')
    Object.values(value).forEach(walk)
  }
  walk(all)
})

test('lists every tag as a group of the reference', () => {
  const groups = contracts.apiGroups.map(({ name }) => name)
  expect(new Set(groups).size).toBe(groups.length)
  for (const { tag, id } of operationsIn(contracts)) expect(groups, id).toContain(tag)
})
