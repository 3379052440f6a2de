import { report } from '@atrium/bench-kit'
import { startPlatform } from '../test/platform.ts'
import { benchHostile } from './bench-hostile.ts'
import { benchSummaries } from './bench-summaries.ts'

for (const row of await benchHostile()) report(row)
const platform = await startPlatform()
try {
  const runner = await platform.startRunner()
  for (const row of await benchSummaries(platform, runner, 20)) report(row)
  await runner.end()
} finally {
  await platform.stop()
}
