import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildAssetKey } from '@atrium/asset-key'
import { newId } from '@atrium/contracts'
import { freePort } from '@atrium/dev-servers'
import { pngOf } from '../test/media-samples.ts'
import { compare } from './compare.ts'
import type { Bench, BenchRow } from './rows.ts'
import { run, startNginx } from './servers.ts'

/** Hot reads against nginx with `sendfile`, and cold ones against a plain Node server. */
export async function benchReads(bench: Bench): Promise<BenchRow[]> {
  const { blobs } = bench
  const orgId = newId('org')
  const keyOf = async (bytes: number) => {
    const key = buildAssetKey({ orgId, visibility: 'pub', extension: 'png' })
    await mkdir(join(blobs, orgId, 'pub'), { recursive: true })
    await writeFile(join(blobs, key), pngOf(bytes))
    return key
  }
  const [large, small] = [await keyOf(100_000), await keyOf(4_000)]

  const [nginx, service] = [await startNginx(bench.directory, blobs), await bench.serve()]
  const hot = (what: string, key: string, atLeast: number) =>
    compare(what, `${service.url}/api/assets/${key}`, `${nginx.url}/${key}`, atLeast)
  const rows = [await hot('hot public read, 100 KB', large, 0.9), await hot('the same, 4 KB', small, 0.5)]
  await Promise.all([nginx.stop(), service.stop()])

  const cold = await bench.serve({ ASSETS_CACHE_BYTES: '0' })
  const port = await freePort()
  const plain = await run(
    process.execPath,
    [join(import.meta.dirname, 'plain-server.ts'), blobs, String(port)],
    port,
  )
  rows.push(
    await compare('cold read, 100 KB', `${cold.url}/api/assets/${large}`, `${plain.url}/${large}`, 1.2),
  )
  await Promise.all([cold.stop(), plain.stop()])
  return rows
}
