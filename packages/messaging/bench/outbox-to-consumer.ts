import { percentile, report } from '@atrium/bench-kit'
import { defineEvent } from '@atrium/contracts'
import { emit, inTransaction } from '@atrium/database'
import { z } from 'zod'
import { eventConsumer, startConsumer, startOutboxRelay } from '../src/index.ts'
import { type BenchPlatform, type BenchTables, withPlatform } from './platform.ts'

const Counted = defineEvent({
  type: 'bench.counted',
  description: 'A number was counted',
  domain: false,
  schema: z.object({ n: z.number().int() }),
})
const total = 10_000
const perTransaction = 100

await withPlatform(async (platform) => {
  const wrote = await writeAll(platform)
  report({ name: 'events written to the outbox', value: wrote, unit: 'a second', target: '-' })
  const recorded = await consumeAll(platform, 'records', false)
  report({
    name: 'outbox to consumer, 10,000 events',
    value: recorded,
    unit: 'a second',
    target: '>= 5000',
  })
  await writeAll(platform)
  const inserted = await consumeAll(platform, 'inserts', true)
  report({
    name: 'the same, each event also inserting a row',
    value: inserted,
    unit: 'a second',
    target: '>= 5000',
  })
  const latencies = await idleLatencies(platform)
  report({
    name: 'outbox to consumer, idle latency p50',
    value: percentile(latencies, 0.5),
    unit: 'ms',
    target: '< 15',
  })
  report({
    name: 'outbox to consumer, idle latency p99',
    value: percentile(latencies, 0.99),
    unit: 'ms',
    target: '-',
  })
})

async function emitNumbers(db: BenchPlatform['db'], from: number, to: number): Promise<void> {
  await inTransaction(db, undefined, async (tx) => {
    for (let n = from; n < to; n += 1) await emit(tx, Counted, 'org_bench', { n })
  })
}

/** Fills the outbox while no relay runs. Returns events per second. */
async function writeAll({ db }: BenchPlatform): Promise<number> {
  const started = performance.now()
  for (let from = 0; from < total; from += perTransaction)
    await emitNumbers(db, from, from + perTransaction)
  return total / ((performance.now() - started) / 1000)
}

/**
 * Measures from the relay's first read to the commit of the last event's effect. Returns events per
 * second.
 */
async function consumeAll(
  { bus, db, platform, schema }: BenchPlatform,
  name: string,
  inserting: boolean,
): Promise<number> {
  const consumer = eventConsumer<BenchTables, typeof Counted.schema>(
    name,
    Counted,
    async (tx, { data }) => {
      if (inserting) await tx.insertInto('effects').values({ n: data.n }).execute()
    },
    { from: 'now' },
  )
  const stop = await startConsumer(bus, db, consumer)
  const started = performance.now()
  const relay = startOutboxRelay({ db: platform, bus, schema })
  while ((await consumed(db, `bench-${name}`)) < total)
    await new Promise((resolve) => setTimeout(resolve, 20))
  const seconds = (performance.now() - started) / 1000
  await Promise.all([stop(), relay.stop()])
  return total / seconds
}

async function consumed(db: BenchPlatform['db'], consumer: string): Promise<number> {
  const { count } = await db
    .selectFrom('inbox')
    .where('consumer', '=', consumer)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Measures the milliseconds from the start of the emitting transaction to the handler, one event at
 * a time.
 */
async function idleLatencies({ bus, db, platform, schema }: BenchPlatform): Promise<number[]> {
  let arrived = Promise.withResolvers<void>()
  const consumer = eventConsumer<BenchTables, typeof Counted.schema>(
    'latency',
    Counted,
    async () => arrived.resolve(),
    { from: 'now' },
  )
  const stop = await startConsumer(bus, db, consumer)
  const relay = startOutboxRelay({ db: platform, bus, schema })
  const samples: number[] = []
  for (let round = 0; round < 300; round += 1) {
    arrived = Promise.withResolvers<void>()
    const started = performance.now()
    await emitNumbers(db, round, round + 1)
    await arrived.promise
    samples.push(performance.now() - started)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await Promise.all([stop(), relay.stop()])
  return samples
}
