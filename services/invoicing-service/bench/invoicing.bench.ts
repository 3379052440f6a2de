import { report } from '@atrium/bench-kit'
import { withPlatform } from './platform.ts'
import { benchReads } from './reads.ts'

await withPlatform(async (platform) => {
  for (const row of await benchReads(platform)) report(row)
})
