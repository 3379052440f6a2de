import { emit, inTransaction } from '@atrium/database'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { Counted, createHarness, type Harness, recording } from '../../test/harness.ts'
import type { Bus } from '../bus.ts'
import { startOutboxRelay } from '../outbox-relay.ts'
import { startConsumer } from './start-consumer.ts'
import { whenConsumed } from './when-consumed.ts'

let harness: Harness
const stops: Array<() => Promise<void>> = []
beforeAll(async () => {
  harness = await createHarness()
  const relay = startOutboxRelay({ db: harness.platform, bus: harness.bus, schema: harness.schema })
  return () => relay.stop()
})
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()))
  // `whenConsumed` would wait for a durable that no consumer serves.
  for (const { name } of await harness.bus.jsm.consumers
    .list(harness.bus.stream('EVENTS'))
    .next()) {
    await harness.bus.jsm.consumers.delete(harness.bus.stream('EVENTS'), name)
  }
})
afterAll(() => harness.close())

const start = async (consumer: ReturnType<typeof recording>, bus: Bus = harness.bus) => {
  stops.push(await startConsumer(bus, harness.db, consumer))
}
const buildEmit = (orgId: string, n: number) =>
  inTransaction(harness.db, undefined, (tx) => emit(tx, Counted, orgId, { n }))

test('waits for an event until the slowest consumer of any service has handled it', async () => {
  const release = Promise.withResolvers<void>()
  await start(recording('quick'))
  await start(
    recording('slow', { after: () => release.promise }),
    await harness.anotherBus('other'),
  )
  await buildEmit('org_slow', 7)
  const waiting = whenConsumed(harness.bus, Counted, 'org_slow', 10_000)
  await expect(
    Promise.race([waiting, new Promise((r) => setTimeout(r, 300, 'still'))]),
  ).resolves.toBe('still')
  release.resolve()
  expect(await waiting).toBe(true)
  expect(await harness.effects('slow')).toEqual([7])
})

test('ignores later events when the event is acknowledged', async () => {
  const release = Promise.withResolvers<void>()
  await start(
    recording('behind', { batch: 1, after: (n) => (n === 2 ? release.promise : undefined) }),
  )
  await buildEmit('org_first', 1)
  expect(await whenConsumed(harness.bus, Counted, 'org_first', 10_000)).toBe(true)
  await buildEmit('org_second', 2)
  expect(await whenConsumed(harness.bus, Counted, 'org_first', 10_000)).toBe(true)
  expect(await whenConsumed(harness.bus, Counted, 'org_second', 300)).toBe(false)
  release.resolve()
})

test('resolves after publishing if there is no consumer, and on timeout if there is no event', async () => {
  await buildEmit('org_alone', 1)
  expect(await whenConsumed(harness.bus, Counted, 'org_alone', 10_000)).toBe(true)
  expect(await whenConsumed(harness.bus, Counted, 'org_nothing', 200)).toBe(false)
})

test('stops waiting at once when the bus is closed', async () => {
  const bus = await harness.anotherBus('leaving')
  await bus.drain()
  expect(await whenConsumed(bus, Counted, 'org_1', 10_000)).toBe(false)
})
