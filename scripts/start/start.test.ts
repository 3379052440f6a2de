import { mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@atrium/dev-servers'
import { eventually } from '@atrium/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { launchPlatform, listenersOf, type PlatformProcess, processesOf } from './platform-process.ts'

// Reached only by a hang: a busy machine is not a failure.
const patienceMs = 400_000

let home: string
let port: number
let running: PlatformProcess[]

const open = async () => {
  home = await mkdtemp(join(tmpdir(), 'atrium-start-'))
  port = await freePort()
  running = []
}
const close = async () => {
  for (const platform of running) platform.child.kill('SIGKILL')
  await nothingLeft()
  await rm(home, { recursive: true, force: true })
}

function launch(args: string[] = [], env: Record<string, string> = {}, folder = home): PlatformProcess {
  const platform = launchPlatform(folder, args, { API_PORT: String(port), ...env })
  running.push(platform)
  return platform
}

const nothingLeft = () => eventually(async () => expect(await processesOf(home)).toEqual([]), 120_000)
const url = (path: string) => `http://localhost:${port}${path}`
const health = async () => (await fetch(url('/api/health'))).json() as Promise<{ status: string; db: string }>
const secrets = () => readFile(join(home, 'secrets.json'), 'utf8')

// A start is slow, so one platform runs all of these tests in order.
describe.skipIf(process.platform !== 'linux')('npm start', { timeout: patienceMs }, () => {
  let platform: PlatformProcess
  beforeAll(async () => {
    await open()
    platform = launch()
    await platform.ready()
  }, patienceMs)
  afterAll(close, patienceMs)

  test('comes up with health, docs and the dashboard', async () => {
    expect(platform.output()).toContain(`Open       http://localhost:${port}`)
    // A probe that takes too long beside other suites says "down" until its next turn.
    await expect.poll(health, { timeout: patienceMs }).toMatchObject({ status: 'ok', db: 'up' })
    expect((await fetch(url('/api/docs'))).status).toBe(200)
    expect(await (await fetch(url('/board'))).text()).toContain('<title>Atrium</title>')
  })

  test('all its processes listen on this machine alone', async () => {
    const listeners = await listenersOf(home)
    // PostgreSQL, NATS, the stand-ins, the dashboard, seven services and the gateway's probes.
    expect(listeners.length).toBeGreaterThanOrEqual(12)
    expect(listeners.filter(({ loopback }) => !loopback)).toEqual([])
  })

  test('one platform per home; a second home and port run beside it with only its gateway open', async () => {
    const same = launch([], { API_PORT: String(await freePort()) })
    expect(await same.ended).toBe(1)
    expect(same.output()).toBe(
      `atrium: another Atrium (process ${platform.child.pid}) runs on ${home}: stop it, or set ATRIUM_HOME and PORT to others\n`,
    )
    const api = await freePort()
    const probes = await freePort()
    const opened = { LISTEN_HOST: '0.0.0.0', GATEWAY_INTERNAL_PORT: String(probes) }
    const beside = launch([], { API_PORT: String(api), ...opened }, join(home, 'beside'))
    await beside.ready()
    expect(await health()).toMatchObject({ status: 'ok' })
    const open = (await listenersOf(join(home, 'beside'))).filter(({ loopback }) => !loopback)
    expect(new Set(open.map(({ port }) => port))).toEqual(new Set([api, probes]))
    beside.child.kill('SIGTERM')
    expect(await beside.ended).toBe(0)
  })

  test('the loss of PostgreSQL degrades it until the server restarts', async () => {
    const [pid] = (await readFile(join(home, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
    process.kill(Number(pid), 'SIGKILL')
    await eventually(
      async () => expect(await health()).toMatchObject({ status: 'degraded', db: 'down' }),
      60_000,
    )
    await eventually(async () => expect(await health()).toMatchObject({ status: 'ok', db: 'up' }), 120_000)
    expect(platform.output()).toContain('PostgreSQL ended (signal SIGKILL); starting it again in 10 s')
    await eventually(() => expect(platform.output()).toContain('PostgreSQL is back'), 60_000)
  })

  test('stops on SIGTERM, and starts again with its data and secrets', async () => {
    const before = await secrets()
    platform.child.kill('SIGTERM')
    expect(await platform.ended).toBe(0)
    await nothingLeft()
    platform = launch()
    await platform.ready()
    expect(await secrets()).toBe(before)
  })

  test('after SIGKILL no process stays and it starts again; it stops on SIGINT', async () => {
    platform.child.kill('SIGKILL')
    await nothingLeft()
    platform = launch()
    await platform.ready()
    expect(await health()).toMatchObject({ status: 'ok' })
    platform.child.kill('SIGINT')
    expect(await platform.ended).toBe(0)
  })
})

describe.skipIf(process.platform !== 'linux')('npm start', { timeout: patienceMs }, () => {
  beforeEach(open)
  afterEach(close, patienceMs)

  test('as processes: after SIGKILL no process stays; a crashed service is named and ends everything', async () => {
    const first = launch(['--processes'], { IDENTITY_PORT: String(await freePort()) })
    await first.ready()
    expect(await health()).toMatchObject({ status: 'ok', db: 'up' })
    first.child.kill('SIGKILL')
    await nothingLeft()
    const platform = launch(['--processes'], { IDENTITY_PORT: String(await freePort()) })
    await platform.ready()
    expect(await health()).toMatchObject({ status: 'ok', db: 'up' })
    const commands = await Promise.all(
      (await processesOf(home)).map(async (pid) => ({
        pid,
        words: await readFile(`/proc/${pid}/cmdline`, 'utf8'),
      })),
    )
    const identity = commands.find(({ words }) => words.includes('identity-service/src/main.ts'))
    const handed = await readFile(`/proc/${identity?.pid}/environ`, 'utf8')
    expect(handed).toContain('AUTH_SESSION_SECRET=')
    expect(handed).not.toContain('SOCIAL_TOKEN_ENCRYPTION_KEY=')
    process.kill(identity?.pid ?? 0, 'SIGKILL')
    expect(await platform.ended).toBe(1)
    expect(platform.output()).toContain('atrium: identity ended unexpectedly (signal SIGKILL)')
    await nothingLeft()
  })

  test('for the work on the sources: the dashboard reloads in place, a changed service starts again', async () => {
    const platform = launch(['--watch'])
    await platform.ready()
    expect(await (await fetch(url('/board'))).text()).toContain('/@vite/client')
    const log = () => readFile(join(home, 'log', 'atrium.log'), 'utf8')
    const starts = async (service: string) => (await log()).split(`${service} is ready`).length - 1
    const others = ['identity', 'assets', 'invoicing', 'connect', 'workflow', 'gateway']
    const now = new Date()
    await utimes(join(import.meta.dirname, '../../services/board-service/src/main.ts'), now, now)
    await eventually(async () => expect(await starts('board')).toBe(2), 60_000)
    expect(await Promise.all(others.map(starts))).toEqual(others.map(() => 1))
    await eventually(async () => expect(await health()).toMatchObject({ status: 'ok' }), 60_000)
    platform.child.kill('SIGTERM')
    expect(await platform.ended).toBe(0)
  })

  test('a taken port gives one line and a non-zero exit', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    const platform = launch()
    expect(await platform.ended).toBe(1)
    expect(platform.output()).toBe(
      `atrium: port ${port} is taken: stop what listens there, or set API_PORT to another\n`,
    )
    await new Promise((resolve) => server.close(resolve))
  })

  test('an empty required key gives one line before any server starts', async () => {
    const platform = launch([], { AUTH_SECRET: '' })
    expect(await platform.ended).toBe(1)
    expect(platform.output()).toMatch(/^atrium: .*missing AUTH_SECRET\n$/)
    expect(await readFile(join(home, 'log', 'postgres.log'), 'utf8')).toBe('')
  })

  test.each(['API_PORT', 'NATS_PORT', 'DATABASE_PORT', 'BOARD_PORT', 'SANDBOX_PORT'])(
    '%s that is no port gives one line',
    async (name) => {
      const platform = launch([], { [name]: 'abc' })
      expect(await platform.ended).toBe(1)
      expect(platform.output()).toBe(
        `atrium: ${name} is not a port: expected a whole number from 1 to 65535\n`,
      )
    },
  )

  test.each(['NODE_ENV', 'APP_ENV'])(
    '%s of production refuses the stand-ins, and without them a key of theirs, before any server is started',
    async (name) => {
      const refused = launch([], { [name]: 'production' })
      expect(await refused.ended).toBe(1)
      expect(refused.output()).toBe(
        `atrium: ${name} is production, which refuses the sandbox: start with --no-sandbox\n`,
      )
      expect(await readdir(home)).toEqual([])
      const key = { PAYMENTS_SECRET_KEY: 'sk_test_sandbox' }
      const known = launch(['--no-sandbox'], { [name]: 'production', ...key })
      expect(await known.ended).toBe(1)
      expect(known.output()).toMatch(
        /^atrium: .*PAYMENTS_SECRET_KEY is a well-known development key, which production refuses\n$/,
      )
      expect(await readFile(join(home, 'log', 'postgres.log'), 'utf8')).toBe('')
    },
  )

  test('any other invalid number gives one line', async () => {
    const platform = launch([], { DATABASE_POOL_SIZE: 'many' })
    expect(await platform.ended).toBe(1)
    expect(platform.output()).toMatch(
      /^atrium: .*malformed DATABASE_POOL_SIZE \(expected a whole number\)\n$/,
    )
  })

  test('--help prints the options and starts nothing', async () => {
    const platform = launch(['--help'])
    expect(await platform.ended).toBe(0)
    for (const option of ['--fresh', '--processes', '--no-sandbox'])
      expect(platform.output()).toContain(option)
    expect(await readdir(home)).toEqual([])
  })

  test('an unknown argument gives one line', async () => {
    const platform = launch(['--frehs'])
    expect(await platform.ended).toBe(1)
    expect(platform.output()).toMatch(/^atrium: .*--frehs.*\n$/)
  })
})
