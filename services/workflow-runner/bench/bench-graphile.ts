import { pathToFileURL } from 'node:url'
import type { Measurement } from '@atrium/bench-kit'
import type { Platform } from '../test/platform.ts'

interface GraphileWorker {
  Logger: new (factory: () => () => void) => object
  makeWorkerUtils(options: object): Promise<{
    migrate(): Promise<void>
    withPgClient<R>(
      fn: (client: { query(text: string): Promise<unknown> }) => Promise<R>,
    ): Promise<R>
    release(): Promise<void>
  }>
  run(options: object): Promise<{ stop(): Promise<void> }>
}

/**
 * Measures graphile-worker for comparison, if it is installed: `npm install --prefix <dir>
 * graphile-worker`, then set `GRAPHILE_WORKER` to
 * `<dir>/node_modules/graphile-worker/dist/index.js`. Runs ten jobs at once without batches, on the
 * same PostgreSQL.
 */
export async function benchGraphile(platform: Platform, ours: number): Promise<Measurement[]> {
  const path = process.env['GRAPHILE_WORKER']
  if (path === undefined) {
    console.log(
      '     graphile-worker is not installed (GRAPHILE_WORKER); its comparison is left out',
    )
    return []
  }
  const peer = (await import(pathToFileURL(path).href)) as GraphileWorker
  const connectionString = platform.env['DATABASE_URL']
  // Logging a line per job would slow it down.
  const logger = new peer.Logger(() => () => {})
  const utils = await peer.makeWorkerUtils({ connectionString, logger })
  await utils.migrate()
  await utils.withPgClient((client) =>
    client.query(
      `select graphile_worker.add_job('empty', '{}'::json) from generate_series(1, 20000)`,
    ),
  )
  let done = 0
  const started = performance.now()
  const worker = await peer.run({
    connectionString,
    concurrency: 10,
    pollInterval: 100,
    noHandleSignals: true,
    logger,
    taskList: {
      empty: async () => {
        done += 1
      },
    },
  })
  while (done < 20_000 && performance.now() - started < 15_000)
    await new Promise((resolve) => setTimeout(resolve, 50))
  const rate = done / ((performance.now() - started) / 1_000)
  await worker.stop()
  await utils.release()
  console.log(`     graphile-worker: ${Math.round(rate)} jobs/s`)
  return [
    {
      name: 'workflow: claim and complete, against graphile-worker',
      value: ours / rate,
      unit: '×',
      target: '>= 0.3',
    },
  ]
}
