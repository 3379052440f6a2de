import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as contracts from '@atrium/contracts'
import { operationsOf } from '@atrium/http'
import { eventually } from '@atrium/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { services } from '../services.ts'
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

const running = () => [...platform.services.values()]
const mounted = () => running().flatMap(({ app }) => operationsOf(app))

test('every operation of the contracts is mounted, by one service', () => {
  const ids = mounted().map(({ id }) => id)
  const declared = contracts.operationsIn(contracts).map(({ id }) => id)
  expect(ids.toSorted()).toEqual(declared.toSorted())
})

test('every route of a service is an operation, but for those of the sign-in and of the documentation', () => {
  const known = mounted().map(({ method, path }) => [method.toUpperCase(), path.replace(/\{(\w+)\}/g, ':$1')])
  // Middleware has the method ALL; it stands before every path, or before that of an operation.
  const expected = new Set(
    [...known, ...known.map(([, path]) => ['ALL', path])].map((each) => each.join(' ')),
  )
  const routes = running().flatMap(({ app }) => app?.routes ?? [])
  const others = routes
    .filter(({ path }) => path !== '/*')
    .map(({ method, path }) => `${method} ${path}`)
    .filter((route) => !expected.has(route))
  expect(others.toSorted()).toEqual([
    'ALL /api/docs/*',
    'GET /',
    'GET /api/auth/*',
    'GET /api/docs',
    'GET /api/docs/',
    'GET /api/docs/:file',
    'GET /api/docs/start.js',
    'GET /api/openapi.json',
    'POST /api/auth/*',
  ])
})

test('every mounted operation is in the document under its id', () => {
  const missing = mounted().filter(
    ({ id, method, path }) => document.paths[path]?.[method]?.operationId !== id,
  )
  expect(missing.map(({ id }) => id)).toEqual([])
})

test('every service with operations that want a caller has a matrix of tenants', () => {
  const without = services.filter(({ name, folder }) => {
    const operations = operationsOf(platform.services.get(name)?.app)
    const wanting = operations.some(({ access }) => access !== 'public')
    return wanting && !existsSync(join(import.meta.dirname, '../..', folder, 'test/isolation.test.ts'))
  })
  expect(without.map(({ name }) => name)).toEqual([])
})

test('a schema of one name is the same in the documents of all services', async () => {
  const known = new Map<string, unknown>()
  for (const { name, internalUrl } of running()) {
    const response = await fetch(`${internalUrl}/openapi.json`)
    const { own, extra } = (await response.json()) as { own: Document; extra?: Document | null }
    for (const [id, schema] of [own, extra].flatMap((each) =>
      Object.entries(each?.components.schemas ?? {}),
    )) {
      expect(schema, `${id} of ${name}`).toEqual(known.get(id) ?? schema)
      known.set(id, schema)
    }
  }
  expect(known.size).toBeGreaterThan(50)
})

test.each([
  ['/api/auth/sign-up/email'],
  ['/api/auth/sign-in/email'],
  ['/api/auth/organization/create'],
  ['/api/auth/api-key/create'],
])('post %s of the sign-in is in the document', (path) => {
  expect(document.paths[path]?.['post']).toBeDefined()
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
