import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildAssetKey } from '@atrium/asset-key'
import { createFilesystemStore } from '@atrium/blob-store'
import { putBlob, toBytes } from '@atrium/blob-store/testing'
import { newId } from '@atrium/contracts'
import { freePort } from '@atrium/dev-servers'
import { pictureProcesses } from '@atrium/pictures'
import {
  createTestDatabase,
  createTestEnv,
  eventually,
  inheritedEnvironment,
} from '@atrium/testkit'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'

const main = join(import.meta.dirname, '../src/main.ts')
const megabyte = 1_000_000

interface Memory {
  pid: number
  parent: number
  now: number
  highest: number
}

/** Reads the memory of a process in bytes. Returns undefined if the process has ended. */
async function readMemory(pid: number): Promise<Memory | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '')
  const number = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1])
  const memory = { now: number('VmRSS') * 1_024, highest: number('VmHWM') * 1_024 }
  return memory.now > 0 ? { pid, parent: number('PPid'), ...memory } : undefined
}

async function readChildren(parent: number): Promise<Memory[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const all = await Promise.all(pids.map((pid) => readMemory(Number(pid))))
  return all.filter((one) => one !== undefined).filter((one) => one.parent === parent)
}

let directory: string
let database: Awaited<ReturnType<typeof createTestDatabase>>
let port: number
let service: ReturnType<typeof spawn>
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'atrium-hostile-pictures-'))
  database = await createTestDatabase()
  port = await freePort()
  const env = createTestEnv({
    databaseUrl: database.url,
    overrides: { ASSETS_UPLOAD_DIR: directory, ASSETS_PORT: String(port) },
  })
  service = spawn(process.execPath, [main], {
    env: { ...inheritedEnvironment(), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await eventually(
    async () => expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200),
    20_000,
  )
})
afterAll(async () => {
  const exited = once(service, 'exit')
  service.kill('SIGTERM')
  await exited
  await database.drop()
  await rm(directory, { recursive: true, force: true })
})

// Reads /proc, which only Linux has.
it.runIf(process.platform === 'linux')(
  'holds its memory bound when 20 thumbnails of hostile pictures are asked for at once',
  async () => {
    const plain = sharp({
      create: { width: 5_000, height: 5_000, channels: 3, background: '#c85028' },
    })
    const bytes = await plain.avif({ effort: 0 }).toBuffer()
    expect(bytes.length).toBeLessThan(10_000)
    const store = createFilesystemStore({ directory })
    const orgs = Array.from({ length: 4 }, () => newId('org'))
    const keys = Array.from({ length: 20 }, (_, at) =>
      buildAssetKey({ orgId: orgs[at % 4] ?? '', visibility: 'pub', extension: 'avif' }),
    )
    for (const key of keys) await putBlob(store, key, toBytes(bytes))
    await store.close()

    const pid = service.pid ?? 0
    const idle = (await readMemory(pid))?.now ?? 0
    const children = new Map<number, number>()
    const responses = keys.map((key) =>
      fetch(`http://127.0.0.1:${port}/api/assets/${key}?w=160`).then(async (response) => {
        await response.arrayBuffer()
        return response.status
      }),
    )
    const all = Promise.all(responses)
    let most = 0
    for (let waiting = true; waiting; ) {
      const tree = await readChildren(pid)
      most = Math.max(most, tree.length)
      for (const child of tree) children.set(child.pid, child.highest)
      const pause = new Promise<'more'>((resolve) => setTimeout(() => resolve('more'), 50))
      waiting = (await Promise.race([all, pause])) === 'more'
    }
    expect(await all).toEqual(keys.map(() => 200))

    const peak = (await readMemory(pid))?.highest ?? Number.POSITIVE_INFINITY
    expect(peak).toBeLessThan(300 * megabyte)
    expect(peak - idle).toBeLessThan(60 * megabyte)
    // The decoded picture was in a child process.
    expect(Math.max(...children.values())).toBeGreaterThan(300 * megabyte)
    expect(most).toBeLessThanOrEqual(pictureProcesses.most)
    // The child checks its memory every 10 ms, so it can exceed its limit by one step.
    const slack = 100 * megabyte
    for (const highest of children.values())
      expect(highest).toBeLessThan(pictureProcesses.memoryLimit + slack)
  },
  300_000,
)
