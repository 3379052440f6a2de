import { emit, inTransaction } from '@atrium/database'
import { eventually } from '@atrium/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Counted, createHarness, type Harness, numbers } from '../../test/harness.ts'
import type { Bus } from '../bus.ts'
import { startOutboxRelay } from '../outbox-relay.ts'
import { ensureStreams } from '../streams.ts'
import { followEvents } from './follow-events.ts'

let harness: Harness
beforeAll(async () => {
  harness = await createHarness()
  const relay = startOutboxRelay({ db: harness.platform, bus: harness.bus, schema: harness.schema })
  return () => relay.stop()
})
afterAll(() => harness.close())

function follow(backMs = 60_000, bus: Bus = harness.bus) {
  const seen: number[] = []
  let gaps = 0
  const following = followEvents(bus, {
    backMs,
    onEvent: ({ data }) => void seen.push((data as { n: number }).n),
    onGap: () => {
      gaps += 1
    },
  })
  return { seen, following, gaps: () => gaps }
}

test('delivers all events in order to every follower, beginning before its start', async () => {
  await harness.emitNumbers(1, 50)
  await eventually(async () => {
    const { state } = await harness.bus.jsm.streams.info(harness.bus.stream('EVENTS'))
    expect(state.messages).toBe(50)
  })
  const followers = [follow(), follow()]
  for (const { following, seen } of followers) {
    await following.caughtUp
    expect(seen).toEqual(numbers(1, 50))
  }
  await harness.emitNumbers(51, 1_200)
  for (const { seen, following } of followers) {
    await eventually(() => expect(seen).toEqual(numbers(1, 1_200)))
    await following.stop()
  }
})

test('skips a message if it is no event', async () => {
  const { following, seen } = follow(0)
  await following.caughtUp
  await harness.bus.js.publish(harness.bus.subject('events.org_1.test.counted'), 'no event')
  await inTransaction(harness.db, undefined, (tx) => emit(tx, Counted, 'org_1', { n: 7 }))
  await eventually(() => expect(seen.at(-1)).toBe(7))
  await following.stop()
})

test('reports a gap and continues when JetStream has lost the stream', async () => {
  const { following, seen, gaps } = follow(0)
  await following.caughtUp
  await harness.bus.jsm.streams.delete(harness.bus.stream('EVENTS'))
  await ensureStreams(harness.bus)
  await eventually(() => expect(gaps()).toBe(1))
  await harness.emitNumbers(8, 9)
  await eventually(() => expect(seen.slice(-2)).toEqual([8, 9]))
  await following.stop()
})

test('asks for another consumer when the first request gets no response', async () => {
  const { jsm } = harness.bus
  let requests = 0
  const add: typeof jsm.consumers.add = (...parameters) => {
    requests += 1
    return requests === 1 ? new Promise(() => {}) : jsm.consumers.add(...parameters)
  }
  const consumers = { __proto__: jsm.consumers, add }
  const bus = { ...harness.bus, jsm: { __proto__: jsm, consumers } } as unknown as Bus
  const { following, seen, gaps } = follow(0, bus)
  await following.caughtUp
  await eventually(() => expect([requests, gaps()]).toEqual([2, 1]))
  await harness.emitNumbers(10, 11)
  await eventually(() => expect(seen.slice(-2)).toEqual([10, 11]))
  await following.stop()
})
