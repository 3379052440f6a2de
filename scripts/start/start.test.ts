import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@atrium/dev-servers'
import { eventually } from '@atrium/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { launchPlatform, type PlatformProcess, processesOf } from './platform-process.ts'

let home: string
let port: number
let running: PlatformProcess[]

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'atrium-start-'))
  port = await freePort()
  running = []
})
afterEach(async () => {
  for (const platform of running) platform.child.kill('SIGKILL')
  await nothingLeft()
  await rm(home, { recursive: true, force: true })
})

function launch(args: string[] = [], env: Record<string, string> = {}, folder = home): PlatformProcess {
  const platform = launchPlatform(folder, args, { API_PORT: String(port), ...env })
  running.push(platform)
  return platform
}

const nothingLeft = () => eventually(async () => expect(await processesOf(home)).toEqual([]), 30_000)
const url = (path: string) => `http://localhost:${port}${path}`
const health = async () => (await fetch(url('/api/health'))).json() as Promise<{ status: string; db: string }>

describe.skipIf(process.platform !== 'linux')('npm start', { timeout: 120_000 }, () => {
  test('comes up with health and docs, stops on SIGTERM, and keeps its data and secrets', async () => {
    const first = launch()
    await first.ready()
    expect(first.output()).toContain(`API        http://localhost:${port}`)
    expect(await health()).toMatchObject({ status: 'ok', db: 'up' })
    expect((await fetch(url('/api/docs'))).status).toBe(200)
    const secrets = await readFile(join(home, 'secrets.json'), 'utf8')
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    await nothingLeft()

    const second = launch()
    await second.ready()
    expect(await readFile(join(home, 'secrets.json'), 'utf8')).toBe(secrets)
    expect(Number(/ready \(([\d.]+) s\)/.exec(second.output())?.[1])).toBeLessThan(10)
    second.child.kill('SIGINT')
    expect(await second.ended).toBe(0)
  })

  test('as processes: the same platform; one that crashes is named and ends everything', async () => {
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
    process.kill(identity?.pid ?? 0, 'SIGKILL')
    expect(await platform.ended).toBe(1)
    expect(platform.output()).toContain('atrium: identity ended unexpectedly (signal SIGKILL)')
    await nothingLeft()
  })

  test.each([[[]], [['--processes']]])(
    'killed outright (%j), it leaves nothing behind and starts again',
    async (args) => {
      const first = launch(args)
      await first.ready()
      first.child.kill('SIGKILL')
      await nothingLeft()
      const second = launch(args)
      await second.ready()
      expect(await health()).toMatchObject({ status: 'ok' })
    },
  )

  test.each([[[]], [['--processes']]])(
    'a service that cannot start (%j) ends everything with one line that says why',
    async (args) => {
      const platform = launch(args, { ASSETS_UPLOAD_DIR: '/dev/null/assets' })
      expect(await platform.ended).toBe(1)
      const lines = platform.output().split('\n')
      expect(lines.filter((line) => line.startsWith('atrium: '))).toEqual([
        expect.stringMatching(/^atrium: assets: .*the blob storage cannot be used: ENOTDIR/),
      ])
      await nothingLeft()
    },
  )

  test('a port that is taken gives one line and a non-zero exit', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    const platform = launch()
    expect(await platform.ended).toBe(1)
    expect(platform.output()).toBe(
      `atrium: port ${port} is taken: stop what listens there, or set API_PORT to another\n`,
    )
    await new Promise((resolve) => server.close(resolve))
  })

  test('a required key set to nothing gives one line, before any server is started', async () => {
    const platform = launch([], { AUTH_SECRET: '' })
    expect(await platform.ended).toBe(1)
    expect(platform.output()).toMatch(/^atrium: .*missing AUTH_SECRET\n$/)
    expect(await readFile(join(home, 'log', 'postgres.log'), 'utf8')).toBe('')
  })

  test('an unknown argument gives one line', async () => {
    const platform = launch(['--frehs'])
    expect(await platform.ended).toBe(1)
    expect(platform.output()).toMatch(/^atrium: .*--frehs.*\n$/)
  })

  test('one home, one platform; another home and port run beside it', async () => {
    const first = launch()
    await first.ready()
    const same = launch([], { API_PORT: String(await freePort()) })
    expect(await same.ended).toBe(1)
    expect(same.output()).toBe(
      `atrium: another Atrium (process ${first.child.pid}) runs on ${home}: stop it, or set ATRIUM_HOME and PORT to others\n`,
    )
    const beside = launch([], { API_PORT: String(await freePort()) }, join(home, 'beside'))
    await beside.ready()
    expect(await health()).toMatchObject({ status: 'ok' })
  })

  test('PostgreSQL gone: degraded at once, well again by itself', async () => {
    const platform = launch()
    await platform.ready()
    const [pid] = (await readFile(join(home, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
    process.kill(Number(pid), 'SIGKILL')
    await eventually(
      async () => expect(await health()).toMatchObject({ status: 'degraded', db: 'down' }),
      5_000,
    )
    await eventually(async () => expect(await health()).toMatchObject({ status: 'ok', db: 'up' }), 30_000)
    expect(platform.output()).toContain('PostgreSQL ended (signal SIGKILL); starting it again in 10 s')
    await eventually(() => expect(platform.output()).toContain('PostgreSQL is back'))
  })
})
