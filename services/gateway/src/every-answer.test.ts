import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from '../test/harness.ts'
import { type Sent, send } from '../test/send.ts'
import { sendRaw } from '../test/send-raw.ts'

let plain: TestGateway
let production: TestGateway
beforeAll(async () => {
  plain = await startTestGateway()
  production = await startTestGateway({
    overrides: { NODE_ENV: 'production', ASSETS_UPLOAD_DIR: '/tmp/unused' },
  })
  for (const gateway of [plain, production]) {
    gateway.assets.handle((_, response) => {
      const headers = {
        'x-content-type-options': 'sniff',
        'strict-transport-security': 'max-age=0',
      }
      response.writeHead(200, headers).end('x')
    })
  }
})
afterAll(async () => {
  await plain?.stop()
  await production?.stop()
})

const asked: Sent[] = [
  { path: '/' },
  { path: '/api/health' },
  { path: '/api/config' },
  { path: '/api/openapi.json' },
  { path: '/api/docs' },
  { path: '/api/docs/swagger-ui.css' },
  { path: '/api/tasks' },
  { path: '/api/assets/org_1/pub/x.png' },
  { path: '/api/nothing' },
  { path: '/api/tasks', headers: { 'x-api-key': 'bad' } },
  { method: 'OPTIONS', path: '/api/tasks', headers: { 'access-control-request-method': 'GET' } },
  { method: 'OPTIONS', path: '/api/me' },
]

test.each(asked)(
  'forbids sniffing in the response to %j, and requires HTTPS in production',
  async (sent) => {
    const answer = await send(plain.port, sent)
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
    expect(answer.headers).not.toHaveProperty('strict-transport-security')
    const secure = await send(production.port, sent)
    expect(secure.headers['x-content-type-options']).toBe('nosniff')
    expect(secure.headers['strict-transport-security']).toBe('max-age=31536000')
  },
)

test('forbids sniffing even if the bytes are no HTTP request', async () => {
  expect(await sendRaw(plain.port, 'nonsense\r\n\r\n')).toMatch(
    /\r\nX-Content-Type-Options: nosniff\r\n/,
  )
})

test.each(['/livez', '/readyz', '/metrics', '/openapi.json'])(
  'serves %s to the operator and never in public',
  async (path) => {
    for (const variant of [path, `${path}?`, `/api/..${path}`, `//${path}`, `${path}/`]) {
      expect((await send(plain.port, { path: variant })).status, variant).toBe(404)
    }
    const internal = await fetch(`${plain.running.internalUrl}${path}`)
    expect(internal.status).toBe(200)
    expect(internal.headers.get('x-content-type-options')).toBe('nosniff')
    const { port } = new URL(plain.running.internalUrl)
    expect((await send(Number(port), { path: '/api/tasks' })).status).toBe(404)
  },
)
