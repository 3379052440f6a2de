import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@atrium/dev-servers'
import { benchGateway } from './bench-gateway.ts'
import { benchReads } from './bench-reads.ts'
import { benchUploads } from './bench-uploads.ts'
import { benchUsage } from './bench-usage.ts'
import type { Bench, BenchRow } from './rows.ts'
import { run, startBacking } from './servers.ts'

const main = join(import.meta.dirname, '../src/main.ts')

/** Measures asset storage against its yardsticks on this machine; takes about a minute and a half. */
export async function benchAssets(): Promise<BenchRow[]> {
  const directory = await mkdtemp(join(tmpdir(), 'atrium-bench-'))
  const blobs = join(directory, 'blobs')
  const backing = await startBacking(directory)
  const bench: Bench = {
    directory,
    blobs,
    backing,
    async serve(overrides = {}) {
      const port = await freePort()
      const own = { ASSETS_UPLOAD_DIR: blobs, ASSETS_PORT: String(port) }
      return run(process.execPath, [main], port, { ...backing.env, ...own, ...overrides })
    },
  }
  try {
    return [
      ...(await benchReads(bench)),
      ...(await benchGateway(bench)),
      ...(await benchUploads(bench)),
      await benchUsage(bench),
    ]
  } finally {
    await backing.stop()
    await rm(directory, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  for (const row of await benchAssets()) {
    console.log(`${row.reached ? 'ok  ' : 'MISS'} ${row.what}: ${row.figure} (${row.bound})`)
  }
}
