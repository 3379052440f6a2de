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

/** A process that takes the lock, says "got" or "held", and stays when it got it. */
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

test('a lock has one holder, and is free after its release', async () => {
  const lock = await takeLock(path)
  expect(lock.heldBy).toBeUndefined()
  expect(await takeLock(path)).toEqual({ heldBy: process.pid })
  await lock.release?.()
  const again = await takeLock(path)
  expect(again.heldBy).toBeUndefined()
  await again.release?.()
  expect(await readdir(folder)).toEqual([])
})

test('the lock of a killed process is taken over', async () => {
  const child = contender()
  expect(await answer(child)).toBe('got')
  expect(await takeLock(path)).toEqual({ heldBy: child.pid })
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect((await takeLock(path)).heldBy).toBeUndefined()
})

test.runIf(process.platform === 'linux')(
  'a process number that was given out again holds nothing',
  async () => {
    await writeFile(path, JSON.stringify({ pid: process.pid, started: '1' }))
    expect((await takeLock(path)).heldBy).toBeUndefined()
  },
)

test.each(['', '{', '{"pid":-1}', '[]'])('a lock file that says nothing (%j) holds nothing', async (text) => {
  await writeFile(path, text)
  expect((await takeLock(path)).heldBy).toBeUndefined()
})

test('of many that find a stale lock at once, one gets it', async () => {
  await writeFile(path, JSON.stringify({ pid: 2 ** 22 - 1, started: null }))
  const children = Array.from({ length: 8 }, contender)
  const answers = await Promise.all(children.map(answer))
  const winner = children[answers.indexOf('got')]
  expect(answers.filter((word) => word === 'got')).toHaveLength(1)
  expect(JSON.parse(await readFile(path, 'utf8')).pid).toBe(winner?.pid)
  for (const child of children) child.kill('SIGKILL')
})
