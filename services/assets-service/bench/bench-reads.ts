import { join } from 'node:path'
import { againstPeer, type Measurement, servingFiles, startNginx, startProgram } from '@atrium/bench-kit'
import { newId } from '@atrium/contracts'
import { freePort } from '@atrium/dev-servers'
import type { Bench } from './bench.ts'
import { storeImage } from './store-image.ts'

const plainServer = join(import.meta.dirname, 'plain-server.ts')

/** Hot reads against nginx with `sendfile`, and cold ones against a plain Node server. */
export async function benchReads(bench: Bench): Promise<Measurement[]> {
  const { blobs } = bench
  const orgId = newId('org')
  const [large, small] = [await storeImage(blobs, orgId, 100_000), await storeImage(blobs, orgId, 4_000)]

  const nginx = await startNginx(bench.directory, 'files', servingFiles(blobs))
  const service = await bench.serve()
  const hot = (what: string, key: string, atLeast: number) =>
    againstPeer(what, `${service.url}/api/assets/${key}`, `${nginx.url}/${key}`, atLeast)
  const rows = [await hot('hot public read, 100 KB', large, 0.9), await hot('the same, 4 KB', small, 0.5)]
  await Promise.all([nginx.stop(), service.stop()])

  const cold = await bench.serve({ ASSETS_CACHE_BYTES: '0' })
  const port = await freePort()
  const plain = await startProgram(process.execPath, [plainServer, blobs, String(port)], { port })
  rows.push(
    await againstPeer('cold read, 100 KB', `${cold.url}/api/assets/${large}`, `${plain.url}/${large}`, 1.2),
  )
  await Promise.all([cold.stop(), plain.stop()])
  return rows
}
