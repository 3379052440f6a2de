import { AppError, commonErrors, defineRpc } from '@atrium/contracts'
import { currentContext, withRequestContext } from '@atrium/telemetry'
import { eventually } from '@atrium/testkit'
import { Svcm } from '@nats-io/services'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createHarness, type Harness } from '../../test/harness.ts'
import {
  type Bus,
  callRpc,
  type RpcHandler,
  rpcHandler,
  serveRpc,
  serviceAnswers,
  subscribe,
} from '../index.ts'

const Double = defineRpc({
  subject: 'probe.double',
  description: 'Twice the number',
  input: z.object({ n: z.number().int() }),
  output: z.object({ n: z.number().int() }),
  timeoutMs: 2_000,
})

let harness: Harness
let caller: Bus
const stops: Array<() => Promise<void>> = []

beforeAll(async () => {
  harness = await createHarness()
  caller = await harness.anotherBus('caller')
})
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()))
})
afterAll(() => harness.close())

async function serve(handler: RpcHandler, bus: Bus = harness.bus) {
  const stop = await serveRpc(bus, '1.2.3', [handler])
  stops.push(stop)
  return stop
}
const double = (
  handle: (input: { n: number }) => Promise<{ n: number }> = async ({ n }) => ({ n: 2 * n }),
) => rpcHandler(Double, handle)
const refused = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable('the call was answered'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(AppError)
      return error as AppError
    },
  )
const raw = async (payload: string | Uint8Array): Promise<unknown> => {
  const answer = await caller.nc.request(caller.subject('rpc.probe.double'), payload, {
    timeout: 2_000,
  })
  return answer.json()
}

test('responds to a call', async () => {
  await serve(double())
  expect(await callRpc(caller, Double, { n: 21 })).toEqual({ n: 42 })
})

test("passes a handler's error to the caller with its kind, code and details", async () => {
  const details = { errors: [{ path: 'n', message: 'too odd' }], retryAfterSeconds: 7 }
  await serve(
    double(async () => {
      throw new AppError({ kind: 'conflict', code: 'number_taken', message: 'Taken', details })
    }),
  )
  const error = await refused(callRpc(caller, Double, { n: 1 }))
  expect(error).toMatchObject({ kind: 'conflict', code: 'number_taken', message: 'Taken', details })
})

test('returns an internal error and logs the message if the error is unknown', async () => {
  await serve(
    double(async () => {
      throw new Error('password is hunter2')
    }),
  )
  const error = await refused(callRpc(caller, Double, { n: 1 }))
  expect(error).toMatchObject({ kind: 'internal', message: 'Internal error' })
  expect(JSON.stringify(error)).not.toContain('hunter2')
  expect(harness.log.text()).toContain('hunter2')
})

test('returns an internal error if the response does not fit the contract', async () => {
  await serve(double(async () => ({ n: 1.5 })))
  expect(await refused(callRpc(caller, Double, { n: 1 }))).toMatchObject({ kind: 'internal' })
})

test('returns an internal error and keeps serving if the response is too large to send', async () => {
  const Large = defineRpc({
    ...Double,
    subject: 'probe.large',
    output: z.object({ text: z.string() }),
  })
  await serve(rpcHandler(Large, async ({ n }) => ({ text: 'x'.repeat(n) })))
  expect(await refused(callRpc(caller, Large, { n: 2_000_000 }))).toMatchObject({
    kind: 'internal',
  })
  expect(await callRpc(caller, Large, { n: 3 })).toEqual({ text: 'xxx' })
})

test('fails as unavailable at once if nobody responds to the subject', async () => {
  const error = await refused(callRpc(caller, Double, { n: 1 }, { timeoutMs: 600_000 }))
  expect(error).toMatchObject({
    kind: 'unavailable',
    code: 'unavailable',
    details: { retryAfterSeconds: 2 },
  })
})

test('fails as unavailable if the response times out', async () => {
  const late = Promise.withResolvers<{ n: number }>()
  await serve(double(() => late.promise))
  expect(await refused(callRpc(caller, Double, { n: 1 }, { timeoutMs: 50 }))).toMatchObject({
    kind: 'unavailable',
  })
  late.resolve({ n: 1 })
})

test('fails as unavailable if the connection is closed', async () => {
  const closed = await harness.anotherBus('closed')
  await closed.drain()
  expect(await refused(callRpc(closed, Double, { n: 1 }))).toMatchObject({ kind: 'unavailable' })
})

test('fails as unavailable if the connection closes during the call', async () => {
  const late = Promise.withResolvers<{ n: number }>()
  await serve(double(() => late.promise))
  const closing = await harness.anotherBus('closing')
  const call = refused(callRpc(closing, Double, { n: 1 }))
  await closing.nc.flush()
  await closing.nc.close()
  expect(await call).toMatchObject({ kind: 'unavailable' })
  late.resolve({ n: 1 })
})

