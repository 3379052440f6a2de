import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sumStored } from '@atrium/blob-store/testing'
import { newId, type Principal } from '@atrium/contracts'
import { freePort } from '@atrium/dev-servers'
import { principalHeaders } from '@atrium/service-testkit'
import {
  createTestDatabase,
  createTestEnv,
  eventually,
  inheritedEnvironment,
  mountSmallDisk,
  smallDiskRefusal,
} from '@atrium/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildForm, filePart } from './forms.ts'
import { send, startHarness } from './harness.ts'
import { buildPng, mp4Of } from './media-samples.ts'

const main = join(import.meta.dirname, '../src/main.ts')
const refusal = smallDiskRefusal()

describe('a killed process', () => {
  let directory: string
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  const running: ReturnType<typeof spawn>[] = []
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'atrium-killed-'))
    database = await createTestDatabase()
  })
  afterEach(async () => {
    for (const child of running.splice(0)) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    await database.drop()
    await rm(directory, { recursive: true, force: true })
  })

  it('keeps acknowledged uploads complete, and nothing of incomplete ones', async () => {
    const port = await freePort()
    const env = createTestEnv({
      databaseUrl: database.url,
      overrides: { ASSETS_UPLOAD_DIR: directory, ASSETS_PORT: String(port) },
    })
    const orgId = newId('org')
    const principal: Principal = {
      userId: newId('usr'),
      orgId,
      role: 'member',
      isAdmin: false,
      via: 'session',
      credentialId: 'ses_1',
    }
    const caller = () => principalHeaders('assets', env, principal)
    const start = async () => {
      const child = spawn(process.execPath, [main], {
        env: { ...inheritedEnvironment(), ...env },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      running.push(child)
      await eventually(
        async () => expect((await send(port, { method: 'GET', path: '/readyz' })).status).toBe(200),
        20_000,
      )
      return child
    }

    const acknowledged = new Map<string, number>()
    for (let life = 0; life < 3; life++) {
      const child = await start()
      const died = once(child, 'exit')
      let alive = true
      const uploaders = Array.from({ length: 6 }, async (_, i) => {
        for (let size = 200_000 + i; alive; size += 50_000) {
          const form = buildForm(filePart(i % 2 === 0 ? buildPng(size) : mp4Of(size)))
          const answer = await send(port, {
            method: 'POST',
            path: '/api/assets',
            headers: { ...form.headers, ...(await caller()) },
            body: form.body,
          }).catch(() => undefined)
          if (answer?.status === 201) acknowledged.set(String(answer.json()['key']), size)
        }
      })
      const before = acknowledged.size
      await eventually(() => expect(acknowledged.size).toBeGreaterThan(before + 3), 20_000)
      child.kill('SIGKILL')
      await died
      alive = false
      await Promise.all(uploaders)
    }
    expect(acknowledged.size).toBeGreaterThan(10)

    // Simulates that the killed process has been silent for more than a minute.
    const past = new Date(Date.now() - 61_000)
    for (const part of await readdir(join(directory, '.tmp'))) {
      await utimes(join(directory, '.tmp', part), past, past)
    }
    await start()
    for (const [key, size] of acknowledged) {
      const { status, body } = await send(port, { method: 'GET', path: `/api/assets/${key}` })
      expect(status).toBe(200)
      expect(body.equals(key.endsWith('png') ? buildPng(size) : mp4Of(size)), key).toBe(true)
    }
    const left = await readdir(join(directory, '.tmp'), { recursive: true, withFileTypes: true })
    expect(left.filter((entry) => entry.isFile())).toEqual([])
    // A blob stored but not acknowledged before the kill is complete and counted as well.
    const usage = (
      await send(port, { method: 'GET', path: '/api/assets/usage', headers: await caller() })
    ).json()
    expect(usage['count']).toBeGreaterThanOrEqual(acknowledged.size)
    expect(usage['count']).toBeLessThanOrEqual(acknowledged.size + 3 * 6)
  })
})

describe.skipIf(refusal !== undefined)(`a full disk (${refusal ?? 'mounted'})`, () => {
  it('responds with 507, leaves nothing, and recovers', async () => {
    const disk = mountSmallDisk('size=2m')
    const harness = await startHarness({ directory: disk.folder })
    const orgId = newId('org')
    const upload = async (bytes: number) => {
      const form = buildForm(filePart(buildPng(bytes)))
      return harness.send(
        'POST',
        '/api/assets',
        { ...form.headers, ...(await harness.as(orgId)) },
        form.body,
      )
    }
    try {
      const first = await upload(1_200_000)
      expect(first.status).toBe(201)
      const refused = await upload(1_200_000)
      expect([refused.status, refused.json()['code']]).toEqual([507, 'insufficient_storage'])
      expect(await harness.leftovers()).toEqual([])
      expect((await upload(500_000)).status).toBe(201)
      await harness.deps.store.delete(String(first.json()['key']))
      expect((await upload(1_200_000)).status).toBe(201)
      expect(await sumStored(harness.deps.store, orgId)).toEqual({ bytes: 1_700_000, count: 2 })
    } finally {
      await harness.stop().catch(() => undefined)
      disk.unmount()
    }
  })
})
