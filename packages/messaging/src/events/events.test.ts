import { commonErrors } from '@atrium/contracts'
import { emit, inTransaction } from '@atrium/database'
import { currentContext, withRequestContext } from '@atrium/telemetry'
import { eventually } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  Counted,
  createHarness,
  type Harness,
  numbers,
  recording,
  type TestTables,
} from '../../test/harness.ts'
import {
  type Bus,
  type EventConsumer,
  eventBatchConsumer,
  eventConsumer,
  startConsumer,
  startOutboxRelay,
} from '../index.ts'

let harness: Harness
const stops: Array<() => Promise<void>> = []

beforeAll(async () => {
  harness = await createHarness()
  const relay = startOutboxRelay({ db: harness.platform, bus: harness.bus, schema: harness.schema })
  return () => relay.stop()
})
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()))
  await harness.db.deleteFrom('dead_letters').execute()
})
afterAll(() => harness.close())

async function start(consumer: EventConsumer<TestTables>, bus: Bus = harness.bus) {
  const stop = await startConsumer(bus, harness.db, consumer)
  stops.push(stop)
  return stop
}

const settled = (consumer: string) =>
  eventually(async () => {
    const { num_pending, num_ack_pending } = await harness.bus.jsm.consumers.info(
      harness.bus.stream('EVENTS'),
      `probe-${consumer}`,
    )
    expect({ num_pending, num_ack_pending }).toEqual({ num_pending: 0, num_ack_pending: 0 })
  })

/** Publishes an event like the relay, but bypasses JetStream's duplicate detection. */
const publishAgain = (id: string, n: number) =>
  harness.bus.js.publish(
    harness.bus.subject(`events.org_1.${Counted.type}`),
    JSON.stringify({
      id,
      type: Counted.type,
      orgId: 'org_1',
      occurredAt: new Date().toISOString(),
      data: { n },
    }),
  )

test('delivers committed events in the order in which they were written', async () => {
  await start(recording('ordered'))
  await harness.emitNumbers(1, 250)
  await eventually(async () => expect(await harness.effects('ordered')).toEqual(numbers(1, 250)))
  expect(await harness.db.selectFrom('outbox').selectAll().execute()).toEqual([])
  await settled('ordered')
})

