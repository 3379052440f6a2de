import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ContainerUnavailable } from './container-unavailable.ts'
import { startContainer } from './start-container.ts'

let silent = true

/** An engine without images. Its registry fails in three ways. */
const engine: RequestListener = (request, response) => {
  const url = request.url ?? ''
  const answer = (status: number, body: unknown) =>
    response.writeHead(status).end(JSON.stringify(body))
  if (silent) return
  if (url.endsWith('/info')) return answer(200, { OperatingSystem: 'none', OSType: 'linux' })
  if (!url.includes('/images/create')) return answer(404, { message: 'No such image' })
  if (url.includes('slow')) return
  if (url.includes('broken')) return answer(200, { error: 'unexpected EOF' })
  return answer(500, { message: 'dial tcp: lookup registry: no such host' })
}
const server = createServer(engine)

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // The library reads this variable once, so all tests here use one engine.
  vi.stubEnv('DOCKER_HOST', `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
afterAll(() => {
  vi.unstubAllEnvs()
  server.closeAllConnections()
  server.close()
})

const start = (image: string) =>
  startContainer(
    { image, port: 80, configure: (container) => container },
    { engineTimeoutMs: silent ? 300 : 10_000, pullTimeoutMs: 300 },
  )

test('times out if the engine is silent', async () => {
  const started = start('any/image:1')
  await expect(started).rejects.toThrow(ContainerUnavailable)
  await expect(started).rejects.toThrow('no container engine answers: not within 0.3 s')
})

test('names the image and the reason if the image cannot be pulled', async () => {
  silent = false
  const reasons = {
    'unknown/image:1': /image unknown\/image:1 cannot be had: .*no such host/,
    'broken/image:1': /image broken\/image:1 cannot be had: the pull broke off/,
    'slow/image:1': /image slow\/image:1 cannot be had: not within 0.3 s/,
  }
  for (const [image, reason] of Object.entries(reasons)) {
    const started = start(image)
    await expect(started).rejects.toThrow(ContainerUnavailable)
    await expect(started).rejects.toThrow(reason)
  }
})
