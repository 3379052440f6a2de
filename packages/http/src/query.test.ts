import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestApp, operation, type TestApp } from '../test/harness.ts'
import { mount } from './index.ts'

let probe: TestApp
beforeEach(async () => {
  probe = await createTestApp()
})

const list = { 200: { description: 'A page', schema: z.object({ items: z.array(z.string()) }) } }
const query = z.object({ limit: z.coerce.number().default(25), status: z.string().optional() })

async function readRefusal(path: string) {
  const answer = await probe.app.request(path)
  const { code, errors } = (await answer.json()) as { code?: string; errors?: unknown }
  return { status: answer.status, code, errors }
}

test('rejects unknown list parameters and names the known ones', async () => {
  mount(probe.app, operation({ query, responses: list }), async () => ({ items: [] }))
  const message = 'Not a parameter; there are: limit, status'
  expect(await readRefusal('/api/probe?limit=2&state=open&__proto__=1')).toEqual({
    status: 400,
    code: 'validation_failed',
    errors: [
      { path: 'state', message },
      { path: '__proto__', message },
    ],
  })
  expect((await probe.app.request('/api/probe?limit=2&status=open')).status).toBe(200)
})

test('accepts only paging parameters if a list declares none', async () => {
  mount(probe.app, operation({ responses: list }), async () => ({ items: [] }))
  expect(await readRefusal('/api/probe?status=open&limit=2')).toMatchObject({
    errors: [{ path: 'status', message: 'This takes no parameters' }],
  })
  expect((await probe.app.request('/api/probe')).status).toBe(200)
  expect((await probe.app.request('/api/probe?limit=2&offset=25')).status).toBe(200)
})

test('rejects an offset if a list pages by cursor and lets a single record have its own parameters', async () => {
  const cursor = z.object({ cursor: z.string().optional() })
  mount(probe.app, operation({ query: cursor, responses: list }), async () => ({
    items: ['cursor'],
  }))
  const answer = await probe.app.request('/api/probe?cursor=x&limit=2')
  expect(await answer.json()).toEqual({ items: ['cursor'] })
  for (const asked of ['cursor=x&offset=2', 'offset=2']) {
    expect(await readRefusal(`/api/probe?${asked}`)).toMatchObject({
      status: 400,
      errors: [{ path: 'offset' }],
    })
  }
  const both = await createTestApp()
  const either = cursor.extend({ offset: z.coerce.number().default(0) })
  mount(both.app, operation({ query: either, responses: list }), async () => ({ items: [] }))
  expect((await both.app.request('/api/probe?offset=2')).status).toBe(200)
  expect((await both.app.request('/api/probe?cursor=x')).status).toBe(200)
  expect((await both.app.request('/api/probe?cursor=x&offset=2')).status).toBe(400)
  const single = await createTestApp()
  mount(single.app, operation({ query: cursor }), async () => ({ ok: true }))
  expect((await single.app.request('/api/probe?offset=25')).status).toBe(400)
})

test('does not repeat all parameters if many are unknown', async () => {
  mount(probe.app, operation({ query, responses: list }), async () => ({ items: [] }))
  const many = Array.from({ length: 500 }, (_, n) => `p${n}=1`).join('&')
  expect((await readRefusal(`/api/probe?${many}`)).errors).toHaveLength(20)
})

test('accepts extra parameters on a change or if another site redirects to the page', async () => {
  const redirect = { 302: { description: 'Back' } }
  mount(probe.app, operation({ id: 'back', query, responses: redirect }), async ({ c }) =>
    c.redirect('/', 302),
  )
  mount(probe.app, operation({ id: 'change', method: 'post', query }), async () => ({ ok: true }))
  expect((await probe.app.request('/api/probe?iss=x')).status).toBe(302)
  expect((await probe.app.request('/api/probe?added=x', { method: 'POST' })).status).toBe(200)
})

test('refuses only assistants, with any scope, if an operation is not for assistants', async () => {
  const own = operation({
    id: 'own',
    tag: 'Board',
    access: 'org',
    method: 'post',
    assistants: false,
  })
  mount(probe.app, own, async () => ({ ok: true }))
  const readStatus = async (via: 'session' | 'api_key' | 'mcp') => {
    const headers = await probe.as({ via, role: 'owner', scopes: ['read', 'write'] })
    return (await probe.app.request('/api/probe', { method: 'POST', headers })).status
  }
  expect(await readStatus('mcp')).toBe(403)
  expect(await readStatus('api_key')).toBe(200)
  expect(await readStatus('session')).toBe(200)
})

test("allows what the credential's scopes name, or everything if it has none", async () => {
  mount(probe.app, operation({ id: 'read', tag: 'Board', access: 'org' }), async () => ({
    ok: true,
  }))
  mount(
    probe.app,
    operation({ id: 'change', tag: 'Board', access: 'org', method: 'post' }),
    async () => ({
      ok: true,
    }),
  )
  const statuses = async (scopes?: string[]) => {
    const headers = await probe.as({ via: 'api_key', ...(scopes === undefined ? {} : { scopes }) })
    const ask = async (method: string) =>
      (await probe.app.request('/api/probe', { method, headers })).status
    return [await ask('GET'), await ask('POST')]
  }
  expect(await statuses()).toEqual([200, 200])
  expect(await statuses(['read'])).toEqual([200, 403])
  expect(await statuses(['write'])).toEqual([200, 200])
  expect(await statuses(['board:read'])).toEqual([200, 403])
  expect(await statuses(['board:write'])).toEqual([200, 200])
  expect(await statuses(['invoicing:write'])).toEqual([403, 403])
  expect(await statuses([])).toEqual([403, 403])
})

test('treats a credential without the scope as none if the caller is optional', async () => {
  const caller = z.object({ caller: z.string().nullable() })
  const responses = { 200: { description: 'The caller', schema: caller } }
  mount(
    probe.app,
    operation({ tag: 'Assets', access: 'optional', responses }),
    async ({ principal }) => ({
      caller: principal?.userId ?? null,
    }),
  )
  const callerWith = async (scopes: string[]) => {
    const headers = await probe.as({ via: 'api_key', userId: 'usr_1', scopes })
    const answer = await probe.app.request('/api/probe', { headers })
    return [answer.status, await answer.json()]
  }
  expect(await callerWith(['assets:read'])).toEqual([200, { caller: 'usr_1' }])
  expect(await callerWith(['board:read'])).toEqual([200, { caller: null }])
})