test('does not publish an event if its transaction rolls back', async () => {
  await start(recording('rolled-back'))
  const failing = inTransaction(harness.db, undefined, async (tx) => {
    await emit(tx, Counted, null, { n: 1 })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await harness.emitNumbers(2, 2)
  await eventually(async () => expect(await harness.effects('rolled-back')).toEqual([2]))
})

test('has no second effect when an event is redelivered', async () => {
  await start(recording('delivered-again'))
  for (let copy = 0; copy < 20; copy += 1) await publishAgain('evt_copied', 7)
  await settled('delivered-again')
  expect(await harness.effects('delivered-again')).toEqual([7])
})

test('acknowledges an event without an inbox row when the consumer ignores it', async () => {
  const consumer = eventConsumer<TestTables, typeof Counted.schema>(
    'ignoring',
    Counted,
    async (tx, { data }) =>
      void (await tx.insertInto('effects').values({ consumer: 'ignoring', n: data.n }).execute()),
    { from: 'now', ignores: ({ data }) => data.n % 2 === 0 },
  )
  await start(consumer)
  await harness.emitNumbers(1, 5)
  await eventually(async () => expect(await harness.effects('ignoring')).toEqual([1, 3, 5]))
  await settled('ignoring')
  const seen = await harness.db
    .selectFrom('inbox')
    .select('event_id')
    .where('consumer', '=', 'probe-ignoring')
    .execute()
  expect(seen).toHaveLength(3)
})

test('leaves no effects and no inbox row and redelivers the event when a handler fails', async () => {
  let failures = 2
  await start(
    recording('fails-twice', {
      after: () => {
        if (failures-- > 0) throw new Error('not yet')
      },
    }),
  )
  await harness.emitNumbers(3, 3)
  await eventually(async () => expect(await harness.effects('fails-twice')).toEqual([3]))
  expect(failures).toBe(-1)
  expect(await harness.deadLetters()).toEqual([])
})

test('dead-letters a poisoned event in the middle of a batch and handles all others', async () => {
  await start(
    recording('poisoned', {
      after: (n) => {
        if (n === 42) throw new Error('cannot bear 42')
      },
    }),
  )
  await harness.emitNumbers(1, 100)
  const others = numbers(1, 100).filter((n) => n !== 42)
  await eventually(async () =>
    expect((await harness.effects('poisoned')).toSorted((a, b) => a - b)).toEqual(others),
  )
  await settled('poisoned')
  expect(await harness.deadLetters()).toEqual([
    {
      consumer: 'probe-poisoned',
      reason: 'cannot bear 42',
      payload: expect.stringContaining('"n":42'),
      deliveries: 5,
    },
  ])
})

test('dead-letters an event at the first delivery if the rules refuse it', async () => {
  await start(
    recording('refused', {
      after: (n) => {
        if (n === 1) throw commonErrors.not_found({ message: 'No such thing' })
      },
    }),
  )
  await harness.emitNumbers(1, 3)
  await eventually(async () => expect(await harness.effects('refused')).toEqual([2, 3]))
  await settled('refused')
  expect(await harness.deadLetters()).toMatchObject([{ reason: 'No such thing', deliveries: 1 }])
})

test.each([
  ['is not JSON', '{"id":'],
  ['is not an event', '{"hello":"world"}'],
  ['is not UTF-8', Uint8Array.from([0x7b, 0xff, 0xfe])],
])('dead-letters a message that %s and blocks nothing', async (what, payload) => {
  const name = what.replaceAll(' ', '-').toLowerCase()
  await start(recording(name))
  await harness.bus.js.publish(harness.bus.subject(`events._.${Counted.type}`), payload)
  await harness.emitNumbers(5, 5)
  await eventually(async () => expect(await harness.effects(name)).toEqual([5]))
  await settled(name)
  expect(await harness.deadLetters()).toMatchObject([
    { reason: 'The message is not a valid event' },
  ])
})

test('dead-letters data that does not fit the schema and never calls the handler', async () => {
  await start(recording('unfit'))
  await harness.bus.js.publish(
    harness.bus.subject(`events._.${Counted.type}`),
    JSON.stringify({
      id: 'evt_unfit',
      type: Counted.type,
      orgId: null,
      occurredAt: '',
      data: { n: 'one' },
    }),
  )
  await settled('unfit')
  expect(await harness.effects('unfit')).toEqual([])
  expect(await harness.deadLetters()).toMatchObject([{ consumer: 'probe-unfit', deliveries: 1 }])
})

test('keeps an event waiting while another service is unavailable', async () => {
  let away = true
  let tries = 0
  await start(
    recording('other-away', {
      after: () => {
        tries += 1
        if (away) throw commonErrors.unavailable()
      },
    }),
  )
  await harness.emitNumbers(8, 8)
  await eventually(() => expect(tries).toBeGreaterThan(7))
  away = false
  await eventually(async () => expect(await harness.effects('other-away')).toEqual([8]))
  expect(await harness.deadLetters()).toEqual([])
})

test('times out a handler that never ends and handles the later events', async () => {
  await start(
    recording('stuck', {
      timeoutMs: 50,
      after: (n) => (n === 1 ? new Promise(() => {}) : Promise.resolve()),
    }),
  )
  await harness.emitNumbers(1, 3)
  await eventually(async () => expect(await harness.effects('stuck')).toEqual([2, 3]))
  await settled('stuck')
  expect(await harness.deadLetters()).toMatchObject([
    { reason: 'stuck took longer than 50 ms', deliveries: 5 },
  ])
})

test('keeps the transaction of a handler open if its timeout is longer', async () => {
  const limits: unknown[] = []
  const show = eventConsumer<TestTables, typeof Counted.schema>(
    'patient',
    Counted,
    async (tx) => {
      limits.push((await sql`show idle_in_transaction_session_timeout`.execute(tx)).rows)
    },
    { from: 'now', timeoutMs: 600_000 },
  )
  await start(show)
  await harness.emitNumbers(1, 1)
  await eventually(() =>
    expect(limits).toEqual([[{ idle_in_transaction_session_timeout: '650s' }]]),
  )
})

test('shares events between two replicas without a second effect', async () => {
  const other = await harness.anotherBus()
  const seen: string[] = []
  const by = (who: string) => recording('shared', { after: () => void seen.push(who) })
  await start(by('first'))
  await start(by('second'), other)
  for (let round = 0; round < 10; round += 1)
    await harness.emitNumbers(round * 30 + 1, round * 30 + 30)
  await eventually(async () =>
    expect((await harness.effects('shared')).toSorted((a, b) => a - b)).toEqual(numbers(1, 300)),
  )
  await settled('shared')
  expect(await harness.effects('shared')).toHaveLength(300)
})

test('completes the current batch and hands the rest to another replica at once when stopped', async () => {
  const entered = Promise.withResolvers<void>()
  const leave = Promise.withResolvers<void>()
  const stop = await start(
    recording('handed-over', {
      batch: 1,
      after: async () => {
        entered.resolve()
        await leave.promise
      },
    }),
  )
  await harness.emitNumbers(1, 20)
  await entered.promise
  const stopped = stop()
  leave.resolve()
  await stopped
  expect(await harness.effects('handed-over')).toEqual([1])
  await start(recording('handed-over'))
  await eventually(async () =>
    expect((await harness.effects('handed-over')).toSorted((a, b) => a - b)).toEqual(
      numbers(1, 20),
    ),
  )
})

test('passes trace and request id to the handler', async () => {
  const contexts: Array<ReturnType<typeof currentContext>> = []
  await start(recording('context', { after: () => void contexts.push(currentContext()) }))
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
  await withRequestContext(
    { requestId: 'req-1', traceparent: `00-${trace}-00f067aa0ba902b7-01` },
    () => harness.emitNumbers(1, 1),
  )
  await eventually(() => expect(contexts).toHaveLength(1))
  expect(contexts[0]).toMatchObject({ requestId: 'req-1' })
  expect(contexts[0]?.traceparent).toMatch(
    new RegExp(`^00-${trace}-(?!00f067aa0ba902b7)[0-9a-f]{16}-01$`),
  )
})

test('writes one log line and one observation per event', async () => {
  await start(recording('observed'))
  harness.log.lines.length = 0
  await withRequestContext({ requestId: 'req-2', traceparent: '' }, () => harness.emitNumbers(1, 2))
  await settled('observed')
  const lines = await eventually(() => {
    const own = harness.log.lines.filter((line) => line.includes('"consumer":"probe-observed"'))
    expect(own).toHaveLength(2)
    return own
  })
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    outcome: 'ok',
    org: 'org_1',
    requestId: 'req-2',
    msg: 'event',
  })
  expect(await harness.bus.metrics.registry.metrics()).toMatch(
    /atrium_message_seconds_count\{[^}]*name="probe-observed",outcome="ok"[^}]*\} 2/,
  )
})

