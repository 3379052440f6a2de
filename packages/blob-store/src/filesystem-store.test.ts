import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { link, mkdir, mkdtemp, readdir, rm, stat, symlink, unlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { newId } from '@atrium/contracts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bytesOf, keyFor, readAll } from '../test/stored-blobs.ts'
import { createFilesystemStore } from './filesystem-store.ts'

const writer = join(import.meta.dirname, '../test/store-writer.ts')

describe('the filesystem store', () => {
  let directory: string
  const opened: { close(): Promise<void> }[] = []
  const openStore = (options: { deadAfterMs?: number } = {}) => {
    const store = createFilesystemStore({ directory, ...options })
    opened.push(store)
    return store
  }
  const start = (orgId: string, mode: string) => {
    const child = spawn(process.execPath, [writer, directory, orgId, mode], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    return { child, lines: createInterface(child.stdout) }
  }

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'atrium-fs-'))
  })
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((store) => store.close()))
    await rm(directory, { recursive: true, force: true })
  })

  it('keeps a blob under its key, so that any tool can copy an org', async () => {
    const key = keyFor(newId('org'))
    await openStore().put(key, bytesOf('here'))
    expect((await stat(join(directory, key))).size).toBe(4)
  })

  it('never writes over a blob that exists', async () => {
    const store = openStore()
    const key = keyFor(newId('org'))
    await store.put(key, bytesOf('first'))
    await expect(store.put(key, bytesOf('second'))).rejects.toThrow()
    expect(String(await readAll(store, key))).toBe('first')
    expect(await store.usage(key.slice(0, 36))).toEqual({ bytes: 5, count: 1 })
  })

  it('follows no link and opens nothing but regular files', async () => {
    const store = openStore()
    const key = keyFor(newId('org'))
    await mkdir(join(directory, dirname(key)), { recursive: true })
    await writeFile(join(directory, 'secret'), 'secret')
    await symlink(join(directory, 'secret'), join(directory, key))
    expect(await store.open(key)).toBeUndefined()
    expect(await store.stat(key)).toBeUndefined()
    const fifo = keyFor(key.slice(0, 36))
    execFileSync('mkfifo', [join(directory, fifo)])
    expect(await store.open(fifo)).toBeUndefined()
    const folder = keyFor(key.slice(0, 36))
    await mkdir(join(directory, folder))
    expect(await store.open(folder)).toBeUndefined()
    expect(await store.usage(key.slice(0, 36))).toEqual({ bytes: 0, count: 0 })
  })

  it('counts what other tools put into or took out of an org', async () => {
    const store = openStore()
    const orgId = newId('org')
    await store.put(keyFor(orgId), bytesOf('mine'))
    expect(await store.usage(orgId)).toEqual({ bytes: 4, count: 1 })
    const foreign = keyFor(orgId)
    await writeFile(join(directory, foreign), 'copied here')
    await writeFile(join(directory, orgId, 'pub', 'notes.txt'), 'not a blob')
    expect(await store.usage(orgId)).toEqual({ bytes: 15, count: 2 })
    await store.put(keyFor(orgId), bytesOf('more'))
    expect(await store.usage(orgId)).toEqual({ bytes: 19, count: 3 })
    await unlink(join(directory, foreign))
    expect(await store.usage(orgId)).toEqual({ bytes: 8, count: 2 })
    await rm(join(directory, orgId), { recursive: true })
    expect(await store.usage(orgId)).toEqual({ bytes: 0, count: 0 })
  })

  it('counts exactly although several processes share the directory', async () => {
    const store = openStore()
    const twin = openStore()
    const orgId = newId('org')
    const { child } = start(orgId, '60')
    const exit = once(child, 'exit')
    let mine = 0
    for (let i = 0; i < 60; i++) {
      const which = i % 2 === 0 ? store : twin
      await which.put(keyFor(orgId), bytesOf(randomBytes(10)))
      mine += 1
      const seen = await (i % 3 === 0 ? store : twin).usage(orgId)
      expect(seen.count).toBeGreaterThanOrEqual(mine)
      expect(seen.count).toBeLessThanOrEqual(mine + 60)
    }
    expect(await exit).toEqual([0, null])
    const theirs = Array.from({ length: 60 }, (_, i) => 1000 + i).reduce((sum, bytes) => sum + bytes, 0)
    expect(await store.usage(orgId)).toEqual({ bytes: theirs + 600, count: 120 })
    expect(await twin.usage(orgId)).toEqual({ bytes: theirs + 600, count: 120 })
    const fresh = openStore()
    expect(await fresh.usage(orgId)).toEqual({ bytes: theirs + 600, count: 120 })
  })

  it('keeps whole what was acknowledged before a SIGKILL, and sweeps the rest', async () => {
    const orgId = newId('org')
    const { child, lines } = start(orgId, 'forever')
    const acknowledged: string[] = []
    lines.on('line', (line) => acknowledged.push(line))
    while (acknowledged.length < 40) await new Promise((resolve) => setTimeout(resolve, 10))
    child.kill('SIGKILL')
    await once(lines, 'close')

    const store = openStore()
    for (const [i, key] of acknowledged.entries()) {
      expect(await readAll(store, key)).toEqual(Buffer.alloc(1000 + (i % 100), 7))
    }
    await store.sweep()
    const names = await readdir(join(directory, '.tmp'))
    expect(names).toEqual([])
    // Its last put may have been made without having been acknowledged; a lock it held delays nobody.
    await store.put(keyFor(orgId), bytesOf('after'))
    const { count } = await store.usage(orgId)
    expect(count - acknowledged.length - 1).toBeOneOf([0, 1])
  })

  it('sweeps what a killed upload left at once, and nothing of one that goes on', async () => {
    const orgId = newId('org')
    const { child, lines } = start(orgId, 'hang')
    await once(lines, 'line')
    const store = openStore()
    expect(await store.sweep()).toEqual({ removed: 0 })
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await store.sweep()).toEqual({ removed: 1 })
    expect(await store.usage(orgId)).toEqual({ bytes: 0, count: 0 })
  })

  it('takes a writer on another machine for dead only after its silence', async () => {
    const store = openStore({ deadAfterMs: 5000 })
    const far = join(directory, '.tmp', 'othermachine-17-abc.def')
    await mkdir(far, { recursive: true })
    await writeFile(join(far, 'part'), 'x')
    expect(await store.sweep()).toEqual({ removed: 0 })
    const past = new Date(Date.now() - 6000)
    await utimes(far, past, past)
    expect(await store.sweep()).toEqual({ removed: 1 })
  })

  it('is not held up by the lock of a dead process', async () => {
    const store = openStore()
    const orgId = newId('org')
    await store.put(keyFor(orgId), bytesOf('one'))
    expect(await store.usage(orgId)).toEqual({ bytes: 3, count: 1 })
    const gone = execFileSync(process.execPath, ['-e', 'console.log(process.pid)'], {
      encoding: 'utf8',
    }).trim()
    const { processIdentity } = await import('./process-identity.ts')
    const identity = processIdentity.replace(`-${process.pid}-`, `-${gone}-`)
    await symlink(identity, join(directory, '.usage', `${orgId}.pub.lock`))
    // What it had changed before it died is not missed.
    await link(join(directory, await firstKey(orgId)), join(directory, keyFor(orgId)))
    const started = Date.now()
    await store.put(keyFor(orgId), bytesOf('two'))
    expect(await store.usage(orgId)).toEqual({ bytes: 9, count: 3 })
    expect(Date.now() - started).toBeLessThan(2000)
  })

  const firstKey = async (orgId: string) =>
    `${orgId}/pub/${(await readdir(join(directory, orgId, 'pub')))[0]}`

  it('answers usage of 100,000 blobs within 50 ms after the first call, exactly', async () => {
    const store = openStore()
    const orgId = newId('org')
    await store.put(keyFor(orgId), bytesOf('seed'))
    for (let i = 1; i < 100_000; i += 500) {
      const batch = Array.from({ length: Math.min(500, 100_000 - i) }, () =>
        writeFile(join(directory, keyFor(orgId)), 'more'),
      )
      await Promise.all(batch)
    }
    expect(await store.usage(orgId)).toEqual({ bytes: 400_000, count: 100_000 })
    const times: number[] = []
    for (let i = 1; i <= 5; i++) {
      await store.put(keyFor(orgId), bytesOf('more'))
      const started = performance.now()
      expect(await store.usage(orgId)).toEqual({ bytes: 400_000 + 4 * i, count: 100_000 + i })
      times.push(performance.now() - started)
    }
    expect(Math.min(...times)).toBeLessThan(50)
  }, 60_000)
})
