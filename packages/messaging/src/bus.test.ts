import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect as connectTo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, type RunningServer, startNats } from '@atrium/dev-servers'
import { capturedLog, eventually } from '@atrium/testkit'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectBus } from './index.ts'

let folder: string
let server: RunningServer
const closing: Array<() => Promise<void>> = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-bus-'))
  server = await startNats({ storeDir: join(folder, 'nats'), port: await freePort() })
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Makes the running server reload its configuration with these lines at the end. */
async function configure(...lines: string[]): Promise<void> {
  const file = join(folder, 'nats', 'nats-server.conf')
  const [own = ''] = (await readFile(file, 'utf8')).split('# by the test\n')
  await writeFile(file, own)
  await appendFile(file, ['# by the test', ...lines, ''].join('\n'))
  process.kill(server.pid, 'SIGHUP')
}

const requirePassword = (password: string) =>
  configure('authorization {', '  user: ann', `  password: ${JSON.stringify(password)}`, '}')

async function connect(credentials = '', port = server.port) {
  const bus = await connectBus({
    url: `nats://${credentials}127.0.0.1:${port}`,
    service: 'probe',
    logger: pino({ level: 'debug' }, capturedLog().destination),
  })
  closing.push(() => bus.drain())
  return bus
}

test('connects with the user and password in the address', async () => {
  await requirePassword('p@ss:word')
  await eventually(() => expect(connect()).rejects.toThrow('Authorization Violation'))
  expect((await connect('ann:p%40ss%3Aword@')).isConnected()).toBe(true)
})

test('keeps trying while a server refuses the connection', async () => {
  await requirePassword('first')
  const bus = await eventually(() => connect('ann:first@'))
  await requirePassword('second')
  await eventually(() => expect(bus.isConnected()).toBe(false))
  // Long enough for several refusals. The client itself stops after two.
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  await requirePassword('first')
  await eventually(() => expect(bus.isConnected()).toBe(true))
  await bus.nc.flush()
})

test('dials again if the first dial hangs', async () => {
  const dials: Socket[] = []
  const between = createServer((client) => {
    dials.push(client.on('error', () => {}))
    if (dials.length === 1) return
    const upstream = connectTo(server.port, '127.0.0.1').on('error', () => client.destroy())
    client.pipe(upstream).pipe(client)
  })
  const port = await new Promise<number>((resolve) => {
    between.listen(0, '127.0.0.1', () => resolve((between.address() as { port: number }).port))
  })
  closing.push(async () => {
    for (const dial of dials) dial.destroy()
    between.close()
  })
  const bus = await connect('', port)
  expect(dials).toHaveLength(2)
  await bus.nc.flush()
  await bus.drain()
})