test("starts a new consumer at the stream's first event, or at future events", async () => {
  await harness.emitNumbers(900, 901)
  await eventually(async () =>
    expect(await harness.db.selectFrom('outbox').selectAll().execute()).toEqual([]),
  )
  await start(recording('from-now'))
  await start(recording('from-beginning', { from: 'beginning' }))
  await harness.emitNumbers(902, 902)
  await eventually(
    async () =>
      expect(await harness.effects('from-beginning')).toEqual(
        expect.arrayContaining([900, 901, 902]),
      ),
    20_000,
  )
  await settled('from-now')
  expect(await harness.effects('from-now')).toEqual([902])
})

test('hands the new events of a transaction to a batch handler together, and each alone when it fails', async () => {
  const handled = new Set<number>()
  const sizes: number[] = []
  await start(
    eventBatchConsumer<TestTables, typeof Counted.schema>(
      'together',
      Counted,
      async (_tx, events) => {
        sizes.push(events.length)
        if (events.length > 1 && events.some(({ data }) => data.n === 1_005))
          throw new Error('Full')
        for (const { data } of events) handled.add(data.n)
      },
    ),
  )
  await harness.emitNumbers(1_001, 1_040)
  await eventually(async () => {
    for (const n of numbers(1_001, 1_040)) expect(handled).toContain(n)
  })
  expect(sizes.some((size) => size > 1)).toBe(true)
})
