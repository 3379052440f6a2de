import { expect, test } from 'vitest'
import { withExamples } from './with-examples.ts'

const json = { schema: { type: 'object' } }
const document = {
  openapi: '3.1.0',
  paths: {
    '/things/{id}': {
      patch: {
        operationId: 'updateThing',
        parameters: [
          { name: 'id', in: 'path' },
          { name: 'id', in: 'query' },
          { name: 'x-lease', in: 'header' },
        ],
        requestBody: { required: true, content: { 'application/json': json, 'text/plain': {} } },
        responses: {
          200: { description: 'The thing', content: { 'application/json': json, 'text/csv': {} } },
        },
      },
      delete: { operationId: 'deleteThing', responses: { 204: { description: 'Deleted' } } },
      get: { responses: {} },
    },
  },
}

test('adds an example to the parameters, the body and the response with its status and type', () => {
  const answer = { status: 200, contentType: 'application/json', body: { id: 'thing_1' } }
  const request = {
    params: { id: 'thing_1' },
    headers: { 'x-lease': 'a lease' },
    body: { name: 'Oven' },
  }
  const whole = withExamples(document, { updateThing: { request, answer } })
  const item = (whole['paths'] as Record<string, Record<string, unknown>>)['/things/{id}']
  expect(item?.['patch']).toMatchObject({
    parameters: [
      { in: 'path', example: 'thing_1' },
      { in: 'query' },
      { in: 'header', example: 'a lease' },
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { ...json, example: { name: 'Oven' } } },
    },
    responses: {
      200: { content: { 'application/json': { ...json, example: { id: 'thing_1' } } } },
    },
  })
  const text = JSON.stringify(item?.['patch'])
  expect([...text.matchAll(/"example"/g)]).toHaveLength(4)
  expect(item?.['delete']).toEqual(document.paths['/things/{id}'].delete)
  expect(item?.['get']).toEqual({ responses: {} })
})

test('changes nothing if an example has no body or its operation does not exist', () => {
  const bare = { request: {}, answer: { status: 204 } }
  expect(withExamples(document, { deleteThing: bare, updateThing: bare, other: bare })).toEqual(
    document,
  )
})

test('adds examples for query parameters unless they are optional ids', () => {
  const id = 'chn_019cadc69a8070008000000000000001'
  const parameters = [
    { name: 'channelId', in: 'query', required: true },
    { name: 'workflowId', in: 'query' },
    { name: 'ids', in: 'query' },
    { name: 'kind', in: 'query' },
  ]
  const get = { operationId: 'listThings', parameters, responses: {} }
  const request = { query: { channelId: id, workflowId: id, ids: [id], kind: 'watermark' } }
  const whole = withExamples(
    { paths: { '/things': { get } } },
    { listThings: { request, answer: { status: 200 } } },
  )
  expect(whole).toEqual({
    paths: {
      '/things': {
        get: {
          ...get,
          parameters: [
            { ...parameters[0], example: id },
            ...parameters.slice(1, 3),
            { ...parameters[3], example: 'watermark' },
          ],
        },
      },
    },
  })
})
