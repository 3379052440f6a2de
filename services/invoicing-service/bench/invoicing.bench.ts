import { type Measurement, report } from '@atrium/bench-kit'
import { benchCreateAndFinalize } from './create-and-finalize.ts'
import { benchDailyRun } from './daily-run.ts'
import { type Platform, withPlatform } from './platform.ts'
import { benchReads } from './reads.ts'
import { benchWebhooks } from './webhooks.ts'

// Measures invoicing on this machine in about two minutes. Pass a name to run one part: `node
// bench/invoicing.bench.ts reads`
const parts: Readonly<Record<string, (platform: Platform) => Promise<Measurement[]>>> = {
  finalize: benchCreateAndFinalize,
  webhooks: benchWebhooks,
  daily: benchDailyRun,
  reads: benchReads,
}
const only = process.argv[2]
await withPlatform(async (platform) => {
  for (const [name, bench] of Object.entries(parts)) {
    if (only === undefined || only === name) for (const row of await bench(platform)) report(row)
  }
})
