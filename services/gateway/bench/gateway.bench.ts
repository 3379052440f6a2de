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

// A trivial anonymous route through the gateway and through nginx, in turns, before the same service.
await withServers(async ({ directory, env: servers }) => {
  const [servicePort, gatewayPort] = [await freePort(), await freePort()]
  const env = { ...servers, IDENTITY_PORT: String(servicePort), PORT: String(gatewayPort) }
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
    const nginx = await start(startNginx(directory, 'proxy', proxyingTo(servicePort)))
    for (const { url } of [gateway, nginx]) await load(url + path, { seconds: 1, warmUpSeconds: 3 })
    const { ours, theirs } = await inTurns(
      () => requestsPerSecond(gateway.url + path, seconds),
      () => requestsPerSecond(nginx.url + path, seconds),
    )
    process.stdout.write(
      `${ours.toFixed()} through the gateway, ${theirs.toFixed()} through nginx a second\n`,
    )
    report(ratio('trivial route, against nginx', ours, theirs, 0.4))
  } finally {
    for (const program of programs.reverse()) await program.stop()
  }
})
