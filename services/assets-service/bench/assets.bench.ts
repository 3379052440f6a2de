import { report, withServers } from '@atrium/bench-kit'
import { benchOn } from './bench.ts'
import { benchGateway } from './bench-gateway.ts'
import { benchUploads } from './bench-uploads.ts'
import { benchUsage } from './bench-usage.ts'

// Measures asset storage against its yardsticks on this machine, in about a minute and a half. An
// argument selects one part: `node bench/assets.bench.ts uploads`
const parts = { gateway: benchGateway, uploads: benchUploads, usage: benchUsage }
const only = process.argv[2]
await withServers(async (servers) => {
  const bench = benchOn(servers)
  for (const [name, measure] of Object.entries(parts)) {
    if (only === undefined || only === name) for (const row of await measure(bench)) report(row)
  }
})
