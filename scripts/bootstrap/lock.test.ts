import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { takeLock } from './lock.mjs'

const module = new URL('./lock.mjs', import.meta.url).href

let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-lock-'))
  path = join(folder, 'lock')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/**
 * Starts a process that takes the lock and prints "got" or "held". It stays alive if it got the
 * lock.
 */
function contender(): ChildProcess {
  const code = `const { takeLock } = await import('${module}')
    const lock = await takeLock(process.env.LOCK)
    console.log(lock.heldBy === undefined ? 'got' : 'held')
    if (lock.heldBy === undefined) setTimeout(() => {}, 60_000)`
  return spawn(process.execPath, ['--input-type=module', '-e', code], {
    env: { ...process.env, LOCK: path },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

async function answer(child: ChildProcess): Promise<string> {
  const [chunk] = await once(child.stdout ?? child, 'data')
  return String(chunk).trim()
}

test('gives a lock to one holder at a time and frees it on release', async () => {
  const lock = await takeLock(path)
  expect(lock.heldBy).toBeUndefined()
  expect(await takeLock(path)).toEqual({ heldBy: process.pid })
  await lock.release?.()
  const again = await takeLock(path)
  expect(again.heldBy).toBeUndefined()
  await again.release?.()
  expect(await readdir(folder)).toEqual([])
})

test('takes over the lock if its process was killed', async () => {
  const child = contender()
  expect(await answer(child)).toBe('got')
  expect(await takeLock(path)).toEqual({ heldBy: child.pid })
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect((await takeLock(path)).heldBy).toBeUndefined()
})

test.runIf(process.platform === 'linux')(
  'takes over the lock if its process number was reused',
  async () => {
    await writeFile(path, JSON.stringify({ pid: process.pid, started: '1' }))
    expect((await takeLock(path)).heldBy).toBeUndefined()
  },
)

test.each(['', '{', '{"pid":-1}', '[]'])(
  'takes over the lock if its file says nothing (%j)',
  async (text) => {
    await writeFile(path, text)
    expect((await takeLock(path)).heldBy).toBeUndefined()
  },
)

test('gives a stale lock to exactly one of many contenders', async () => {
  await writeFile(path, JSON.stringify({ pid: 2 ** 22 - 1, started: null }))
  const children = Array.from({ length: 8 }, contender)
  const answers = await Promise.all(children.map(answer))
  const winner = children[answers.indexOf('got')]
  expect(answers.filter((word) => word === 'got')).toHaveLength(1)
  expect(JSON.parse(await readFile(path, 'utf8')).pid).toBe(winner?.pid)
  for (const child of children) child.kill('SIGKILL')
})
