import { emit, emitJob, inTransaction } from '@atrium/database'
import { eventually } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Counted, createHarness, type Harness, numbers, recording, Work } from '../test/harness.ts'
import { type Bus, startConsumer, startOutboxRelay } from './index.ts'

let harness: Harness
const stops: Array<() => Promise<void>> = []

beforeEach(async () => {
  harness = await createHarness()
})
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()))
  await harness.close()
})

function relay(options: { bus?: Bus; pollMs?: number; batch?: number } = {}) {
  const { bus = harness.bus, ...rest } = options
  const running = startOutboxRelay({ db: harness.platform, bus, schema: harness.schema, ...rest })
  stops.push(() => running.stop())
  return running
}

async function consume() {
  stops.push(await startConsumer(harness.bus, harness.db, recording('relayed')))
}

const waiting = async () => (await harness.db.selectFrom('outbox').select('seq').execute()).length
const empty = () => eventually(async () => expect(await waiting()).toBe(0))

async function published(): Promise<number> {
  const { state } = await harness.bus.jsm.streams.info(harness.bus.stream('EVENTS'))
  return state.messages
}

test('publishes every event once and in order if two relays share a schema', async () => {
  await consume()
  relay({ batch: 20, pollMs: 5 })
  relay({ batch: 20, pollMs: 5, bus: await harness.anotherBus() })
  for (let from = 1; from <= 300; from += 10) await harness.emitNumbers(from, from + 9)
  await eventually(async () => expect(await harness.effects()).toEqual(numbers(1, 300)))
  expect(await published()).toBe(300)
})

test('loses and duplicates nothing when a relay dies between publishing and deleting', async () => {
  await consume()
  const bystander = await harness.handle.pool.connect()
  await harness.emitNumbers(1, 10)
  // This lock allows reading but blocks deleting.
  await bystander.query('begin; lock table outbox in share mode')
  relay({ pollMs: 5 })
  await eventually(async () => expect(await published()).toBe(10))
  // Uses another connection, because a transaction keeps seeing the activity that it saw first.
  await eventually(async () => {
    const { rows } = await harness.handle.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where query like '%delete from outbox%' and wait_event_type = 'Lock' and datname = current_database()`,
    )
    expect(rows).toHaveLength(1)
  })
  await bystander.query('commit')
  bystander.release()
  await empty()
  await eventually(async () => expect(await harness.effects()).toEqual(numbers(1, 10)))
  expect(await published()).toBe(10)
})

test('finds events by polling if they were written without a wake-up', async () => {
  await consume()
  relay({ pollMs: 20 })
  await harness.db.transaction().execute((tx) => emit(tx, Counted, null, { n: 4 }))
  await eventually(async () => expect(await harness.effects()).toEqual([4]))
})

test('publishes at once when this process commits', async () => {
  await consume()
  relay({ pollMs: 60_000 })
  await harness.emitNumbers(1, 1)
  await eventually(async () => expect(await harness.effects()).toEqual([1]))
  await harness.emitNumbers(2, 2)
  await eventually(async () => expect(await harness.effects()).toEqual([1, 2]))
})

test('creates a deleted stream again and loses no waiting row', async () => {
  await consume()
  relay({ pollMs: 20 })
  await harness.emitNumbers(1, 3)
  await eventually(async () => expect(await harness.effects()).toEqual([1, 2, 3]))
  await harness.bus.jsm.streams.delete(harness.bus.stream('EVENTS'))
  await harness.emitNumbers(4, 6)
  await eventually(async () => expect(await harness.effects()).toEqual(numbers(1, 6)), 15_000)
})

test('creates a deleted consumer again without a second effect', async () => {
  await consume()
  relay({ pollMs: 20 })
  await harness.emitNumbers(1, 3)
  await eventually(async () => expect(await harness.effects()).toEqual([1, 2, 3]))
  await harness.bus.jsm.consumers.delete(harness.bus.stream('EVENTS'), 'probe-relayed')
  await harness.emitNumbers(4, 6)
  await eventually(async () => expect(await harness.effects()).toEqual(numbers(1, 6)), 15_000)
})

test('dead-letters a row that can never be published and continues with the rows behind it', async () => {
  await consume()
  await harness.emitNumbers(1, 1)
  await sql`update outbox set org_id = 'not a subject >'`.execute(harness.db)
  await harness.emitNumbers(2, 2)
  await sql`update outbox set data = to_jsonb(repeat('x', 1200000)) where (data->>'n')::int = 2`.execute(
    harness.db,
  )
  await harness.emitNumbers(3, 3)
  await sql`update outbox set trace = E'not\\r\\na header', request_id = E'é\\n' where (data->>'n')::int = 3`.execute(
    harness.db,
  )
  await harness.emitNumbers(4, 4)
  relay({ pollMs: 20 })
  await empty()
  await eventually(async () => expect(await harness.effects()).toEqual([3, 4]))
  expect(await harness.deadLetters()).toMatchObject([
    { consumer: 'outbox', reason: 'Its subject is not valid' },
    { consumer: 'outbox', reason: 'It is larger than the server takes' },
  ])
})

test('fails the sending transaction if no relay could publish the message', async () => {
  const sending = (orgId: string) =>
    inTransaction(harness.db, undefined, (tx) => emit(tx, Counted, orgId, { n: 1 }))
  await expect(sending('a.b')).rejects.toThrow('is not an org id')
  await expect(
    inTransaction(harness.db, undefined, (tx) => emitJob(tx, Work, { runId: 'x'.repeat(600_000) })),
  ).rejects.toThrow('carries at most')
  expect(await waiting()).toBe(0)
})

test('measures the age of the oldest waiting event', async () => {
  const age = async () => {
    const text = await harness.bus.metrics.registry.metrics()
    return Number(/atrium_outbox_oldest_seconds\{[^}]*\} (\S+)/.exec(text)?.[1])
  }
  await harness.emitNumbers(1, 1)
  await sql`update outbox set occurred_at = now() - interval '90 seconds'`.execute(harness.db)
  const bystander = await harness.handle.pool.connect()
  await bystander.query('begin; lock table outbox in share mode')
  relay({ pollMs: 5 })
  await eventually(async () => expect(await age()).toBeGreaterThan(89))
  await bystander.query('commit')
  bystander.release()
  await eventually(async () => expect(await age()).toBe(0))
})
