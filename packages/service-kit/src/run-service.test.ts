import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { freePort } from '@atrium/dev-servers'
import {
  createTestDatabase,
  createTestEnv,
  eventually,
  inheritedEnvironment,
  type TestDatabase,
} from '@atrium/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'

const main = new URL('../test/probe-main.ts', import.meta.url).pathname
let database: TestDatabase
let env: Record<string, string>
beforeAll(async () => {
  database = await createTestDatabase()
  env = createTestEnv({ databaseUrl: database.url, overrides: { SHUTDOWN_TIMEOUT_MS: '2000' } })
})
afterAll(() => database.drop())

interface Started {
  child: ChildProcess
  /** Waits until the service has logged these words. */
  printed: (words: string) => Promise<void>
  ready: Promise<string>
  ended: Promise<{ code: number | null; errors: string }>
}
/** Runs a service in its own process. Kills it after the test if it is still running. */
function run(changes: Record<string, string | undefined> = {}, port = 0): Started {
  const child = spawn(process.execPath, [main, String(port)], {
    env: { ...inheritedEnvironment(), ...env, ...changes },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  child.stdout?.on('data', (chunk) => {
    output += String(chunk)
  })
  const printed = (words: string) => eventually(() => expect(output).toContain(words))
  let errors = ''
  child.stderr?.on('data', (chunk) => {
    errors += String(chunk)
  })
  const ready = new Promise<string>((resolve) =>
    child.once('message', (message: { ready: string }) => resolve(message.ready)),
  )
  const ended = new Promise<{ code: number | null; errors: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, errors })),
  )
  return { child, printed, ready, ended }
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  'finishes a running request on %s and exits with code 0',
  async (signal) => {
    const { child, printed, ready, ended } = run()
    const url = await ready
    const slow = fetch(`${url}/api/wait/400`)
    await printed('a request waits')
    child.kill(signal)
    expect((await slow).status).toBe(200)
    expect(await ended).toEqual({ code: 0, errors: '' })
  },
)

test('exits at once on a second signal', async () => {
  const { child, printed, ready, ended } = run({ SHUTDOWN_TIMEOUT_MS: '600000' })
  const url = await ready
  const slow = fetch(`${url}/api/wait/600000`).catch(() => 'cut')
  await printed('a request waits')
  child.kill('SIGINT')
  await eventually(() => expect(fetch(`${url}/livez`)).rejects.toThrow())
  child.kill('SIGINT')
  expect((await ended).code).toBe(1)
  expect(await slow).toBe('cut')
})

test('exits at once on a signal while it waits for its servers', async () => {
  const port = await freePort()
  const { child, printed, ended } = run({
    DATABASE_URL: `postgres://nobody:none@127.0.0.1:${port}/none`,
  })
  await printed('waiting for PostgreSQL')
  child.kill('SIGTERM')
  expect(await ended).toEqual({ code: 0, errors: '' })
})

test('exits with code 1 and one line if keys are missing', async () => {
  const { code, errors } = await run({ AUTH_SECRET: undefined, DATABASE_NAME: undefined }).ended
  expect(code).toBe(1)
  expect(errors).toMatch(/^board: [^\n]*DATABASE_NAME[^\n]*AUTH_SECRET[^\n]*\n$/)
})

test('exits with code 1 and one line if the port is taken', async () => {
  const holder = createServer()
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve))
  const { port } = holder.address() as AddressInfo
  const { code, errors } = await run({}, port).ended
  holder.close()
  expect(code).toBe(1)
  expect(errors).toMatch(new RegExp(`^board: [^\\n]*EADDRINUSE[^\\n]*${port}\\n$`))
})

test('exits when the supervisor that started it exits', async () => {
  const { child, ready } = run()
  await ready
  const exited = once(child, 'exit')
  child.disconnect()
  expect(await exited).toEqual([0, null])
})
