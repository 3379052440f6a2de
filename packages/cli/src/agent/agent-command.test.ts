import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { eventually, inheritedEnvironment } from '@atrium/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type StandInRun, startAgentPlatform } from '../../test/agent-platform.ts'
import { runCommand } from '../run-command.ts'

let platform: Awaited<ReturnType<typeof startAgentPlatform>>
let folder: string
let stops: (() => Promise<unknown>)[]
beforeEach(async () => {
  platform = await startAgentPlatform()
  folder = await mkdtemp(join(tmpdir(), 'atrium-agent-'))
  stops = []
})
afterEach(async () => {
  for (const stop of stops) await stop()
  await platform.stop()
  await rm(folder, { recursive: true, force: true })
})

const configure = async (script: string, more: object = {}) => {
  const command = [process.execPath, '-e', script]
  const config = { name: 'builder', command, workspaces: { site: { folder: '.' } }, ...more }
  await writeFile(join(folder, 'agent.json'), JSON.stringify(config))
}
const buildEnv = () => ({
  ...inheritedEnvironment(),
  XDG_CONFIG_HOME: folder,
  HOME: folder,
  ATRIUM_URL: platform.url,
  ATRIUM_API_KEY: 'atr_secret',
})
/** Starts the agent in this process. `stop` returns the agent's exit code. */
function start(args: string[] = ['--yes'], typed?: string) {
  const stopping = new AbortController()
  const errors: string[] = []
  const ended = runCommand(['agent', '--config', join(folder, 'agent.json'), ...args], {
    env: buildEnv(),
    write: () => {},
    error: (line) => void errors.push(line),
    signal: stopping.signal,
    ...(typed === undefined
      ? {}
      : {
          asksPerson: true,
          input: (async function* () {
            yield typed
          })(),
        }),
  })
  const stop = () => {
    stopping.abort()
    return ended
  }
  stops.push(stop)
  return { errors, ended, stop }
}
const toTexts = ({ entries }: { entries: { stream: string; text: string }[] }, stream: string) =>
  entries.filter((entry) => entry.stream === stream).map(({ text }) => text)
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const echo = `process.stdin.on('data', (d) => { process.stdout.write('got ' + d + '\\n'); console.error(Object.keys(process.env).includes('ATRIUM_API_KEY'), process.env.ATRIUM_RUN_ID) })`

test('passes the prompt on standard input, sends the output lines and ends the run as succeeded', async () => {
  await configure(echo)
  const run = platform.queue('$(touch hacked); `id`')
  start()
  await eventually(async () => expect(run.ends).toHaveLength(1))
  expect(run.ends[0]).toMatchObject({ status: 'succeeded', result: 'got $(touch hacked); `id`' })
  expect(toTexts(run, 'out')).toEqual(['got $(touch hacked); `id`'])
  expect(toTexts(run, 'err')).toEqual([`false ${run.id}`])
  await expect(stat(join(folder, 'hacked'))).rejects.toThrow()
  expect(platform.claims[0]).toMatchObject({ agent: { name: 'builder' }, workspaces: ['site'] })
})

test('fails the run if the command fails, is missing or its folder is missing', async () => {
  await configure('console.error("broken"); process.exit(3)', {
    workspaces: {
      site: { folder: '.' },
      none: { folder: '.', command: ['no-such-program-here'] },
      gone: { folder: './gone' },
      file: { folder: './agent.json' },
      long: { folder: '.', command: ['true', 'x'.repeat(200_000)] },
    },
    default: 'site',
  })
  const runs = [
    platform.queue('x', 'site'),
    platform.queue('x', 'none'),
    platform.queue('x', 'gone'),
    platform.queue('x', 'file'),
    platform.queue('x', 'long'),
  ]
  start()
  await eventually(async () => expect(runs.flatMap(({ ends }) => ends)).toHaveLength(5))
  expect(runs[0]?.ends[0]).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('code 3: broken'),
  })
  expect(runs.map(({ ends }) => ends[0]?.status)).toEqual(runs.map(() => 'failed'))
  expect(runs[3]?.ends[0]?.error).toContain('could not work')
})

test('reports a full transcript and finishes the run when the platform takes no more lines', async () => {
  await configure('for (let n = 0; n < 5_000; n += 1) console.log(n)')
  const run = platform.queue('x')
  run.room = 2_500
  const { errors } = start()
  await eventually(async () => expect(run.ends).toHaveLength(1))
  expect(run.ends[0]).toMatchObject({ status: 'succeeded', result: expect.stringMatching(/4999$/) })
  expect(run.entries.length).toBeLessThanOrEqual(2_500)
  const refusals = errors.filter((text) => text.includes('not stored'))
  expect(refusals).toEqual([expect.stringContaining('transcript_quota')])
})

