import { afterAll, expect, test } from 'vitest'
import { startTestGateway } from '../../test/harness.ts'
import { send } from '../../test/send.ts'

const gateway = await startTestGateway()
afterAll(() => gateway?.stop())

test.each(['/api/docs', '/api/docs/'])(
  'serves %s and everything it loads from the gateway, under a strict policy',
  async (path) => {
    const page = await send(gateway.port, { path })
    expect(page.status).toBe(200)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.headers['cache-control']).toBe('no-store')
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval/)
    expect(page.body).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
    expect(page.body).not.toMatch(/<script>|<style>| on[a-z]+=/)
    const loaded = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '')
    expect(loaded.length).toBeGreaterThan(3)
    for (const address of loaded) {
      const file = await send(gateway.port, { path: address })
      expect(file.status, address).toBe(200)
      expect(file.body.length, address).toBeGreaterThan(100)
      expect(file.headers['x-content-type-options'] ?? 'json').toMatch(/nosniff|json/)
    }
  },
)

test('points the viewer at the document and asks no foreign validator', async () => {
  const script = await send(gateway.port, { path: '/api/docs/start.js' })
  expect(script.body).toContain("url: '/api/openapi.json'")
  expect(script.body).toContain('validatorUrl: null')
})

test.each([
  'package.json',
  'index.html',
  '..%2fpackage.json',
  'constructor',
  'swagger-ui.js',
  'x/swagger-ui.css',
])("serves no other file of the viewer's package: %s", async (name) => {
  expect((await send(gateway.port, { path: `/api/docs/${name}` })).status).toBe(404)
})
