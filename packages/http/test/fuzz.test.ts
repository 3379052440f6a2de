import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { mount } from '../src/index.ts'
import { createTestApp, Note, operation, type TestApp } from './harness.ts'

// Any UTF-16 code unit, including lone surrogates. The unit that fast-check offers for this is slow
// to set up.
const anyCharacter = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code))

let probe: TestApp
beforeEach(async () => {
  probe = await createTestApp()
})

test('returns no 5xx and no stack for any request', async () => {
  mount(probe.app, operation({ method: 'post', body: Note }), async () => ({ ok: true }))
  mount(
    probe.app,
    operation({
      id: 'probeOne',
      path: '/api/probe/{id}',
      params: z.object({ id: z.string() }),
      query: z.object({ n: z.coerce.number() }),
    }),
    async () => ({ ok: true }),
  )
  const text = fc.string({ unit: anyCharacter, maxLength: 30 })
  const headerText = fc.string({
    unit: fc
      .integer({ min: 0x20, max: 0xff })
      .filter((code) => code !== 0x7f)
      .map((code) => String.fromCharCode(code)),
  })
  const requests = fc.record({
    method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'),
    path: fc.oneof(
      fc.constantFrom('/api/probe', '/api/probe/1', '/api/probe/%00%ff'),
      text.map((part) => `/api/probe/${encodeURIComponent(part.toWellFormed())}`),
      fc.webPath(),
    ),
    query: fc.oneof(
      fc.webQueryParameters(),
      fc.constantFrom('n=%', 'n[]=1', '__proto__=1', 'n=1&n=2', '&&&='),
    ),
    headers: fc.dictionary(
      fc.constantFrom(
        'x-request-id',
        'traceparent',
        'content-type',
        'content-length',
        'idempotency-key',
        'if-match',
        'cookie',
        'x-atrium-principal',
        'accept',
      ),
      headerText,
    ),
    body: fc.oneof(
      fc.json(),
      text,
      fc.jsonValue().map((value) => JSON.stringify({ title: value, __proto__: value })),
      fc.uint8Array(),
    ),
  })
  await fc.assert(
    fc.asyncProperty(requests, async ({ method, path, query, headers, body }) => {
      const withBody = method === 'GET' || method === 'HEAD' ? {} : { body: body as string }
      const response = await probe.app.request(
        `${path.startsWith('/') ? path : `/${path}`}?${query}`,
        {
          method,
          headers: { 'content-type': 'application/json', ...headers },
          ...withBody,
        },
      )
      const answer = await response.text()
      expect(response.status).toBeLessThan(500)
      expect(answer).not.toMatch(/\.ts:|node_modules|at async/)
      if (response.status >= 400 && method !== 'HEAD') {
        expect(JSON.parse(answer)).toMatchObject({
          status: response.status,
          code: expect.any(String),
        })
      }
    }),
    { numRuns: 400 },
  )
})
