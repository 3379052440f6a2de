import { expect, test } from 'vitest'
import { compareHttp } from './compare-http.ts'
import type { HttpDocument, HttpOperation } from './contracts.ts'
import type { Schema } from './schema.ts'

const text: Schema = { type: 'string' }
const status: Schema = { type: 'string', enum: ['done', 'open'] }
const card: Schema = {
  type: 'object',
  properties: { id: text, status, note: text },
  required: ['id', 'status'],
}
const json = (schema: Schema) => ({ 'application/json': { schema } })

const operation: HttpOperation = {
  operationId: 'changeCard',
  'x-access': 'org',
  parameters: [
    { name: 'id', in: 'path', required: true, schema: text },
    { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 100, default: 50 } },
  ],
  requestBody: { required: true, content: json(card) },
  responses: { 200: { content: json(card), headers: { Location: {} } } },
}

const toDocument = (changed: object, path = '/api/cards/{id}'): HttpDocument => ({
  paths: { [path]: { patch: Object.assign({}, operation, changed) } },
  components: { schemas: { Problem: { type: 'object' } } },
})
const compare = (changed: object, path?: string): string[] =>
  compareHttp(toDocument({}), toDocument(changed, path), '0.1.0').map(({ change }) => change)

const withCard = (changed: object): Schema => Object.assign({}, card, changed)
const withField = (name: string, schema: Schema): Schema =>
  withCard({ properties: Object.assign({}, card.properties, { [name]: schema }) })
const sendCard = (schema: Schema) => ({ requestBody: { required: true, content: json(schema) } })
const returnCard = (schema: Schema) => ({
  responses: { 200: { content: json(schema), headers: { Location: {} } } },
})
const parameter = (name: string, where: string, changed: object = {}) =>
  Object.assign({ name, in: where, schema: text }, changed)
const id = parameter('id', 'path', { required: true })
const limit = (schema: Schema) => ({ parameters: [id, parameter('limit', 'query', { schema })] })

test.each<[string, object, string]>([
  [
    'the operation',
    { operationId: 'editCard' },
    ': the operationId changed from changeCard to editCard',
  ],
  ['the access', { 'x-access': 'admin' }, ': the access changed from org to admin'],
  ['a parameter away', { parameters: [id] }, ' query: limit was removed'],
  [
    'a parameter to a required one',
    {
      parameters: [
        id,
        parameter('limit', 'query', { schema: operation.parameters[1]?.schema, required: true }),
      ],
    },
    ' query: limit is required now',
  ],
  [
    'a header to a required one',
    { parameters: [...operation.parameters, parameter('if-match', 'header', { required: true })] },
    ' header: if-match is new and required',
  ],
  [
    'the limit of a parameter',
    limit({ type: 'integer', maximum: 20, default: 50 }),
    ' query: limit has the maximum 20 instead of 100',
  ],
  [
    'the default of a parameter',
    limit({ type: 'integer', maximum: 100, default: 20 }),
    ' query: limit has the default 20 instead of 50',
  ],
  [
    'a body field to a required one',
    sendCard(withCard({ required: ['id', 'note', 'status'] })),
    ' body: note is required now',
  ],
  [
    'a body field away',
    sendCard(withCard({ properties: { id: text, status } })),
    ' body: note was removed',
  ],
  [
    'a value of the body away',
    sendCard(withField('status', { type: 'string', enum: ['open'] })),
    ' body: status has lost the value "done"',
  ],
  [
    'the type of the body',
    { requestBody: { content: { 'text/csv': {} } } },
    ' body: application/json was removed',
  ],
  [
    'a response field away',
    returnCard(withCard({ properties: { id: text, status } })),
    ' response 200: note was removed',
  ],
  [
    'fixed values of a response to any text',
    returnCard(withField('status', text)),
    ' response 200: status changed from "done" | "open" to string',
  ],
  [
    'a response field to an optional one',
    returnCard(withCard({ required: ['id'] })),
    ' response 200: status is optional now',
  ],
  [
    'a response field to one that may be null',
    returnCard(withField('id', { type: ['string', 'null'] })),
    ' response 200: id changed from string to string | null',
  ],
  [
    'a value of the response away',
    returnCard(withField('status', { type: 'string', enum: ['open'] })),
    ' response 200: status has lost the value "done"',
  ],
  ['the status', { responses: { 201: {} } }, ' response 200: was removed'],
  [
    'a response header away',
    { responses: { 200: { content: json(card) } } },
    ' response 200: the header Location was removed',
  ],
])('refuses a route that changes %s', (_, changed, change) => {
  expect(compare(changed)).toEqual([`PATCH /api/cards/{id}${change}`])
})

test.each<[string, object]>([
  [
    'gets an optional parameter',
    { parameters: [...operation.parameters, parameter('q', 'query')] },
  ],
  ['is open to more callers', { 'x-access': 'user' }],
  ['takes larger values', limit({ type: 'integer', maximum: 500, default: 50 })],
  ['takes an optional field', sendCard(withField('more', text))],
  [
    'takes another value',
    sendCard(withField('status', { type: 'string', enum: ['done', 'late', 'open'] })),
  ],
  ['takes a field or null', sendCard(withField('note', { type: ['string', 'null'] }))],
  ['needs a body field no more', sendCard(withCard({ required: ['id'] }))],
  ['returns another field', returnCard(withField('more', text))],
  [
    'returns another value',
    returnCard(withField('status', { type: 'string', enum: ['done', 'late', 'open'] })),
  ],
  ['returns a field always', returnCard(withCard({ required: ['id', 'note', 'status'] }))],
  ['returns longer texts', returnCard(withField('note', { type: 'string', maxLength: 9 }))],
])('accepts a route that %s', (_, changed) => {
  expect(compare(changed)).toEqual([])
})

test('accepts another name for a parameter of the path, and refuses another path', () => {
  const renamed = [parameter('cardId', 'path', { required: true }), operation.parameters[1]]
  expect(compare({ parameters: renamed }, '/api/cards/{cardId}')).toEqual([])
  expect(compare({}, '/api/tasks/{id}')).toEqual(['PATCH /api/cards/{id}: was removed'])
})

test('accepts a new kind of record in a response and refuses to lose one', () => {
  const kind = (name: string): Schema => ({
    type: 'object',
    properties: { kind: { const: name, type: 'string' }, [name]: text },
    required: ['kind', name],
  })
  const returns = (...kinds: string[]) =>
    toDocument(returnCard({ type: 'array', items: { oneOf: kinds.map(kind) } }))
  const compareKinds = (old: HttpDocument, now: HttpDocument): string[] =>
    compareHttp(old, now, '0.1.0').map(({ change }) => change)
  expect(compareKinds(returns('a', 'b'), returns('a', 'b', 'c'))).toEqual([])
  expect(compareKinds(returns('a', 'b', 'c'), returns('a', 'b'))).toEqual([
    'PATCH /api/cards/{id} response 200: [] has lost the record with kind "c"',
  ])
})

test('compares what refusals contain', () => {
  const document = (problem: Schema): HttpDocument => ({
    paths: {},
    components: { schemas: { Problem: problem } },
  })
  const changes = compareHttp(document(card), document(withCard({ required: ['id'] })), '0.1.0')
  expect(changes.map(({ change }) => change)).toEqual(['schema Problem: status is optional now'])
})
