import { readFile, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@atrium/dev-servers'
import { eventually } from '@atrium/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findListeners, findProcesses, type PlatformProcess } from './platform-process.ts'
import { openTestHome, patienceMs, type TestHome } from './test-home.ts'

let at: TestHome
const secrets = () => readFile(join(at.home, 'secrets.json'), 'utf8')

// A start is slow, so one platform runs all these tests in order.
describe.skipIf(process.platform !== 'linux')('npm start', { timeout: patienceMs }, () => {
  let platform: PlatformProcess
  beforeAll(async () => {
    at = await openTestHome()
    platform = at.launch()
    await platform.ready()
  }, patienceMs)
  afterAll(() => at.close(), patienceMs)

  test('starts with health, docs and the dashboard', async () => {
    expect(platform.output()).toContain(`Open       http://localhost:${at.port}`)
    // If a probe takes too long next to other suites, it reports "down" until its next turn.
    await expect.poll(at.health, { timeout: patienceMs }).toMatchObject({ status: 'ok', db: 'up' })
    expect((await fetch(at.url('/api/docs'))).status).toBe(200)
    expect(await (await fetch(at.url('/board'))).text()).toContain('<title>Atrium</title>')
  })

  test('lets all its processes listen only on this machine', async () => {
    const listeners = await findListeners(at.home)
    // PostgreSQL, NATS, the stand-ins, the dashboard, seven services and the gateway's probes.
    expect(listeners.length).toBeGreaterThanOrEqual(12)
    expect(listeners.filter(({ loopback }) => !loopback)).toEqual([])
  })

  test('runs one platform per home, and a second home and port next to it with only its gateway open', async () => {
    const same = at.launch([], { API_PORT: String(await freePort()) })
    expect(await same.ended).toBe(1)
    expect(same.output()).toBe(
      `atrium: another Atrium (process ${platform.child.pid}) runs on ${at.home}: stop it, or set ATRIUM_HOME and PORT to others\n`,
    )
    const api = await freePort()
    const probes = await freePort()
    const opened = { LISTEN_HOST: '0.0.0.0', GATEWAY_INTERNAL_PORT: String(probes) }
    const beside = at.launch([], { API_PORT: String(api), ...opened }, join(at.home, 'beside'))
    await beside.ready()
    expect(await at.health()).toMatchObject({ status: 'ok' })
    const open = (await findListeners(join(at.home, 'beside'))).filter(({ loopback }) => !loopback)
    expect(new Set(open.map(({ port }) => port))).toEqual(new Set([api, probes]))
    beside.child.kill('SIGTERM')
    expect(await beside.ended).toBe(0)
  })

  test('degrades when PostgreSQL is lost until the server restarts', async () => {
    const [pid] = (await readFile(join(at.home, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
    process.kill(Number(pid), 'SIGKILL')
    await eventually(
      async () => expect(await at.health()).toMatchObject({ status: 'degraded', db: 'down' }),
      60_000,
    )
    await eventually(
      async () => expect(await at.health()).toMatchObject({ status: 'ok', db: 'up' }),
      120_000,
    )
    expect(platform.output()).toContain(
      'PostgreSQL ended (signal SIGKILL); starting it again in 10 s',
    )
    await eventually(() => expect(platform.output()).toContain('PostgreSQL is back'), 60_000)
  })

  test('stops on SIGTERM and starts again with its data and secrets', async () => {
    const before = await secrets()
    platform.child.kill('SIGTERM')
    expect(await platform.ended).toBe(0)
    await at.nothingLeft()
    platform = at.launch()
    await platform.ready()
    expect(await secrets()).toBe(before)
  })

  test('leaves no process after SIGKILL, starts again and stops on SIGINT', async () => {
    platform.child.kill('SIGKILL')
    await at.nothingLeft()
    platform = at.launch()
    await platform.ready()
    expect(await at.health()).toMatchObject({ status: 'ok' })
    platform.child.kill('SIGINT')
    expect(await platform.ended).toBe(0)
  })
})

describe.skipIf(process.platform !== 'linux')('npm start', { timeout: patienceMs }, () => {
  beforeEach(async () => {
    at = await openTestHome()
  })
  afterEach(() => at.close(), patienceMs)

  test('leaves no process after SIGKILL in process mode, and names a crashed service and ends everything', async () => {
    const first = at.launch(['--processes'], { IDENTITY_PORT: String(await freePort()) })
    await first.ready()
    expect(await at.health()).toMatchObject({ status: 'ok', db: 'up' })
    first.child.kill('SIGKILL')
    await at.nothingLeft()
    const platform = at.launch(['--processes'], { IDENTITY_PORT: String(await freePort()) })
    await platform.ready()
    expect(await at.health()).toMatchObject({ status: 'ok', db: 'up' })
    const commands = await Promise.all(
      (await findProcesses(at.home)).map(async (pid) => ({
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
    await at.nothingLeft()
  })

  test('reloads the dashboard in place and restarts a changed service in watch mode', async () => {
    const platform = at.launch(['--watch'])
    await platform.ready()
    expect(await (await fetch(at.url('/board'))).text()).toContain('/@vite/client')
    const log = () => readFile(join(at.home, 'log', 'atrium.log'), 'utf8')
    const starts = async (service: string) => (await log()).split(`${service} is ready`).length - 1
    const others = ['identity', 'assets', 'invoicing', 'connect', 'workflow', 'gateway']
    const now = new Date()
    await utimes(join(import.meta.dirname, '../../services/board-service/src/main.ts'), now, now)
    await eventually(async () => expect(await starts('board')).toBe(2), 60_000)
    expect(await Promise.all(others.map(starts))).toEqual(others.map(() => 1))
    await eventually(async () => expect(await at.health()).toMatchObject({ status: 'ok' }), 60_000)
    platform.child.kill('SIGTERM')
    expect(await platform.ended).toBe(0)
  })
})
