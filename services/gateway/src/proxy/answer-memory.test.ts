import type { IncomingHttpHeaders, RequestListener } from 'node:http'
import { eventually } from '@atrium/testkit'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startTestGateway } from '../../test/harness.ts'
import { send } from '../../test/send.ts'

const gateway = await startTestGateway()
afterAll(() => gateway?.stop())

let serial = 0
let path = ''
let asked: IncomingHttpHeaders[] = []
beforeEach(() => {
  gateway.assets.reset()
  asked = []
  path = `/api/assets/org_1/pub/${++serial}.png`
})

const immutable = {
  'content-type': 'image/png',
  etag: '"one"',
  'cache-control': 'public, max-age=31536000, immutable',
}

/** Makes the service send `body` with these headers, or 304 if the client already has it. */
function show(body: Buffer, headers: Record<string, string> = immutable): void {
  const listener: RequestListener = (request, response) => {
    asked.push(request.headers)
    if (request.headers['if-none-match'] === headers['etag']) {
      response.writeHead(304, { etag: headers['etag'], 'x-checked': 'yes' }).end()
    } else response.writeHead(200, { ...headers, 'content-length': body.length }).end(body)
  }
  gateway.assets.handle(listener)
}
const toBody = (size: number): Buffer => Buffer.alloc(size, 'atrium')

test('fetches immutable bytes once and revalidates them on every request', async () => {
  const body = toBody(200_000)
  show(body)
  for (let round = 0; round < 3; round += 1) {
    const answer = await send(gateway.port, { path, headers: { 'x-request-id': `r-${round}` } })
    expect(answer.status).toBe(200)
    expect(answer.body === body.toString()).toBe(true)
    expect(answer.headers).toMatchObject({
      ...immutable,
      'content-length': '200000',
      'x-request-id': `r-${round}`,
      'access-control-allow-origin': '*',
    })
    expect(answer.headers['x-checked']).toBe(round === 0 ? undefined : 'yes')
  }
  expect(asked.map((headers) => headers['if-none-match'])).toEqual([undefined, '"one"', '"one"'])
})

test('caches a blob and its thumbnail separately', async () => {
  const body = (url = '') => `${url.endsWith('?w=160') ? 'small' : 'whole'}`
  gateway.assets.handle((request, response) => {
    asked.push(request.headers)
    const etag = `"${body(request.url)}"`
    if (request.headers['if-none-match'] === etag) response.writeHead(304, { etag }).end()
    else response.writeHead(200, { ...immutable, etag, 'content-length': 5 }).end(body(request.url))
  })
  for (let round = 0; round < 2; round += 1) {
    expect((await send(gateway.port, { path })).body).toBe('whole')
    expect((await send(gateway.port, { path: `${path}?w=160` })).body).toBe('small')
  }
  expect(asked.map((headers) => headers['if-none-match'])).toEqual([
    undefined,
    undefined,
    '"whole"',
    '"small"',
  ])
})

test('evicts a cached response when the service no longer sends it', async () => {
  show(toBody(5_000))
  await send(gateway.port, { path })
  gateway.assets.handle((request, response) => {
    asked.push(request.headers)
    response.writeHead(404, { 'content-length': 0 }).end()
  })
  expect((await send(gateway.port, { path })).status).toBe(404)
  expect((await send(gateway.port, { path })).status).toBe(404)
  expect(asked.map((headers) => headers['if-none-match'])).toEqual([undefined, '"one"', undefined])
})

test('replaces cached bytes when the ETag changes', async () => {
  show(toBody(5_000))
  await send(gateway.port, { path })
  const body = Buffer.from('news')
  show(body, { ...immutable, etag: '"two"' })
  for (let round = 0; round < 2; round += 1) {
    const answer = await send(gateway.port, { path })
    expect(answer.body === body.toString()).toBe(true)
    expect(answer.headers['etag']).toBe('"two"')
  }
  expect(asked.at(-1)?.['if-none-match']).toBe('"two"')
})

