import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { capturedLog } from '@atrium/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pageModules } from './page-files.ts'
import { type RunningDashboard, startDashboard } from './start-dashboard.ts'

const page = `<head><meta name="api-url" content="{{api-url}}"><meta name="samples" content="{{samples}}"><meta property="csp-nonce" nonce="{{nonce}}"><script>localStorage.getItem('atrium.theme')</script></head><div id="root"></div>`
const manifest = Object.fromEntries(
  [...pageModules].map((name) => [name, { file: `static/${name.replaceAll('/', '-')}.js` }]),
)
const script = 'export const answer = 42\n'.repeat(100)

let folder: string
let dashboard: RunningDashboard
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-pages-'))
  await mkdir(join(folder, 'static'))
  await mkdir(join(folder, '.vite'))
  await writeFile(join(folder, '.vite', 'manifest.json'), JSON.stringify(manifest))
  await writeFile(join(folder, 'index.html'), page)
  await writeFile(join(folder, '.sources'), 'secret')
  await writeFile(join(folder, 'static', 'index-abc.js'), script)
  await writeFile(join(folder, 'static', 'index-abc.js.br'), brotliCompressSync(script))
  dashboard = await start()
})
afterAll(async () => {
  await dashboard?.stop()
  await rm(folder, { recursive: true, force: true })
})

const start = (env: Record<string, string> = {}) =>
  startDashboard({
    env: { API_URL: 'http://localhost:3000', DASHBOARD_URL: 'http://localhost:3000', ...env },
    port: 0,
    pages: folder,
    destination: capturedLog().destination,
  })

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(dashboard.url + path, { headers, method })

test.each(['/', '/board', '/board?q=a.b', '/accept-invitation?id=inv_1', '/settings/profile'])(
  "serves %s as the page and lets only the page's own inline script run",
  async (path) => {
    const answer = await ask(path)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    const policy = answer.headers.get('content-security-policy') ?? ''
    const html = await answer.text()
    const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
      ([, script = '']) => script,
    )
    expect(scripts).toEqual([expect.stringContaining('atrium.theme')])
    const hash = createHash('sha256')
      .update(scripts[0] ?? '')
      .digest('base64')
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
    expect(nonce.length).toBeGreaterThan(20)
    expect(html).toContain(`nonce="${nonce}"`)
  },
)

test('serves the preview document with a separate origin, one script, and no other page around it', async () => {
  const answer = await ask('/page-preview')
  expect(answer.status).toBe(200)
  const policy = answer.headers.get('content-security-policy') ?? ''
  const [, script = ''] = /<script>([\s\S]*)<\/script>/.exec(await answer.text()) ?? []
  const hash = createHash('sha256').update(script).digest('base64')
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    `script-src 'sha256-${hash}'`,
    "img-src 'self' http://localhost:3000 https: data:",
    "media-src 'self' http://localhost:3000 https:",
    "style-src 'unsafe-inline'",
    'font-src https: data:',
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ])
})

test.each([
  [
    '/product/acme/new%20sails?result=cancelled&x=%2F',
    '/p/acme/products/new%20sails?result=cancelled&x=%2F',
  ],
  ['/happening/acme/open-day', '/p/acme/events/open-day'],
  ['/pay/abc?x=1', '/pay/abc?x=1'],
  ['/ticket/abc?back=/a?b=c?&x=1', '/ticket/abc?back=/a?b=c?&x=1'],
])(
  'redirects the old address %s of a page for visitors and keeps its query',
  async (old, moved) => {
    const answer = await fetch(dashboard.url + old, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([
      302,
      `http://localhost:3000${moved}`,
    ])
  },
)

test('links the files of the requested page in its head', async () => {
  const readLinks = async (path: string) =>
    [
      ...(await (await ask(path)).text()).matchAll(/<link rel="modulepreload"[^>]*href="([^"]+)"/g),
    ].map(([, file]) => file)
  expect(await readLinks('/board?q=a')).toEqual([
    '/static/index.html.js',
    '/static/src-app-start.tsx.js',
    '/static/src-app-shell-shell.tsx.js',
    '/static/src-routes-board.tsx.js',
  ])
  expect(await readLinks('/offers/off_1')).toEqual(await readLinks('/products/off_1'))
  expect(await readLinks('/nowhere')).toEqual([])
})