test('refuses several workspaces without an approved default because a run may name none', async () => {
  const workspaces = { site: { folder: '.' }, shop: { folder: '.' } }
  await configure(echo, { workspaces })
  const { ended, errors } = start()
  expect(await ended).toBe(2)
  expect(errors.join('\n')).toContain('default')
  const trusted = { site: { folder: '.', trusted: true }, shop: { folder: '.', command: ['true'] } }
  await configure(echo, { workspaces: trusted, default: 'shop' })
  expect(await start([], 'n\n').ended).toBe(2)
  expect(platform.claims).toEqual([])
})

test('sends every line once and in order when connections break before or after their effect', async () => {
  await configure(`const { existsSync } = require('node:fs')
    for (let n = 0; n < 2500; n += 1) console.log('line ' + n)
    const timer = setInterval(() => {
      if (!existsSync('go')) return
      clearInterval(timer)
      for (let n = 2500; n < 5000; n += 1) console.log('line ' + n)
    }, 50)`)
  const run = platform.queue('x')
  start()
  await eventually(async () => expect(toTexts(run, 'out').length).toBeGreaterThan(0))
  platform.fail(2, 1)
  await writeFile(join(folder, 'go'), '')
  await eventually(async () => expect(platform.failuresLeft()).toEqual([0, 0]), 30_000)
  await eventually(async () => expect(run.ends).toHaveLength(1))
  expect(toTexts(run, 'out')).toEqual(Array.from({ length: 5000 }, (_, n) => `line ${n}`))
})

const stubborn = `process.on('SIGTERM', () => console.log('asked')); console.log('pid ' + process.pid); setInterval(() => {}, 1000)`
const toPid = (run: { entries: { stream: string; text: string }[] }) =>
  eventually(async () => {
    const [, pid] = /^pid (\d+)$/.exec(toTexts(run, 'out')[0] ?? '') ?? []
    expect(pid).toBeDefined()
    return Number(pid)
  })

test('terminates and then kills the command and its children when the run is cancelled', {
  timeout: 60_000,
}, async () => {
  const child = JSON.stringify(`process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)`)
  const parent = `const { spawn } = require('node:child_process'); const child = spawn(process.execPath, ['-e', ${child}])
    process.on('SIGTERM', () => console.log('asked')); console.log('pid ' + child.pid); setInterval(() => {}, 1000)`
  await configure(parent)
  const run = platform.queue('x')
  start()
  const pid = await toPid(run)
  run.cancelRequested = true
  await eventually(async () => expect(run.ends).toHaveLength(1), 40_000)
  expect(run.ends[0]?.status).toBe('cancelled')
  expect(toTexts(run, 'out')).toContain('asked')
  await eventually(async () => expect(isAlive(pid)).toBe(false))
})

test('ends the run even if a child left the process group and keeps the outputs open', async () => {
  const child = JSON.stringify('setInterval(() => {}, 1000)')
  await configure(`const { spawn } = require('node:child_process')
    const child = spawn(process.execPath, ['-e', ${child}], { detached: true, stdio: 'inherit' })
    console.log('pid ' + child.pid); process.exit(0)`)
  const run = platform.queue('x')
  start()
  const pid = await toPid(run)
  stops.push(async () => void process.kill(pid, 'SIGKILL'))
  await eventually(async () => expect(run.ends).toMatchObject([{ status: 'succeeded' }]), 20_000)
  expect(isAlive(pid)).toBe(true)
})

test("starts nothing if the claim's lease expired on the way", async () => {
  await configure(`require('node:fs').writeFileSync('started', '')`)
  const late = platform.queue('x')
  late.lost = true
  const { errors } = start()
  await eventually(async () => expect(errors.join('\n')).toContain('lease is lost'))
  const next = platform.queue('x')
  await eventually(async () => expect(late.entries).toEqual([]))
  expect(late.ends).toEqual([])
  await expect(stat(join(folder, 'started'))).rejects.toThrow()
  await eventually(async () => expect(next.ends).toMatchObject([{ status: 'succeeded' }]))
  await stat(join(folder, 'started'))
})

const pausable = (url: string, run: StandInRun, leaseMs: number, script: string) => `
import { createClient } from '@atrium/sdk'
import { performRun } from './perform-run.ts'
const platform = createClient(${JSON.stringify({ baseUrl: url, apiKey: 'atr_secret' })})
const workspace = { name: 'site', folder: process.cwd(), command: [process.execPath, '-e', ${JSON.stringify(script)}], trusted: true }
await performRun({
  platform,
  workspace,
  env: process.env,
  stopping: new AbortController().signal,
  io: { error() {} },
  run: ${JSON.stringify({ id: run.id, prompt: 'x' })},
  lease: ${JSON.stringify(run.lease)},
  times: { beatMs: 100, leaseMs: ${leaseMs} },
})`