test('rejects invalid input with the fields named at both ends', async () => {
  await serve(double())
  const error = await refused(callRpc(caller, Double, { n: 1.5 }))
  expect(error).toMatchObject({ kind: 'invalid', code: 'validation_failed' })
  expect(error.details.errors).toMatchObject([{ path: 'n' }])
  expect(await raw('{"n":"one"}')).toMatchObject({
    ok: false,
    error: { code: 'validation_failed', details: { errors: [{ path: 'n' }] } },
  })
})

test('returns a validation error or a result for any bytes', async () => {
  await serve(double())
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 64 }),
    fc.json().map((text) => new TextEncoder().encode(text)),
  )
  await fc.assert(
    fc.asyncProperty(bytes, async (payload) => {
      const reply = await raw(payload)
      expect(reply).toSatisfy(
        (value: { ok: boolean; error?: { code: string } }) =>
          value.ok || value.error?.code === 'validation_failed',
      )
    }),
    { numRuns: 200 },
  )
})

test('passes request id and trace to the handler', async () => {
  let seen: ReturnType<typeof currentContext>
  await serve(
    double(async ({ n }) => {
      seen = currentContext()
      return { n }
    }),
  )
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
  await withRequestContext(
    { requestId: 'req-rpc', traceparent: `00-${trace}-00f067aa0ba902b7-01` },
    () => callRpc(caller, Double, { n: 1 }),
  )
  expect(seen?.requestId).toBe('req-rpc')
  expect(seen?.traceparent).toMatch(new RegExp(`^00-${trace}-(?!00f067aa0ba902b7)[0-9a-f]{16}-01$`))
})

test('responds to calls that have arrived when it stops', async () => {
  const entered = Promise.withResolvers<void>()
  const leave = Promise.withResolvers<void>()
  const stop = await serve(
    double(async ({ n }) => {
      entered.resolve()
      await leave.promise
      return { n }
    }),
  )
  const call = callRpc(caller, Double, { n: 5 })
  await entered.promise
  const stopped = stop()
  leave.resolve()
  expect(await call).toEqual({ n: 5 })
  await stopped
  expect(await refused(callRpc(caller, Double, { n: 5 }))).toMatchObject({ kind: 'unavailable' })
})

test('shares calls between replicas', async () => {
  const seen = new Set<string>()
  const by = (who: string) =>
    double(async ({ n }) => {
      seen.add(who)
      return { n }
    })
  await serve(by('one'))
  await serve(by('two'), await harness.anotherBus())
  const calls = Array.from({ length: 50 }, (_, n) => callRpc(caller, Double, { n }))
  expect((await Promise.all(calls)).map(({ n }) => n)).toEqual(
    Array.from({ length: 50 }, (_, n) => n),
  )
  expect([...seen].toSorted()).toEqual(['one', 'two'])
})

test('makes endpoints discoverable with statistics', async () => {
  await serve(
    double(async ({ n }) => {
      if (n === 0) throw commonErrors.not_found()
      return { n }
    }),
  )
  await callRpc(caller, Double, { n: 1 })
  await refused(callRpc(caller, Double, { n: 0 }))
  const client = new Svcm(caller.nc).client({ strategy: 'timer', maxWait: 200 })
  const name = `${harness.namespace}_atrium-probe`
  const all = async <T>(found: Promise<AsyncIterable<T>>): Promise<T[]> =>
    Array.fromAsync(await found)
  expect(await all(client.info(name))).toMatchObject([
    {
      name,
      version: '1.2.3',
      endpoints: [{ name: 'probe-double', subject: harness.bus.subject('rpc.probe.double') }],
    },
  ])
  await eventually(async () =>
    expect(await all(client.stats(name))).toMatchObject([
      { endpoints: [{ name: 'probe-double', num_requests: 2, data: { answered: 1, refused: 1 } }] },
    ]),
  )
})

test('logs and counts no refusal when the connection drains under RPC and subscriptions', async () => {
  const draining = await harness.anotherBus('draining')
  await serve(double(), draining)
  subscribe(draining, draining.subject('probe'), { name: 'probe', onMessage() {} })
  await draining.drain()
  const refusals = (await draining.metrics.natsRefusals.get()).values
  expect(refusals.filter(({ value }) => value !== 0)).toEqual([])
  expect(harness.log.text()).not.toContain('subscribing again')
})

test('tells whether a service responds before any call', async () => {
  expect(await serviceAnswers(caller, 'probe')).toBe(false)
  const stop = await serve(double())
  expect(await serviceAnswers(caller, 'probe')).toBe(true)
  expect(await serviceAnswers(caller, 'prob')).toBe(false)
  await stop()
  expect(await serviceAnswers(caller, 'probe')).toBe(false)
})
