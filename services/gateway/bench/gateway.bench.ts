import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, startNats } from '@atrium/dev-servers'
import { type Program, requestsPerSecond, run, startNginx } from './programs.ts'

const path = '/api/auth-providers'
const atLeast = 0.4
const seconds = Number(process.argv[2] ?? 10)

/** A trivial anonymous route through the gateway and through nginx, in turns, before the same service. */
async function benchProxy(directory: string, programs: { stop(): Promise<unknown> }[]): Promise<void> {
  const start = async <P extends { stop(): Promise<unknown> }>(program: Promise<P>): Promise<P> => {
    const started = await program
    programs.push(started)
    return started
  }
  const nats = await start(startNats({ storeDir: join(directory, 'nats-data'), port: await freePort() }))
  const [servicePort, gatewayPort] = [await freePort(), await freePort()]
  const secret = randomBytes(32).toString('hex')
  const env: NodeJS.ProcessEnv = {
    PATH: process.env['PATH'],
    DATABASE_URL: 'postgres://bench:a-long-password@127.0.0.1:1/bench',
    ...{ DATABASE_HOST: '127.0.0.1', DATABASE_USER: 'bench', DATABASE_NAME: 'bench', DATABASE_PORT: '1' },
    ...{ DATABASE_PASSWORD: secret, AUTH_SECRET: secret, AUTH_SESSION_SECRET: secret },
    NATS_URL: nats.url,
    IDENTITY_PORT: String(servicePort),
    PORT: String(gatewayPort),
  }
  const node = (file: string, port: number, ready: string): Promise<Program> =>
    run(process.execPath, [join(import.meta.dirname, file)], port, ready, env)
  const service = await start(node('trivial-service.ts', servicePort, '/readyz'))
  const gateway = await start(node('../src/main.ts', gatewayPort, '/readyz'))
  const nginx = await start(startNginx(directory, await freePort(), service.url, path))

  const seen: { ours: number; theirs: number }[] = []
  for (let round = 0; round < 3; round += 1) {
    const ours = await requestsPerSecond(gateway.url + path, round === 0 ? 3 : seconds)
    const theirs = await requestsPerSecond(nginx.url + path, round === 0 ? 3 : seconds)
    console.log(`${Math.round(ours)} through the gateway, ${Math.round(theirs)} through nginx a second`)
    // The first round warms both up.
    if (round > 0) seen.push({ ours, theirs })
  }
  const sum = (of: 'ours' | 'theirs') => seen.reduce((total, round) => total + round[of], 0)
  const value = sum('ours') / sum('theirs')
  const what = {
    name: 'trivial route, against nginx',
    value,
    unit: '×',
    target: `>= ${atLeast}`,
    reached: value >= atLeast,
  }
  console.log(`${what.name}: ${value.toFixed(2)}× (at least ${atLeast}×)${what.reached ? '' : ' MISSED'}`)
  console.log(`BENCH ${JSON.stringify(what)}`)
}

const directory = await mkdtemp(join(tmpdir(), 'atrium-bench-'))
const programs: { stop(): Promise<unknown> }[] = []
try {
  await benchProxy(directory, programs)
} finally {
  for (const program of programs.reverse()) await program.stop()
  await rm(directory, { recursive: true, force: true })
}
