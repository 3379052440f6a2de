import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as contracts from '@atrium/contracts'
import { listOperations } from '@atrium/http'
import { eventually } from '@atrium/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catchRefusal, signUpNewcomer } from '../newcomer/play-newcomer.ts'
import { readAuthRoutes, writeAuthRoutes } from '../reference/recorded-file.ts'
import { services } from '../services.ts'
import { startTestPlatform, type TestPlatform } from './harness.ts'

interface Document {
  openapi: string
  paths: Record<string, Record<string, { operationId?: string }>>
  components: { schemas: Record<string, unknown> }
}

// The self-description of a platform without provider keys.
let platform: TestPlatform
let document: Document
beforeAll(async () => {
  platform = await startTestPlatform()
  const response = await fetch(`${platform.baseUrl}/api/openapi.json`)
  document = (await response.json()) as Document
})
afterAll(() => platform?.stop())

const running = () => [...platform.services.values()]
const mounted = () => running().flatMap(({ app }) => listOperations(app))

test('mounts every contract operation in exactly one service', () => {
  const ids = mounted().map(({ id }) => id)
  const declared = contracts.operationsIn(contracts).map(({ id }) => id)
  expect(ids.toSorted()).toEqual(declared.toSorted())
})

// Mail recipients open link pages, and the mail provider calls its webhook. No API client uses
// these routes.
test('declares every route as an operation, except sign-in, assistants, documentation, mail links and public pages', () => {
  const known = mounted().map(({ method, path }) => [
    method.toUpperCase(),
    path.replace(/\{(\w+)\}/g, ':$1'),
  ])
  // Middleware has the method ALL. It applies to every path or to an operation's path.
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
    'ALL /api/mcp',
    'GET /',
    'GET /.well-known/oauth-authorization-server',
    'GET /.well-known/oauth-authorization-server/api/auth',
    'GET /.well-known/oauth-protected-resource',
    'GET /.well-known/oauth-protected-resource/api/mcp',
    'GET /api/auth/*',
    'GET /api/docs',
    'GET /api/docs/',
    'GET /api/docs/:file',
    'GET /api/docs/start.js',
    'GET /api/openapi.json',
    'GET /api/public/unsubscribe/:token',
    'GET /estimate/:key',
    'GET /order/:key',
    'GET /p/*',
    'GET /p/*',
    'GET /p/:org',
    'GET /p/:org/estimates/:token',
    'GET /p/:org/events',
    'GET /p/:org/events/:slug',
    'GET /p/:org/orders/:id',
    'GET /p/:org/pages/:slug',
    'GET /p/:org/pay/:token',
    'GET /p/:org/products',
    'GET /p/:org/products/:slug',
    'GET /p/:org/thanks',
    'GET /p/:org/tickets/:code',
    'GET /p/:org/waiting/:code',
    'GET /pay/:key',
    'GET /ticket/:key',
    'GET /waiting/:key',
    'POST /api/auth/*',
    'POST /api/mail/webhooks/provider',
    'POST /api/public/unsubscribe/:token',
    'POST /p/*',
    'POST /p/:org/estimates/:token',
    'POST /p/:org/events/:slug',
    'POST /p/:org/orders/:id',
    'POST /p/:org/products/:slug',
    'POST /p/:org/waiting/:code',
  ])
})

test('documents every mounted operation under its id', () => {
  const missing = mounted().filter(
    ({ id, method, path }) => document.paths[path]?.[method]?.operationId !== id,
  )
  expect(missing.map(({ id }) => id)).toEqual([])
})

test('has a tenant matrix for every service whose operations need a principal', () => {
  const without = services.filter(({ name, folder }) => {
    const operations = listOperations(platform.services.get(name)?.app)
    const wanting = operations.some(({ access }) => access !== 'public')
    return (
      wanting && !existsSync(join(import.meta.dirname, '../..', folder, 'test/isolation.test.ts'))
    )
  })
  expect(without.map(({ name }) => name)).toEqual([])
})

