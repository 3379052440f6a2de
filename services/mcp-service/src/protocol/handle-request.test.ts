import { createMetrics } from '@atrium/telemetry'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createToolbox } from '../tools/toolbox.ts'
import { createHandler } from './handle-request.ts'

const handle = createHandler({
  gatewayUrl: 'http://127.0.0.1:1',
  logger: pino({ level: 'silent' }),
  metrics: createMetrics('mcp'),
  toolbox: createToolbox(),
  bodyWithinMs: 50,
})
const requestWith = (body: BodyOf): Request =>
  new Request('http://mcp/api/mcp', {
    method: 'POST',
    headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
    body,
    duplex: 'half',
  } as RequestInit)
type BodyOf = string | ReadableStream<Uint8Array>

test('bodies that never end keep nobody out', async () => {
  const stuck = Array.from({ length: 12 }, () => handle(requestWith(new ReadableStream()), () => {}))
  const ping = handle(requestWith(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })), () => {})
  for (const outcome of await Promise.allSettled(stuck)) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'validation_failed' } })
  }
  expect(await (await ping).json()).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
})

test('the log line and the metrics get few names, whatever a client sends', async () => {
  const names = new Set<string>()
  for (const method of ['ping', 'tools/call', 'nobody/knows/this', 'x'.repeat(500)]) {
    await handle(requestWith(JSON.stringify({ jsonrpc: '2.0', id: 1, method })), (name) => names.add(name))
  }
  expect([...names]).toEqual(['mcp ping', 'mcp tools/call', 'mcp'])
})

test('a platform that cannot be reached is a refusal that a model can act on', async () => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'whoami' } })
  const { result } = (await (await handle(requestWith(body), () => {})).json()) as { result: object }
  expect(result).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('network_error') }, {}],
  })
})
