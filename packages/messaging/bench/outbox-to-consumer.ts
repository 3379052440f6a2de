import { defineEvent } from '@atrium/contracts'
import { emit, inTransaction } from '@atrium/database'
import { z } from 'zod'
import { eventConsumer, startConsumer, startOutboxRelay } from '../src/index.ts'
import { type BenchPlatform, type BenchTables, percentile, result, withPlatform } from './platform.ts'

const Counted = defineEvent({
  type: 'bench.counted',
  description: 'A number was counted',
  domain: false,
  schema: z.object({ n: z.number().int() }),
})
const total = 10_000
const perTransaction = 100

async function emitAll(db: BenchPlatform['db'], from: number, to: number): Promise<void> {
  await inTransaction(db, undefined, async (tx) => {
    for (let n = from; n < to; n += 1) await emit(tx, Counted, 'org_bench', { n })
  })
}

await withPlatform(async ({ db, platform, schema, bus }) => {
  let handled: (n: number) => void = () => {}
  const consumer = eventConsumer<BenchTables, typeof Counted.schema>(
    'bench',
    Counted,
    async (tx, { data }) => {
      await tx.insertInto('effects').values({ n: data.n }).execute()
      handled(data.n)
    },
  )

  const wroteAt = performance.now()
  for (let from = 0; from < total; from += perTransaction) await emitAll(db, from, from + perTransaction)
  result('events written to the outbox', total / ((performance.now() - wroteAt) / 1000), 'a second', '-')

  const done = Promise.withResolvers<void>()
  let seen = 0
  handled = () => {
    seen += 1
    if (seen === total) done.resolve()
  }
  const stopConsumer = await startConsumer(bus, db, consumer)
  const startedAt = performance.now()
  const relay = startOutboxRelay({ db: platform, bus, schema })
  await done.promise
  await until(async () => (await countEffects(db)) === total)
  const rate = total / ((performance.now() - startedAt) / 1000)
  result('outbox to consumer, 10,000 events', rate, 'a second', '>= 5000')

  const samples: number[] = []
  for (let round = 0; round < 300; round += 1) {
    const arrived = Promise.withResolvers<void>()
    handled = () => arrived.resolve()
    const at = performance.now()
    await emitAll(db, total + round, total + round + 1)
    await arrived.promise
    samples.push(performance.now() - at)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  result('outbox to consumer, idle latency p50', percentile(samples, 0.5), 'ms', '< 15')
  result('outbox to consumer, idle latency p99', percentile(samples, 0.99), 'ms', '-')
  await stopConsumer()
  await relay.stop()
})

async function countEffects(db: BenchPlatform['db']): Promise<number> {
  const { count } = await db
    .selectFrom('effects')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function until(check: () => Promise<boolean>): Promise<void> {
  while (!(await check())) await new Promise((resolve) => setTimeout(resolve, 2))
}