test('gives a schema name one meaning in the documents of all services', async () => {
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

test('documents the sign-in routes as identity describes them', async () => {
  const response = await fetch(`${platform.services.get('identity')?.internalUrl}/openapi.json`)
  const { extra } = (await response.json()) as { extra: Document }
  // Set by `scripts/reference/write-auth-routes.ts`. The routes are then recorded.
  if (process.env['WRITE_AUTH_ROUTES'] !== undefined) writeAuthRoutes(extra)
  const command = 'npm run program -- scripts/reference/write-auth-routes.ts'
  expect(extra, command).toEqual(readAuthRoutes())
  expect(document.paths).toMatchObject(
    Object.fromEntries(Object.keys(extra.paths).map((path) => [path, expect.anything()])),
  )
})

test.each([
  ['/api/auth/sign-up/email'],
  ['/api/auth/sign-in/email'],
  ['/api/auth/organization/create'],
  ['/api/auth/api-key/create'],
])('documents the sign-in route post %s', (path) => {
  expect(document.paths[path]?.['post']).toBeDefined()
})

test('resolves every reference in the document', () => {
  const text = JSON.stringify(document)
  const names = [...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(
    (match) => match[1] ?? '',
  )
  expect(names.length).toBeGreaterThan(0)
  for (const name of names)
    expect(Object.keys(document.components.schemas)).toContain(decodeURIComponent(name))
})

test('has unique operation ids', () => {
  const ids = Object.values(document.paths)
    .flatMap((item) => Object.values(item).map((operation) => operation.operationId))
    .filter((id) => id !== undefined)
  expect(new Set(ids).size).toBe(ids.length)
})

test('renders the documentation page without loading anything from outside', async () => {
  const page = await (await fetch(`${platform.baseUrl}/api/docs`)).text()
  const foreign = [...page.matchAll(/(?:src|href)="(https?:)?\/\/(?!127\.0\.0\.1|localhost)/g)]
  expect(page).toContain('<html')
  expect(foreign).toEqual([])
})

/** Returns each integration on the configuration page with its variables. */
const dormantRows = () => {
  const page = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8')
  const [, table = ''] = page.split('## Dormant integrations')
  return [...table.matchAll(/^\| (\w+) \| \w+ \| (`.+`) \| (.+) \|$/gm)].map(
    ([, subsystem = '', needs = '', feature = '']) => ({
      subsystem,
      // A variable after "or" enables the feature, too, but the services report only the first ones.
      needs: [...needs.replace(/ or .*/, '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
      feature,
    }),
  )
}

test('names each dormant integration and its variables on the configuration page as the services report them', () => {
  const rows = dormantRows()
  expect(rows.map(({ subsystem }) => subsystem)).toEqual(
    expect.arrayContaining(['models', 'speech', 'credits']),
  )
  const log = platform.log.text()
  for (const { subsystem, needs, feature } of rows) {
    const missing = needs.filter((name) => !platform.env[name])
    if (missing.length === 0) continue
    expect(log).toContain(`[${subsystem}] ${missing.join(', ')} not set - ${feature} unavailable`)
  }
})

test('reports in health, palette and model questions that no model responds', async () => {
  const { client } = await signUpNewcomer(platform.baseUrl, 'keyless')
  const health: unknown = await (await client.request('/api/health')).json()
  expect(health).toMatchObject({ status: 'ok', llmProvider: 'none', enrichEnabled: false })
  const types = await eventually(async () => {
    const { items } = await client.workflows.listNodes()
    const found = items.map(({ type }) => type)
    // The services behind the other nodes respond.
    expect(found).toEqual(expect.arrayContaining(['read_tasks', 'create_card']))
    return found
  }, 20_000)
  for (const type of ['agent', 'analyze', 'enrich', 'enrich_contact', 'remove_ai_slop', 'triage']) {
    expect(types).not.toContain(type)
  }
  const refused = await catchRefusal(client.zen.ask({ body: { prompt: 'What is rye?' } }))
  expect(refused).toMatchObject({ status: 400, code: 'not_configured' })
  expect(await client.credits.get()).toMatchObject({ balance: 0, metered: false })
})
