import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from '../../test/harness.ts'
import { send } from '../../test/send.ts'
import { mergeDocuments } from './merge-documents.ts'

let gateway: TestGateway
const asked: string[] = []
beforeAll(async () => {
  gateway = await startTestGateway()
  gateway.identity.handle((request, response) => {
    asked.push(request.url ?? '')
    response.end(
      JSON.stringify({
        own: {
          paths: { '/api/me': { get: { operationId: 'getMe' } } },
          components: { schemas: { Me: { type: 'object' } } },
        },
        extra: {
          paths: { '/api/auth/sign-out': { post: { operationId: 'signOut' } } },
          components: { schemas: { User: {} } },
        },
      }),
    )
  })
  gateway.assets.handle((_request, response) => response.writeHead(500).end('no document'))
  gateway.board.handle(() => {})
})
afterAll(() => gateway?.stop())

test('the document holds what the services serve, without those that fail or hang, and only once', async () => {
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => send(gateway.port, { path: '/api/openapi.json' })),
  )
  expect(asked).toEqual(['/openapi.json'])
  for (const answer of answers) {
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('application/json')
  }
  const document = answers[0]?.json() as {
    openapi: string
    paths: Record<string, object>
    components: { schemas: object }
  }
  expect(document.openapi).toBe('3.1.0')
  expect(Object.keys(document.paths)).toEqual([
    '/api/attention',
    '/api/auth/sign-out',
    '/api/config',
    '/api/events',
    '/api/health',
    '/api/me',
    '/api/operator/services',
    '/api/operator/services/{service}/dead-letters',
    '/api/operator/services/{service}/dead-letters/{id}/redrive',
    '/api/plan',
    '/api/search',
  ])
  expect(Object.keys(document.components.schemas)).toEqual(
    expect.arrayContaining(['Health', 'Me', 'User', 'Problem']),
  )
})

test('paths that two services share are joined by method', () => {
  const merged = mergeDocuments({ paths: { '/x': { get: 1 } } }, [{ paths: { '/x': { post: 2 } } }])
  expect(merged['paths']).toEqual({ '/x': { post: 2, get: 1 } })
})
