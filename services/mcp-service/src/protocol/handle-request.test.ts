import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createMetrics } from '@atrium/telemetry'
import { type Logger, pino } from 'pino'
import { expect, test } from 'vitest'
import { createToolbox } from '../tools/toolbox.ts'
import { createHandler } from './handle-request.ts'

type BodyOf = string | ReadableStream<Uint8Array>

interface Setting {
  readonly within?: { body: number; place: number; request: number }
  readonly gatewayUrl?: string
  readonly logger?: Logger
}
const handlerWith = ({ within, ...others }: Setting = {}) => {
  const handle = createHandler({
    gatewayUrl: 'http://127.0.0.1:1',
    logger: pino({ level: 'silent' }),
    ...others,
    metrics: createMetrics('mcp'),
    toolbox: createToolbox(),
    now: () => new Date(),
    ...(within === undefined ? {} : { within }),
  })
  return (
    body: BodyOf,
    {
      userId = 'usr_1',
      named = (_: string) => {},
      signal = new AbortController().signal,
      accept = 'application/json, text/event-stream',
    } = {},
  ) => {
    const request = new Request('http://mcp/api/mcp', {
      method: 'POST',
      headers: { accept, 'content-type': 'application/json' },
      body,
      signal,
      duplex: 'half',
    } as RequestInit)
    return handle({ request, userId, named })
  }
}
const ask = handlerWith()

test.each([
  ['application/json', 200],
  ['*/*', 200],
  ['text/html, application/json;q=0.9', 200],
  ['text/html', 406],
])('responds to a client that accepts %s with %i', async (accept, status) => {
  expect(
    (await ask(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }), { accept })).status,
  ).toBe(status)
})
const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
const pong = { jsonrpc: '2.0', id: 1, result: {} }
const call = (name: string) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name } })

/** Returns a body of that many spaces followed by `rest`. The body ends unless it is stuck. */
const toBody = (spaces: number, { rest = '', stuck = false } = {}) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      if (spaces > 0) controller.enqueue(Buffer.alloc(spaces, ' '))
      if (rest !== '') controller.enqueue(Buffer.from(rest))
      if (!stuck) controller.close()
    },
  })
const long = 300_000

test('serves others even if bodies send nothing, in chunked requests too', async () => {
  const times = { body: 2_000, place: 1, request: 4_000 }
  const handle = handlerWith({ within: times })
  const stuck = Array.from({ length: 12 }, (_, n) =>
    handle(toBody(0, { stuck: true }), { userId: `usr_${n}` }),
  )
  const outcomes = Promise.allSettled(stuck)
  expect(await (await handle(toBody(long, { rest: ping }))).json()).toEqual(pong)
  for (const outcome of await outcomes) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'validation_failed' } })
  }
})

test('gives a user one slot for long bodies, even if the user starts several', async () => {
  const handle = handlerWith({ within: { body: 2_000, place: 1, request: 4_000 } })
  const stuck = Array.from({ length: 12 }, () =>
    handle(toBody(long, { stuck: true }), { userId: 'usr_slow' }),
  )
  const outcomes = Promise.allSettled(stuck)
  expect(
    await (await handle(toBody(long, { rest: ping }), { userId: 'usr_other' })).json(),
  ).toEqual(pong)
  const codes = (await outcomes).map(
    (outcome) => outcome.status === 'rejected' && outcome.reason.code,
  )
  expect(codes.filter((code) => code === 'validation_failed')).toHaveLength(1)
  expect(codes.filter((code) => code === 'unavailable')).toHaveLength(11)
})

test('rejects a long body and asks to retry if all slots are taken, and accepts it when one is free', async () => {
  const handle = handlerWith({ within: { body: 500, place: 50, request: 4_000 } })
  const stuck = ['a', 'b', 'c', 'd'].map((userId) =>
    handle(toBody(long, { stuck: true }), { userId }),
  )
  await expect(handle(toBody(long, { rest: ping }))).rejects.toMatchObject({
    code: 'unavailable',
    details: { retryAfterSeconds: 1 },
  })
  await Promise.allSettled(stuck)
  expect(await (await handle(toBody(long, { rest: ping }))).json()).toEqual(pong)
})

test('responds to a call that its own batch cancels, and frees the slot', async () => {
  const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }
  const handle = handlerWith({ within: { body: 2_000, place: 2_000, request: 4_000 } })
  for (const batch of Array.from({ length: 5 }, () => [call('whoami'), cancelled])) {
    const answer = await handle(toBody(long, { rest: JSON.stringify(batch) }))
    expect(await answer.json()).toMatchObject({ id: 1, result: { isError: true } })
  }
  expect((await handle(JSON.stringify([cancelled]))).status).toBe(202)
  expect(await (await handle(toBody(long, { rest: ping }))).json()).toEqual(pong)
})

test('rejects a request after its timeout and frees the slot', async () => {
  const handle = handlerWith({ within: { body: 2_000, place: 1, request: 50 } })
  for (const userId of ['a', 'b', 'c', 'd', 'e']) {
    await expect(handle(toBody(long, { stuck: true }), { userId })).rejects.toMatchObject({
      code: 'unavailable',
    })
  }
  expect(await (await handle(toBody(long, { rest: ping }))).json()).toEqual(pong)
})

test("frees a body's memory before the request's time limit ends", async () => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const kept = () => {
    collect()
    return process.memoryUsage().arrayBuffers
  }
  const before = kept()
  for (let n = 0; n < 8; n += 1) await (await ask(toBody(4_000_000, { rest: ping }))).json()
  await expect.poll(() => kept() - before).toBeLessThan(8_000_000)
})

test('uses few names in the log line and the metrics for any client', async () => {
  const names = new Set<string>()
  for (const method of ['ping', 'tools/call', 'nobody/knows/this', 'x'.repeat(500)]) {
    await ask(JSON.stringify({ jsonrpc: '2.0', id: 1, method }), {
      named: (name) => names.add(name),
    })
  }
  expect([...names]).toEqual(['mcp ping', 'mcp tools/call', 'mcp'])
})

test('returns an error that a model can act on if the platform cannot be reached', async () => {
  const { result } = (await (await ask(JSON.stringify(call('whoami')))).json()) as {
    result: object
  }
  expect(result).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('network_error') }, {}],
  })
})

test('aborts an upload when the client disconnects, without counting a tool failure', async () => {
  const [arrived, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const gateway = createServer((request, response) => {
    request.resume().on('end', arrived.resolve)
    response.on('close', ended.resolve)
  }).listen(0, '127.0.0.1')
  await once(gateway, 'listening')
  const lines: string[] = []
  const log = new Writable({
    write(line, _, done) {
      lines.push(String(line))
      done()
    },
  })
  const gatewayUrl = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
  const client = new AbortController()
  const upload = {
    ...call('upload_asset'),
    params: { name: 'upload_asset', arguments: { data: 'iVBORw0KGgo=' } },
  }
  const answer = handlerWith({ gatewayUrl, logger: pino(log) })(JSON.stringify(upload), {
    signal: client.signal,
  })
  await arrived.promise
  client.abort()
  await expect(answer).rejects.toMatchObject({ code: 'unavailable' })
  await ended.promise
  expect(lines).toEqual([])
  gateway.close()
})