test('keeps a command running while its lease is renewed and kills it when the agent is suspended', async () => {
  const run = platform.queue('x')
  const args = ['--input-type=module', '-e', pausable(platform.url, run, 2_000, stubborn)]
  const cwd = fileURLToPath(new URL('.', import.meta.url))
  const agent = spawn(process.execPath, args, { cwd, env: buildEnv(), stdio: 'ignore' })
  stops.push(async () => void agent.kill('SIGKILL'))
  const pid = await toPid(run)
  const startedAt = performance.now()
  await eventually(async () => expect(performance.now() - startedAt).toBeGreaterThan(4_000))
  expect(isAlive(pid)).toBe(true)
  agent.kill('SIGSTOP')
  await eventually(async () => expect(isAlive(pid)).toBe(false), 20_000)
  expect(run.ends).toEqual([])
})

test('kills the command and does not end the run when the lease is lost', {
  timeout: 60_000,
}, async () => {
  await configure(stubborn)
  const run = platform.queue('x')
  const { errors } = start()
  const pid = await toPid(run)
  run.lost = true
  await eventually(async () => expect(isAlive(pid)).toBe(false), 20_000)
  expect(run.ends).toEqual([])
  await eventually(async () => expect(errors.join('\n')).toContain('lease is lost'))
})

test('kills the command when the agent dies', async () => {
  await configure(stubborn)
  const run = platform.queue('x')
  const main = fileURLToPath(new URL('../main.ts', import.meta.url))
  const args = [main, 'agent', '--yes', '--config', join(folder, 'agent.json')]
  const agent = spawn(process.execPath, args, { env: buildEnv(), stdio: 'ignore' })
  stops.push(async () => void agent.kill('SIGKILL'))
  const pid = await toPid(run)
  agent.kill('SIGKILL')
  await eventually(async () => expect(isAlive(pid)).toBe(false))
})

test('ends its command and run and claims nothing more when the agent is stopped', {
  timeout: 60_000,
}, async () => {
  await configure(`console.log('pid ' + process.pid); setInterval(() => {}, 1000)`)
  const run = platform.queue('x')
  const { stop } = start()
  await toPid(run)
  expect(await stop()).toBe(130)
  expect(run.ends[0]).toMatchObject({ status: 'failed', error: 'The agent was stopped' })
})

test('runs no more commands at once than the limit', async () => {
  await configure(
    `console.log('pid ' + process.pid); process.stdin.resume(); setTimeout(() => {}, 1_000_000)`,
  )
  const runs = [platform.queue('a'), platform.queue('b'), platform.queue('c')]
  start(['--yes', '--at-once', '2'])
  await eventually(async () =>
    expect(runs.filter(({ entries }) => entries.length > 0)).toHaveLength(2),
  )
  for (const run of runs) run.cancelRequested = true
  await eventually(
    async () => expect(runs.filter(({ ends }) => ends.length > 0)).toHaveLength(3),
    40_000,
  )
  expect(platform.mostOpen()).toBe(2)
})

test('asks once about a new workspace and asks again if its command changes', async () => {
  await configure(echo)
  expect(await start([]).ended).toBe(2)
  expect(await start([], 'n\n').ended).toBe(2)
  const first = start([], 'y\n')
  const run = platform.queue('hello')
  await eventually(async () => expect(run.ends).toHaveLength(1))
  await first.stop()
  const file = join(folder, 'atrium', 'agent-workspaces.json')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(JSON.parse(await readFile(file, 'utf8'))).toHaveLength(1)
  const again = start([])
  const second = platform.queue('hello')
  await eventually(async () => expect(second.ends).toHaveLength(1))
  await again.stop()
  await configure('console.log("other")')
  expect(await start([]).ended).toBe(2)
})

test.each([
  ['{', 'not JSON'],
  ['{}', 'workspaces'],
  ['{"workspaces":{"a":{"folder":"."}}}', 'no command'],
  ['{"command":"rm -rf /","workspaces":{"a":{"folder":"."}}}', 'command'],
  ['{"command":["x"],"default":"b","workspaces":{"a":{"folder":"."}}}', 'default'],
])('rejects %s as a configuration', async (text, reason) => {
  await writeFile(join(folder, 'agent.json'), text)
  const { ended, errors } = start()
  expect(await ended).toBe(2)
  expect(errors.join('\n')).toContain(reason)
})
