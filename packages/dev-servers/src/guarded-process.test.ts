import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eventually, isRunning } from '../test/eventually.ts'
import { startGuardedProcess } from './guarded-process.ts'

const hold = new URL('../test/hold.ts', import.meta.url).pathname

async function holdServer(
  what: string,
  folder: string,
): Promise<{ holder: ChildProcess; pid: number }> {
  const holder = spawn(process.execPath, [hold, what, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(holder.stdout ?? holder, 'data')
  const { pid }: { pid: number } = JSON.parse(String(line))
  return { holder, pid }
}

test('sends the stop signal to the process and passes its lines on', async () => {
  const lines: string[] = []
  const started = await startGuardedProcess({
    name: 'polite',
    file: '/bin/sh',
    args: ['-c', 'trap "echo bye; exit 3" TERM; echo hello; while :; do sleep 0.05; done'],
    onLine: (line) => lines.push(line),
  })
  await eventually('it greets', () => lines.includes('hello'))
  expect(await started.stop()).toEqual({ code: 3, signal: null })
  expect(await started.stop()).toEqual({ code: 3, signal: null })
  await eventually('its last line arrives', () => lines.includes('bye'))
})

test('kills a process after the deadline if it ignores the signal', async () => {
  const lines: string[] = []
  const started = await startGuardedProcess({
    name: 'stubborn',
    file: '/bin/sh',
    args: ['-c', 'trap "" TERM; echo ready; while :; do sleep 0.05; done'],
    stopDeadlineMs: 300,
    onLine: (line) => lines.push(line),
  })
  await eventually('it is ready', () => lines.includes('ready'))
  expect(await started.stop()).toEqual({ code: null, signal: 'SIGKILL' })
})

test('reports one error line if the program is missing', async () => {
  await expect(
    startGuardedProcess({ name: 'ghost', file: '/no/such/program', args: [] }),
  ).rejects.toThrow(/^ghost could not be started: .*ENOENT/)
})

test.each(['sleep', 'nats', 'postgres'])('ends %s when its parent is killed', async (what) => {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-guard-'))
  const { holder, pid } = await holdServer(what, join(folder, 'data'))
  expect(isRunning(pid)).toBe(true)
  holder.kill('SIGKILL')
  await eventually(`${what} is gone`, () => !isRunning(pid))
  await rm(folder, { recursive: true, force: true })
})
