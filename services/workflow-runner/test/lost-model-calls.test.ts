import {
  CompleteModel,
  type CompleteModelInput,
  commonErrors,
  type ModelOutcome,
  PaidCallUnderWay,
} from '@atrium/contracts'
import { rpcHandler } from '@atrium/messaging'
import { createTestEnv } from '@atrium/testkit'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { modelPorts } from '../src/nodes/model-ports.ts'
import { fakeUsage } from './fake-model.ts'
import { startStandIn } from './stand-in.ts'

const env = createTestEnv({ databaseUrl: 'postgres://unused' })
const forever = new AbortController().signal
const never = new Promise<never>(() => {})
const completed: ModelOutcome = {
  outcome: 'completed',
  text: 'An answer',
  toolCalls: [],
  finish: 'stop',
  usage: fakeUsage,
  model: 'fake-1',
  via: 'managed',
}
const underWay: ModelOutcome = {
  outcome: 'failed',
  failure: {
    class: 'unavailable',
    message: 'The same request is already running',
    fix: null,
    retryAfterSeconds: 5,
  },
  usage: null,
}
const call = {
  orgId: 'org_1',
  userId: 'usr_1',
  task: 'write' as const,
  system: '',
  idempotencyKey: 'run:node:0',
  messages: [{ role: 'user' as const, content: [{ text: 'Hello' }] }],
}

/** `answer` responds to the nth call. `look` says if the call is under way at the nth look. */
let answer: (count: number) => Promise<ModelOutcome>
let look: (count: number) => boolean
const asked: CompleteModelInput[] = []
let looks = 0
const stops: (() => Promise<void>)[] = []
let models: ReturnType<typeof modelPorts>
beforeAll(async () => {
  const connect = await startStandIn(env, 'connect', [
    rpcHandler(CompleteModel, (input) => {
      asked.push(input)
      return answer(asked.length)
    }),
    rpcHandler(PaidCallUnderWay, async (name) => {
      expect(name).toEqual({ orgId: 'org_1', kind: 'model', idempotencyKey: 'run:node:0' })
      looks += 1
      return { underWay: look(looks) }
    }),
  ])
  const runner = await startStandIn(env, 'workflow', [])
  // The unfinished call would keep its service from stopping.
  stops.push(() => connect.bus.nc.close(), runner.stop)
  models = modelPorts(runner.bus, 50)
})
beforeEach(() => {
  asked.splice(0)
  looks = 0
})
afterAll(async () => {
  for (const stop of stops) await stop()
})

it('repeats a call under its key when its process died and its lease expired', async () => {
  answer = (count) => (count === 1 ? never : Promise.resolve(count < 4 ? underWay : completed))
  // The runner also checks on a later call if the response is slow.
  look = (count) => count !== 3
  expect(await models.complete(call, forever)).toEqual(completed)
  expect(looks).toBeGreaterThanOrEqual(3)
  expect(new Set(asked.map(({ idempotencyKey }) => idempotencyKey))).toEqual(
    new Set([call.idempotencyKey]),
  )
  expect(asked).toHaveLength(4)
})

it('waits for a slow call if its process is alive, and makes it once', async () => {
  const { promise: slow, resolve: finish } = Promise.withResolvers<ModelOutcome>()
  answer = () => slow
  look = (count) => {
    if (count === 5) finish(completed)
    return true
  }
  expect(await models.complete(call, forever)).toEqual(completed)
  expect(asked).toHaveLength(1)
})

it('waits for a call while connect cannot tell if the call is running', async () => {
  const { promise: slow, resolve: finish } = Promise.withResolvers<ModelOutcome>()
  answer = () => slow
  look = (count) => {
    if (count === 7) finish(completed)
    throw commonErrors.unavailable()
  }
  expect(await models.complete(call, forever)).toEqual(completed)
  expect(asked).toHaveLength(1)
})

it('returns the failure of the first call', async () => {
  answer = async () => underWay
  expect(await models.complete(call, forever)).toEqual(underWay)
  expect(asked).toHaveLength(1)
})

it('throws a refusal at once', async () => {
  answer = async () => {
    throw commonErrors.idempotency_key_reused()
  }
  await expect(models.complete(call, forever)).rejects.toMatchObject({
    code: 'idempotency_key_reused',
  })
  expect(asked).toHaveLength(1)
})
