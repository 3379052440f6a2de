import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SpanKind } from '@opentelemetry/api'
import { expect, test } from 'vitest'
import { createMetrics, createTracing, currentContext, propagateOnly } from './index.ts'

const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
const parent = `00-${trace}-00f067aa0ba902b7-01`

test('propagates only the trace if there is no collector, and passes results and failures through', async () => {
  const tracing = await createTracing('probe', undefined)
  expect(tracing).toBe(propagateOnly)
  const init = { name: 'x', kind: SpanKind.SERVER, requestId: 'req-1', traceparent: parent }
  const seen = await tracing.span(init, async (context) => {
    expect(currentContext()).toBe(context)
    return context
  })
  expect(seen).toMatchObject({ requestId: 'req-1', traceparent: expect.stringContaining(trace) })
  await expect(tracing.span(init, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
})

test('sends nested spans in the caller’s trace to the collector and marks failures', async () => {
  const bodies: string[] = []
  const collector = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      bodies.push(`${request.url} ${Buffer.concat(chunks).toString()}`)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const { port } = collector.address() as AddressInfo
  const tracing = await createTracing('atrium-probe', `http://127.0.0.1:${port}/`)
  const span = <R>(name: string, traceparent: string | undefined, work: () => Promise<R>) =>
    tracing.span({ name, kind: SpanKind.SERVER, requestId: 'req-1', traceparent }, work)
  await span('outer', parent, async () => {
    await span('inner', undefined, async () => {
      expect(currentContext()?.traceparent).toContain(trace)
    })
  })
  await expect(span('failing', undefined, () => Promise.reject(new Error('no')))).rejects.toThrow(
    'no',
  )
  await tracing.shutdown()
  await new Promise((resolve) => collector.close(resolve))
  expect(bodies.every((body) => body.startsWith('/v1/traces '))).toBe(true)
  const spans = bodies.flatMap((body) => {
    const { resourceSpans } = JSON.parse(body.slice(body.indexOf('{'))) as Export
    return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
  })
  const named = (name: string) => spans.find((each) => each.name === name)
  expect(named('outer')).toMatchObject({ traceId: trace, parentSpanId: '00f067aa0ba902b7' })
  expect(named('inner')).toMatchObject({ traceId: trace, parentSpanId: named('outer')?.spanId })
  expect(named('failing')).toMatchObject({ status: { code: 2 } })
  expect(bodies.join('')).toContain('atrium-probe')
})

interface Export {
  resourceSpans: Array<{
    scopeSpans: Array<{
      spans: Array<{
        name: string
        traceId: string
        spanId: string
        parentSpanId?: string
        status: { code?: number }
      }>
    }>
  }>
}

test('keeps the instruments of two services apart', async () => {
  const one = createMetrics('one')
  const two = createMetrics('two')
  one.http.observe({ operation: 'getMe', status: 200 }, 0.01)
  one.deadLetters.inc({ consumer: 'x' })
  const text = await one.registry.metrics()
  expect(text).toContain('service="one"')
  expect(text).toContain('operation="getMe"')
  expect(await two.registry.metrics()).not.toContain('getMe')
  expect(await two.registry.metrics()).not.toContain('service="one"')
})
