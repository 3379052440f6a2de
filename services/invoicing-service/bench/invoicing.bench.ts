import { benchCreateAndFinalize } from './create-and-finalize.ts'
import { benchDailyRun } from './daily-run.ts'
import { type Platform, type Row, report, startPlatform } from './platform.ts'
import { benchReads } from './reads.ts'
import { benchWebhooks } from './webhooks.ts'

// Measures invoicing on this machine; about two minutes. An argument names one part: `node bench/invoicing.bench.ts reads`
const parts: Readonly<Record<string, (platform: Platform) => Promise<Row[]>>> = {
  finalize: benchCreateAndFinalize,
  webhooks: benchWebhooks,
  daily: benchDailyRun,
  reads: benchReads,
}
const only = process.argv[2]
const platform = await startPlatform()
try {
  for (const [name, bench] of Object.entries(parts)) {
    if (only === undefined || only === name) for (const row of await bench(platform)) report(row)
  }
} finally {
  await platform.stop()
}
