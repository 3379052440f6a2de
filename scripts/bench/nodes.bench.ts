import { type Measurement, report } from '@atrium/bench-kit'
import { startBenchWorld } from './node-rows/bench-world.ts'
import { guardRow } from './node-rows/guard-row.ts'
import { calendarRows, mailRows, pageRows } from './node-rows/read-rows.ts'
import { loadRows, sleepRows } from './node-rows/run-rows.ts'

// Measures nodes as a user experiences them: through the gateway, one process per service, the
// sandbox as the accounts, servers with production durability. `BENCH_ONLY` names one part. If a
// part fails, its rows are missing and the other parts continue.
const only = process.env['BENCH_ONLY']
async function part(name: string, measure: () => Promise<Measurement[]>): Promise<void> {
  if (only !== undefined && only !== name) return
  try {
    for (const row of await measure()) report(row)
  } catch (error) {
    console.error(`${name}:`, error)
    process.exitCode = 1
  }
}

await part('guard', guardRow)
const world = await startBenchWorld()
try {
  const [person, reader, other] = [
    await world.person('bench'),
    await world.person('reader'),
    await world.person('other'),
  ]
  await part('pages', () => pageRows(world, person))
  await part('sleep', () => sleepRows(world, person))
  await part('load', () => loadRows(person, other))
  await part('calendar', async () => calendarRows(world, reader, await reader.connect('mailbox')))
  await part('mail', () => mailRows(world, reader))
} finally {
  await world.stop()
}
