import { join } from 'node:path'
import {
  againstPeer,
  type Measurement,
  type Program,
  proxyingTo,
  startNginx,
  startProgram,
} from '@atrium/bench-kit'
import { newId } from '@atrium/contracts'
import { freePort } from '@atrium/dev-servers'
import { answerForIdentity } from './answer-for-identity.ts'
import { type Bench, buildKeyHolder } from './bench.ts'
import { benchLargeUpload } from './bench-large-upload.ts'
import { storeImage } from './store-image.ts'

const gatewayMain = join(import.meta.dirname, '../../gateway/src/main.ts')

/**
 * Measures hot reads through the gateway against nginx, and the gateway's memory during a large
 * upload.
 */
export async function benchGateway(bench: Bench): Promise<Measurement[]> {
  const orgId = newId('org')
  const path = `/api/assets/${await storeImage(bench.blobs, orgId, 100_000)}`
  const service = await bench.serve()
  const gateway = await startGateway(bench, service)
  const nginx = await startNginx(bench.directory, 'proxy', proxyingTo(service.port))
  const what = 'hot read, 100 KB, through the gateway, against nginx as a proxy'
  const hot = await againstPeer(what, gateway.url + path, nginx.url + path, 0.5)
  const identity = await answerForIdentity(bench.natsUrl, buildKeyHolder(orgId))
  const caller = { 'x-api-key': `atr_${'b'.repeat(60)}` }
  const name = 'upload of 512 MB through the gateway: its extra resident memory'
  const upload = await benchLargeUpload(name, gateway, caller)
  await identity.stop()
  await Promise.all([gateway.stop(), nginx.stop(), service.stop()])
  return [hot, upload]
}

async function startGateway(bench: Bench, service: Program): Promise<Program> {
  const port = await freePort()
  return startProgram(process.execPath, [gatewayMain], {
    port,
    env: {
      ...bench.env,
      PORT: String(port),
      API_PORT: String(port),
      ASSETS_SERVICE_URL: service.url,
      RATE_LIMITS: 'off',
    },
  })
}
