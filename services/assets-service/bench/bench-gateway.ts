import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildAssetKey } from '@atrium/asset-key'
import { newId } from '@atrium/contracts'
import { freePort } from '@atrium/dev-servers'
import { pngOf } from '../test/media-samples.ts'
import { compare } from './compare.ts'
import type { Bench, BenchRow } from './rows.ts'
import { memoryOf, type Program, run, startNginxProxy } from './servers.ts'
import { uploadVideo } from './upload-video.ts'

const gatewayMain = join(import.meta.dirname, '../../gateway/src/main.ts')

/** What the gateway leaves of a hot read's speed, and what a large upload takes of its memory. */
export async function benchGateway(bench: Bench): Promise<BenchRow[]> {
  const orgId = newId('org')
  const key = buildAssetKey({ orgId, visibility: 'pub', extension: 'png' })
  await mkdir(join(bench.blobs, orgId, 'pub'), { recursive: true })
  await writeFile(join(bench.blobs, key), pngOf(100_000))
  const service = await bench.serve()
  const gateway = await startGateway(bench, service)
  const nginx = await startNginxProxy(bench.directory, service.port)
  const rows: BenchRow[] = []
  const path = `/api/assets/${key}`
  const what = 'hot read, 100 KB, through the gateway and through nginx as a proxy'
  rows.push(await compare(what, gateway.url + path, nginx.url + path, 0.5))
  const caller = await bench.backing.apiKeyFor(orgId)
  await uploadVideo(gateway, caller, 5_000_000)
  const before = await memoryOf(gateway.pid)
  await uploadVideo(gateway, caller, 512_000_000)
  const extra = ((await memoryOf(gateway.pid)).highest - before.now) / 1e6
  rows.push({
    what: 'upload of 512 MB through the gateway: its extra resident memory',
    figure: `${extra.toFixed(0)} MB`,
    bound: '< 64 MB',
    reached: extra < 64,
  })
  await Promise.all([gateway.stop(), nginx.stop(), service.stop()])
  return rows
}

async function startGateway(bench: Bench, service: Program): Promise<Program> {
  const port = await freePort()
  return run(process.execPath, [gatewayMain], port, {
    ...bench.backing.env,
    PORT: String(port),
    API_PORT: String(port),
    ASSETS_UPLOAD_DIR: bench.blobs,
    ASSETS_SERVICE_URL: service.url,
    RATE_LIMITS: 'off',
  })
}
