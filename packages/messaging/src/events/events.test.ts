import { emit, inTransaction } from '@atrium/database'
import { eventually } from '@atrium/testkit'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { Counted, createHarness, type Harness, numbers, type TestTables } from '../../test/harness.ts'
import { type EventConsumer, eventConsumer, startConsumer, startOutboxRelay } from '../index.ts'

let harness: Harness
const stops: Array<() => Promise<void>> = []

beforeAll(async () => {
  harness = await createHarness()
  const relay = startOutboxRelay({ db: harness.platform, bus: harness.bus, schema: harness.schema })
  return () => relay.stop()
})
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()))
})
afterAll(() => harness.close())

const counting = (
  name: string,
  before: (n: number) => Promise<void> | void = () => {},
  options: Parameters<typeof eventConsumer>[3] = {},
): EventConsumer<TestTables> =>
  eventConsumer<TestTables, typeof Counted.schema>(
    name,
    Counted,
    async (tx, { data }) => {
      await tx
        .insertInto('effects')
        .values({ consumer: name, n: data.n } as never)
        .execute()
      await before(data.n)
    },
    { from: 'now', retryPauseMs: () => 20, ...options },
  )

async function start(consumer: EventConsumer<TestTables>): Promise<() => Promise<void>> {
  const stop = await startConsumer(harness.bus, harness.db, consumer)
  stops.push(stop)
  return stop
}

test('what is committed arrives, in the order in which it was written', async () => {
  await start(counting('ordered'))
  await harness.emitNumbers(1, 250)
  await eventually(async () => expect(await harness.effects('ordered')).toEqual(numbers(1, 250)))
  expect(await harness.db.selectFrom('outbox').selectAll().execute()).toEqual([])
})

test('what is rolled back is never published', async () => {
  await start(counting('rolled-back'))
  const failing = inTransaction(harness.db, undefined, async (tx) => {
    await emit(tx, Counted, null, { n: 1 })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await harness.emitNumbers(2, 2)
  await eventually(async () => expect(await harness.effects('rolled-back')).toEqual([2]))
})