test('sends a new nonce with each response', async () => {
  const policies = await Promise.all(
    Array.from({ length: 20 }, async () => (await ask('/')).headers.get('content-security-policy')),
  )
  expect(new Set(policies).size).toBe(20)
})

describe('build file', () => {
  test('sends the Brotli copy and caches it for a year', async () => {
    const answer = await ask('/static/index-abc.js', { 'accept-encoding': 'br' })
    expect(answer.headers.get('content-encoding')).toBe('br')
    expect(answer.headers.get('content-type')).toContain('javascript')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(answer.headers.get('vary')).toContain('accept-encoding')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await answer.text()).toBe(script)
  })

  test('sends the uncompressed file if the client does not accept Brotli', async () => {
    const answer = await ask('/static/index-abc.js', { 'accept-encoding': 'identity' })
    expect(answer.headers.get('content-encoding')).toBeNull()
    expect(await answer.text()).toBe(script)
  })
})

test('responds with 404 if another build has removed a file, and keeps running', async () => {
  const path = join(folder, 'static', 'gone-abc.js')
  await writeFile(path, script)
  const other = await start()
  try {
    await rm(path)
    expect((await fetch(`${other.url}/static/gone-abc.js`)).status).toBe(404)
    expect((await fetch(other.url)).status).toBe(200)
  } finally {
    await other.stop()
  }
})

test.each([
  '/static/index-old.js',
  '/favicon.ico',
  '/.sources',
  '/static/../.sources',
  '/x/%2e%2e/.sources',
  '/wp-login.php',
])('responds with 404 to %s, which only looks like a file', async (path) => {
  const answer = await ask(path)
  expect(answer.status).toBe(404)
  expect(await answer.json()).toMatchObject({ code: 'not_found' })
})

test.each(['POST', 'PUT', 'DELETE'])('responds with 404 to %s', async (method) => {
  expect((await ask('/', {}, method)).status).toBe(404)
})

test('responds to probes and serves metrics', async () => {
  for (const path of ['/livez', '/readyz']) expect((await ask(path)).status).toBe(200)
  await ask('/')
  expect(await (await ask('/metrics')).text()).toContain('operation="page"')
})

test('offers sample data in development but never in production', async () => {
  const readSamples = async (url: string) =>
    /name="samples" content="([^"]*)"/.exec(await (await fetch(url)).text())?.[1]
  expect(await readSamples(dashboard.url)).toBe('yes')
  const production = await start({ NODE_ENV: 'production' })
  expect(await readSamples(production.url)).toBe('')
  await production.stop()
})

describe('API origin of the page', () => {
  const readApi = async (url: string, headers: Record<string, string> = {}) =>
    /name="api-url" content="([^"]*)"/.exec(await (await fetch(url, { headers })).text())?.[1]
  const gateway = { 'x-atrium-same-origin': '1' }

  test('uses its own origin behind the gateway under every host name', async () => {
    expect(await readApi(dashboard.url, { ...gateway, 'x-forwarded-host': '127.0.0.1:3000' })).toBe(
      '',
    )
  })

  test("uses API_URL on the dashboard's own port", async () => {
    expect(await readApi(dashboard.url)).toBe('http://localhost:3000')
    const policy = (await ask('/')).headers.get('content-security-policy')
    expect(policy).toContain("connect-src 'self' http://localhost:3000")
  })

  test('uses API_URL behind the gateway if DASHBOARD_URL is another origin', async () => {
    const separate = await start({
      API_URL: 'https://api.example.com',
      DASHBOARD_URL: 'https://app.example.com',
    })
    try {
      expect(
        await readApi(separate.url, { ...gateway, 'x-forwarded-host': 'app.example.com' }),
      ).toBe('https://api.example.com')
      expect(
        await readApi(separate.url, { ...gateway, 'x-forwarded-host': 'api.example.com' }),
      ).toBe('')
    } finally {
      await separate.stop()
    }
  })
})

test('does not start without a build', async () => {
  await expect(
    startDashboard({
      env: {},
      port: 0,
      pages: join(folder, 'static'),
      destination: capturedLog().destination,
    }),
  ).rejects.toThrow('index.html')
})
