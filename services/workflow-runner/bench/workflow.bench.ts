import { listValues, type Measurement, median, report } from '@atrium/bench-kit'
import { startPlatform } from '../test/platform.ts'
import { benchCancel } from './bench-cancel.ts'
import { benchEvents } from './bench-events.ts'
import { benchLatency, benchThroughput } from './bench-firing.ts'
import { benchGraphile } from './bench-graphile.ts'
import { benchHostile } from './bench-hostile.ts'
import { benchItems } from './bench-items.ts'
import { benchBacklog, benchSchedules } from './bench-queue.ts'
import { benchSummaries } from './bench-summaries.ts'

/** Benchmarks the workflow engine in about three minutes. Set `BENCH_ONLY` to run one part. */
async function benchWorkflow(): Promise<void> {
  const only = process.env['BENCH_ONLY']
  const part = async (name: string, run: () => Promise<Measurement[]>): Promise<Measurement[]> => {
    if (only !== undefined && only !== name) return []
    const rows = await run()
    for (const row of rows) report(row)
    return rows
  }
  await part('items', benchItems)
  await part('hostile', benchHostile)
  const platform = await startPlatform()
  try {
    const runner = await platform.startRunner(
      process.env['RUNNER_OPTIONS'] === undefined
        ? {}
        : { NODE_OPTIONS: process.env['RUNNER_OPTIONS'] },
    )
    await part('throughput', () => benchThroughput(platform, runner, 10))
    await part('latency', () => benchLatency(platform, runner, 200))
    await part('cancel', () => benchCancel(platform, runner, 5))
    await part('events', () => benchEvents(platform, runner, 100))
    await part('summaries', () => benchSummaries(platform, runner, 20))
    await runner.end()
    const backlog = await part('backlog', () => benchBacklog(platform))
    const ours = backlog.find((row) => row.unit === 'runs/s')
    if (ours !== undefined)
      await part('backlog', () => benchGraphile(platform, median(listValues(ours))))
    await part('schedules', () => benchSchedules(platform))
  } finally {
    await platform.stop()
  }
}

await benchWorkflow()
