import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import {
  inTurns,
  load,
  type Program,
  proxyingTo,
  ratio,
  report,
  requestsPerSecond,
  startNginx,
  startProgram,
  withServers,
} from '@atrium/bench-kit'
import { freePort } from '@atrium/dev-servers'

const path = '/api/auth-providers'
const seconds = Number(process.argv[2] ?? 7)

/** Sends five health requests one after the other and returns the seconds that each took. */
async function healthSeconds(origin: string): Promise<number[]> {
  const seconds: number[] = []
  for (let round = 0; round < 5; round += 1) {
    const started = performance.now()
    const { services } = (await (await fetch(`${origin}/api/health`)).json()) as {
      services: object
    }
    seconds.push((performance.now() - started) / 1_000)
    assert.equal(Reflect.get(services, 'board'), 'down')
  }
  return seconds
}

// Sends a trivial anonymous request through the gateway and through nginx in turns, to the same
// service. The board behind the gateway accepts connections and never responds.
const hanging = createServer()
await once(hanging.listen(0, '127.0.0.1'), 'listening')
const { port: hangingPort } = hanging.address() as AddressInfo
await withServers(async ({ directory, env: servers }) => {
  const [servicePort, gatewayPort] = [await freePort(), await freePort()]
  const env = {
    ...servers,
    IDENTITY_PORT: String(servicePort),
    PORT: String(gatewayPort),
    BOARD_SERVICE_URL: `http://127.0.0.1:${hangingPort}`,
  }
  const programs: Program[] = []
  const start = async (program: Promise<Program>): Promise<Program> => {
    const started = await program
    programs.push(started)
    return started
  }
  const node = (file: string, port: number) =>
    start(startProgram(process.execPath, [join(import.meta.dirname, file)], { port, env }))
  try {
    await node('trivial-service.ts', servicePort)
    const gateway = await node('../src/main.ts', gatewayPort)
    const name = 'health while a service hangs'
    report({ name, value: await healthSeconds(gateway.url), unit: 's', target: '<= 2.5' })
    const nginx = await start(startNginx(directory, 'proxy', proxyingTo(servicePort)))
    for (const { url } of [gateway, nginx]) await load(url + path, { seconds: 1, warmUpSeconds: 3 })
    const rates = await inTurns(
      () => requestsPerSecond(gateway.url + path, seconds),
      () => requestsPerSecond(nginx.url + path, seconds),
    )
    report(ratio('trivial route through the gateway, against nginx', rates, 0.4))
  } finally {
    for (const program of programs.reverse()) await program.stop()
  }
})
hanging.close()
