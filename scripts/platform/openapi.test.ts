import { eventually } from '@atrium/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPlatform, type TestPlatform } from './harness.ts'

interface Document {
  openapi: string
  paths: Record<string, Record<string, { operationId?: string }>>
  components: { schemas: Record<string, unknown> }
}

/** The first part of a path of each service. */
const everyService = ['health', 'me', 'assets', 'tasks', 'connectors', 'invoicing', 'workflows']

let platform: TestPlatform
let document: Document
beforeAll(async () => {
  platform = await startTestPlatform()
  // A service that is slow to answer is left out of the document for five seconds.
  await eventually(async () => {
    const response = await fetch(`${platform.baseUrl}/api/openapi.json`)
    document = (await response.json()) as Document
    const tags = new Set(Object.keys(document.paths).map((path) => path.split('/')[2]))
    expect([...tags]).toEqual(expect.arrayContaining(everyService))
  }, 30_000)
})
afterAll(() => platform?.stop())

test.each([
  ['get', '/api/health'],
  ['get', '/api/config'],
  ['get', '/api/me'],
  ['get', '/api/auth-providers'],
  ['delete', '/api/orgs/{id}'],
  ['post', '/api/assets'],
  ['get', '/api/assets/usage'],
  ['get', '/api/assets/{org}/{visibility}/{key}'],
  ['post', '/api/auth/sign-up/email'],
  ['post', '/api/auth/sign-in/email'],
  ['post', '/api/auth/organization/create'],
  ['post', '/api/auth/api-key/create'],
])('%s %s is in the document', (method, path) => {
  expect(document.paths[path]?.[method]).toBeDefined()
})

test('every reference of the document leads somewhere', () => {
  const text = JSON.stringify(document)
  const names = [...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map((match) => match[1] ?? '')
  expect(names.length).toBeGreaterThan(0)
  for (const name of names)
    expect(Object.keys(document.components.schemas)).toContain(decodeURIComponent(name))
})

test('operation ids are unique', () => {
  const ids = Object.values(document.paths)
    .flatMap((item) => Object.values(item).map((operation) => operation.operationId))
    .filter((id) => id !== undefined)
  expect(new Set(ids).size).toBe(ids.length)
})

test('the documentation page renders without anything from outside', async () => {
  const page = await (await fetch(`${platform.baseUrl}/api/docs`)).text()
  const foreign = [...page.matchAll(/(?:src|href)="(https?:)?\/\/(?!127\.0\.0\.1|localhost)/g)]
  expect(page).toContain('<html')
  expect(foreign).toEqual([])
})
