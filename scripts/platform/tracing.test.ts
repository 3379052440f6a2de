import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eventually } from '@atrium/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUpNewcomer } from '../newcomer/play-newcomer.ts'
import { startTestPlatform, type TestPlatform } from './harness.ts'

interface Span {
  service: string
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
}
interface Export {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] }
    scopeSpans: { spans: Omit<Span, 'service'>[] }[]
  }[]
}

const spans: Span[] = []
const servers: Server[] = []
const providerHeaders: (string | undefined)[] = []
let platform: TestPlatform
let providerUrl = ''

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function keepSpans({ resourceSpans }: Export): void {
  for (const { resource, scopeSpans } of resourceSpans) {
    const service =
      resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? ''
    for (const scope of scopeSpans) for (const span of scope.spans) spans.push({ ...span, service })
  }
}

beforeAll(async () => {
  const collector = await serve(async (request, response) => {
    keepSpans(JSON.parse(Buffer.concat(await request.toArray()).toString()) as Export)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  providerUrl = await serve((request, response) => {
    providerHeaders.push(request.headers['traceparent']?.toString())
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}')
  })
  platform = await startTestPlatform({
    FETCH_PRIVATE_ADDRESSES: 'loopback',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector,
  })
})
afterAll(async () => {
  await platform?.stop()
  for (const server of servers) server.close()
})

test('follows a request from the gateway to a step of a run and to its provider in one trace', async () => {
  const { client } = await signUpNewcomer(platform.baseUrl, 'tracer')
  const position = { x: 0, y: 0 }
  const node = (type: string, params: object) => ({
    id: type,
    type,
    name: type,
    params: { ...params },
    position,
  })
  const nodes = [node('trigger.manual', {}), node('http_request', { url: `${providerUrl}/rows` })]
  const edges = [
    {
      from: { node: 'trigger.manual', output: 'main' },
      to: { node: 'http_request', input: 'main' },
    },
  ]
  await eventually(async () => {
    const types = (await client.workflows.listNodes()).items.map(({ type }) => type)
    expect(types).toContain('http_request')
  })
  const { id } = await client.workflows.create({
    body: { name: 'Traced', graph: { nodes, edges } },
  })
  const { runId } = await client.workflows.run({ params: { id } })
  await eventually(async () => {
    const run = await client.workflows.getRun({ params: { id, runId } })
    expect(run.status).toBe('completed')
  }, 30_000)

  const find = (service: string, name: RegExp, parent?: Span) =>
    spans.find(
      (span) =>
        span.service === `atrium-${service}` &&
        name.test(span.name) &&
        (parent === undefined || span.traceId === parent.traceId),
    )
  await eventually(() => {
    const provider = find('workflow', /^GET 127\.0\.0\.1$/)
    expect(provider).toBeDefined()
    const step = find('workflow', /^step http_request$/, provider)
    const run = find('workflow', /^run$/, provider)
    const served = find('workflow', /^runWorkflow$/, provider)
    const entered = spans.find(({ spanId }) => spanId === served?.parentSpanId)
    const chain = [provider, step, run].map((span) => span?.parentSpanId)
    expect(chain.slice(0, 2)).toEqual([step?.spanId, run?.spanId])
    expect(entered).toMatchObject({ service: 'atrium-gateway', traceId: provider?.traceId })
  }, 30_000)
  await eventually(() => {
    const isEntered = ({ traceId }: Span) =>
      spans.some((span) => span.service === 'atrium-gateway' && span.traceId === traceId)
    // The gateway asks identity who calls, unless it still knows.
    const answered = spans.filter(({ name }) => name.startsWith('rpc '))
    const called = answered.filter(({ parentSpanId }) =>
      spans.some(({ name, spanId }) => name.startsWith('call ') && spanId === parentSpanId),
    )
    expect(called.filter(isEntered).map(({ service }) => service)).toContain('atrium-identity')
  }, 30_000)
})

test('tells nothing about the trace to the provider', () => {
  expect(providerHeaders.length).toBeGreaterThan(0)
  expect(providerHeaders.every((header) => header === undefined)).toBe(true)
})