test.each([
  ['it may change', { ...immutable, 'cache-control': 'public, max-age=60' }],
  ['it is not for everybody', { ...immutable, 'cache-control': 'private, immutable' }],
  ['its entity-tag is weak', { ...immutable, etag: 'W/"one"' }],
  ['it differs by request', { ...immutable, vary: 'Accept' }],
  ['it sets a cookie', { ...immutable, 'set-cookie': 'a=b' }],
])('caches nothing when %s', async (_reason, headers) => {
  show(toBody(1_000), headers)
  for (let round = 0; round < 2; round += 1)
    expect((await send(gateway.port, { path })).status).toBe(200)
  expect(asked.map((each) => each['if-none-match'])).toEqual([undefined, undefined])
})

test('caches no response that is large, private or incomplete', async () => {
  show(toBody(600_000))
  for (let round = 0; round < 2; round += 1) await send(gateway.port, { path })
  const elsewhere = path.replace('/pub/', '/priv/')
  show(toBody(100))
  for (let round = 0; round < 2; round += 1) await send(gateway.port, { path: elsewhere })
  gateway.assets.handle((request, response) => {
    asked.push(request.headers)
    response.writeHead(200, { ...immutable, 'content-length': 5_000 }).write(toBody(2_000))
    setTimeout(() => response.destroy(), 20)
  })
  const cut = `${path}.cut.png`
  for (let round = 0; round < 2; round += 1) {
    await expect(send(gateway.port, { path: cut })).rejects.toThrow()
  }
  expect(asked.map((headers) => headers['if-none-match'])).toEqual(Array.from({ length: 6 }))
})

test('bypasses the cache if the client sends a condition, a range or another method', async () => {
  show(toBody(1_000))
  await send(gateway.port, { path })
  const known = await send(gateway.port, { path, headers: { 'if-none-match': '"one"' } })
  expect(known.status).toBe(304)
  await send(gateway.port, { path, headers: { range: 'bytes=0-9' } })
  await send(gateway.port, { path, method: 'HEAD' })
  expect(asked.slice(2).map((headers) => [headers['range'], headers['if-none-match']])).toEqual([
    ['bytes=0-9', undefined],
    [undefined, undefined],
  ])
})

test('keeps a page for all visitors for half a second, and asks for it with a query or a condition', async () => {
  const page = '/p/acme/pages/home'
  const seen: string[] = []
  const control = { value: 'public, max-age=0, s-maxage=10' }
  gateway.board.handle((request, response) => {
    seen.push(`${request.method} ${request.url}`)
    const body = `page ${seen.length}`
    const headers = { 'cache-control': control.value, etag: `"${seen.length}"` }
    response
      .writeHead(200, { ...headers, 'content-type': 'text/html', 'content-length': body.length })
      .end(body)
  })
  const read = async (path: string, headers = {}) =>
    (await send(gateway.port, { path, headers })).body
  expect([await read(page), await read(page)]).toEqual(['page 1', 'page 1'])
  expect(await read(page, { cookie: 'atrium.session_token=good' })).toBe('page 1')
  expect(await read(`${page}?result=cancelled`)).toBe('page 2')
  expect(await read(page, { 'if-none-match': '"1"' })).toBe('page 3')
  await eventually(async () => expect(await read(page)).not.toBe('page 1'))
  control.value = 'no-store'
  const other = '/p/acme/pages/other'
  expect(await read(other)).not.toBe(await read(other))
})

test('does not bring an old page back when its response took longer than pages are kept', async () => {
  let count = 0
  gateway.board.handle((_, response) => {
    const body = `page ${++count}`
    const headers = { 'cache-control': 'public, max-age=0, s-maxage=10', etag: `"${count}"` }
    response.writeHead(200, { ...headers, 'content-length': body.length }).write(body.slice(0, 2))
    setTimeout(() => response.end(body.slice(2)), count === 1 ? 600 : 0)
  })
  const slow = await send(gateway.port, { path: '/p/acme/pages/slow' })
  expect(slow.body).toBe('page 1')
  expect((await send(gateway.port, { path: '/p/acme/pages/slow' })).body).toBe('page 2')
})
