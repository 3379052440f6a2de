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
  /** Waits until it has logged these words. */
  printed: (words: string) => Promise<void>
  ready: Promise<string>
  ended: Promise<{ code: number | null; errors: string }>
}
/** A service in a process of its own; ends it when the test is over, should it not have ended. */
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
  '%s lets a request in flight finish and ends with code 0',
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

test('a second signal ends it at once', async () => {
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

test('a signal while it still waits for its servers ends it at once', async () => {
  const port = await freePort()
  const { child, printed, ended } = run({ DATABASE_URL: `postgres://nobody:none@127.0.0.1:${port}/none` })
  await printed('waiting for PostgreSQL')
  child.kill('SIGTERM')
  expect(await ended).toEqual({ code: 0, errors: '' })
})

test('missing keys end it with code 1 and one line', async () => {
  const { code, errors } = await run({ AUTH_SECRET: undefined, DATABASE_NAME: undefined }).ended
  expect(code).toBe(1)
  expect(errors).toMatch(/^board: [^\n]*DATABASE_NAME[^\n]*AUTH_SECRET[^\n]*\n$/)
})

test('a port that is taken ends it with code 1 and one line', async () => {
  const holder = createServer()
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve))
  const { port } = holder.address() as AddressInfo
  const { code, errors } = await run({}, port).ended
  holder.close()
  expect(code).toBe(1)
  expect(errors).toMatch(new RegExp(`^board: [^\\n]*EADDRINUSE[^\\n]*${port}\\n$`))
})

test('it ends with the supervisor that started it', async () => {
  const { child, ready } = run()
  await ready
  const exited = once(child, 'exit')
  child.disconnect()
  expect(await exited).toEqual([0, null])
})
