import * as contracts from '@atrium/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from '../../test/harness.ts'
import { send } from '../../test/send.ts'
import { mergeDocuments } from './merge-documents.ts'

let gateway: TestGateway
const asked: string[] = []
beforeAll(async () => {
  // Three services are deployed, and none of them responds.
  gateway = await startTestGateway()
  for (const service of [gateway.identity, gateway.assets, gateway.board]) {
    service.handle(({ url }) => void asked.push(url ?? ''))
  }
})
afterAll(() => gateway?.stop())

test('serves the complete document without asking a service, even if services are down or hang', async () => {
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => send(gateway.port, { path: '/api/openapi.json' })),
  )
  expect(asked).toEqual([])
  for (const answer of answers) {
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('application/json')
  }
  const document = answers[0]?.json() as {
    openapi: string
    paths: Record<string, Record<string, { operationId: string }>>
    components: { schemas: object }
  }
  expect(document.openapi).toBe('3.1.0')
  for (const { id, method, path } of contracts.operationsIn(contracts)) {
    expect(document.paths[path]?.[method]?.operationId).toBe(id)
  }
  expect(document.paths['/api/auth/sign-in/email']).toHaveProperty('post')
  expect(Object.keys(document.components.schemas)).toEqual(
    expect.arrayContaining(['Health', 'Me', 'AuthUser', 'Problem']),
  )
})

test('joins paths by method if two documents share them', () => {
  const merged = mergeDocuments({ paths: { '/x': { get: 1 } } }, [{ paths: { '/x': { post: 2 } } }])
  expect(merged['paths']).toEqual({ '/x': { post: 2, get: 1 } })
})
