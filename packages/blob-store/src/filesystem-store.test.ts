import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  mkdir,
  mkdtemp,
  readdir,
  readlink,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { newId } from '@atrium/contracts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keyFor, putBlob, readAll, sumStored, toBytes } from '../test/stored-blobs.ts'
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

  /** Makes a process's staging directory look untouched for more than a minute. */
  const silence = async (part: string) => {
    const past = new Date(Date.now() - 61_000)
    await utimes(join(directory, '.tmp', part), past, past)
  }

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'atrium-fs-'))
  })
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((store) => store.close()))
    await rm(directory, { recursive: true, force: true })
  })

  it('keeps a blob under its key, so that any tool can copy an organisation', async () => {
    const key = keyFor(newId('org'))
    await putBlob(openStore(), key, toBytes('here'))
    expect((await stat(join(directory, key))).size).toBe(4)
  })

  it('does not overwrite an existing blob', async () => {
    const store = openStore()
    const key = keyFor(newId('org'))
    await putBlob(store, key, toBytes('first'))
    await expect(putBlob(store, key, toBytes('second'))).rejects.toThrow()
    expect(String(await readAll(store, key))).toBe('first')
    expect(await sumStored(store, key.slice(0, 36))).toEqual({ bytes: 5, count: 1 })
  })

  it('keeps one file open while a staged blob is changed, until its commit or abort', async () => {
    const store = openStore()
    const countOpen = async () => {
      const links = (await readdir('/proc/self/fd')).map((name) =>
        readlink(`/proc/self/fd/${name}`).catch(() => ''),
      )
      return (await Promise.all(links)).filter((path) => path.startsWith(directory)).length
    }
    const orgId = newId('org')
    for (const end of ['commit', 'failed commit', 'abort']) {
      const staged = await store.stage(toBytes('hello world'))
      await Promise.all([staged.read(0, 5), staged.read(6, 5), staged.write(0, Buffer.from('HE'))])
      expect([end, await countOpen()]).toEqual([end, 1])
      if (end === 'commit') await staged.commit(keyFor(orgId))
      if (end === 'failed commit') await expect(staged.commit('no key')).rejects.toThrow()
      if (end === 'abort') await staged.abort()
      expect([end, await countOpen()]).toEqual([end, 0])
    }
  })

  it('follows no link and opens only regular files', async () => {
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
    expect(await sumStored(store, key.slice(0, 36))).toEqual({ bytes: 0, count: 0 })
  })

  it('keeps every acknowledged blob complete after a SIGKILL and sweeps the rest', async () => {
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
    const [left = ''] = await readdir(join(directory, '.tmp'))
    await silence(left)
    await store.sweep()
    expect(await readdir(join(directory, '.tmp'))).toEqual([])
    // The last put may have completed without being acknowledged.
    await putBlob(store, keyFor(orgId), toBytes('after'))
    const { count } = await sumStored(store, orgId)
    expect(count - acknowledged.length - 1).toBeOneOf([0, 1])
  })

  it('sweeps a killed upload once it has been silent and leaves running uploads alone', async () => {
    const orgId = newId('org')
    const { child, lines } = start(orgId, 'hang')
    await once(lines, 'line')
    const store = openStore()
    expect(await store.sweep()).toEqual({ removed: 0 })
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await store.sweep()).toEqual({ removed: 0 })
    const [left = ''] = await readdir(join(directory, '.tmp'))
    await silence(left)
    expect(await store.sweep()).toEqual({ removed: 1 })
    expect(await sumStored(store, orgId)).toEqual({ bytes: 0, count: 0 })
  })
})
