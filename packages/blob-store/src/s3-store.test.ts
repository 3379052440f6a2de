import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newId } from '@atrium/contracts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { describeBlobStore } from '../test/blob-store-contract.ts'
import { findS3Server } from '../test/s3-server.ts'
import { keyFor, putBlob, readAll, sumStored, toBytes } from '../test/stored-blobs.ts'
import { createS3Client } from './s3-client.ts'
import { createS3Store, type S3StoreOptions } from './s3-store.ts'

const server = await findS3Server()
afterAll(() => server?.stop())

let stagingDirectory: string
const staged = () =>
  readdir(stagingDirectory, { recursive: true, withFileTypes: true }).then((entries) =>
    entries.filter((entry) => entry.isFile()).map((entry) => entry.name),
  )
beforeAll(async () => {
  stagingDirectory = await mkdtemp(join(tmpdir(), 'atrium-s3-'))
})
afterAll(() => rm(stagingDirectory, { recursive: true, force: true }))

/** Starts a proxy in front of a server that can be closed and reopened at the same address. */
async function openDoor(target: string) {
  const { hostname, port } = new URL(target)
  const open = new Set<Socket>()
  const door = createServer((socket) => {
    const behind = connect(Number(port), hostname)
    for (const side of [socket, behind]) {
      open.add(side)
      side.on('error', () => undefined)
      side.on('close', () => {
        open.delete(side)
        socket.destroy()
        behind.destroy()
      })
    }
    socket.pipe(behind).pipe(socket)
  })
  await once(door.listen(0, '127.0.0.1'), 'listening')
  const at = (door.address() as AddressInfo).port
  return {
    endpoint: `http://127.0.0.1:${at}`,
    async shut() {
      const closed = door.listening ? once(door.close(), 'close') : undefined
      for (const socket of open) socket.destroy()
      await closed
    },
    reopen: () => once(door.listen(at, '127.0.0.1'), 'listening'),
  }
}

const unavailable = {
  kind: 'unavailable',
  code: 'unavailable',
  details: { retryAfterSeconds: expect.any(Number) },
}

if (server) {
  const options = (): S3StoreOptions => ({ ...server, stagingDirectory })

  describeBlobStore(
    'the S3 store',
    async () => {
      const store = createS3Store(options())
      return { store, leftovers: staged, stop: () => store.close() }
    },
    { largeBytes: 20_000_000, runs: 10 },
  )

  it('keeps an area under its prefix, so that store and area do not see each other', async () => {
    const [assets, area] = [
      createS3Store(options()),
      createS3Store({ ...options(), prefix: 'transcripts/' }),
    ]
    const orgId = newId('org')
    const key = keyFor(orgId, 'priv', 'gz')
    await putBlob(assets, key, toBytes('asset'))
    expect(await area.stat(key)).toBeUndefined()
    await putBlob(area, key, toBytes('transcript'))
    expect(String(await readAll(area, key, { start: 5, end: 9 }))).toBe('cript')
    expect([await sumStored(assets, orgId), await sumStored(area, orgId)]).toEqual([
      { bytes: 5, count: 1 },
      { bytes: 10, count: 1 },
    ])
    expect(await area.purge(orgId)).toEqual({ bytes: 10, count: 1 })
    expect(String(await readAll(assets, key))).toBe('asset')
    expect(await assets.delete(key)).toBe(true)
    await Promise.all([assets.close(), area.close()])
  })

  describe('the S3 store', () => {
    it('reports unavailable while the server is down and recovers when it returns', async () => {
      const door = await openDoor(server.endpoint)
      const store = createS3Store({ ...options(), endpoint: door.endpoint })
      const key = keyFor(newId('org'))
      await putBlob(store, key, toBytes('before'))
      await door.shut()
      await expect(putBlob(store, keyFor(newId('org')), toBytes('x'))).rejects.toMatchObject(
        unavailable,
      )
      await expect(store.stat(key)).rejects.toMatchObject(unavailable)
      await expect(store.open(key)).rejects.toMatchObject(unavailable)
      await expect(store.delete(key)).rejects.toMatchObject(unavailable)
      await expect(sumStored(store, key.slice(0, 36))).rejects.toMatchObject(unavailable)
      expect(await staged()).toEqual([])
      await door.reopen()
      expect(String(await readAll(store, key))).toBe('before')
      await store.delete(key)
      await store.close()
      await door.shut()
    })

    it('leaves no object when a large put is cut off', async () => {
      const door = await openDoor(server.endpoint)
      const store = createS3Store({ ...options(), endpoint: door.endpoint })
      const orgId = newId('org')
      const put = putBlob(store, keyFor(orgId), toBytes(randomBytes(40_000_000)))
      setTimeout(() => void door.shut(), 250)
      await expect(put).rejects.toMatchObject(unavailable)
      await store.close()
      const direct = createS3Store(options())
      expect(await sumStored(direct, orgId)).toEqual({ bytes: 0, count: 0 })
      expect(await staged()).toEqual([])
      await direct.close()
    })

    it('sweeps abandoned multipart uploads but no recent ones', async () => {
      const { client, close } = createS3Client(server)
      const key = keyFor(newId('org'))
      await client.initiateNewMultipartUpload(server.bucket, key, {})
      const pending = async () =>
        (await client.listIncompleteUploadsQuery(server.bucket, key, '', '', '!')).uploads.length
      const store = createS3Store(options())
      await store.sweep()
      expect(await pending()).toBe(1)
      const impatient = createS3Store({ ...options(), abandonedAfterMs: -60_000 })
      await impatient.sweep()
      expect(await pending()).toBe(0)
      await Promise.all([store.close(), impatient.close()])
      close()
    })

    it('creates its bucket if it is missing', async () => {
      const bucket = `atrium-${randomBytes(4).toString('hex')}`
      const store = createS3Store({ ...options(), bucket })
      await store.check()
      const key = keyFor(newId('org'))
      await putBlob(store, key, toBytes('x'))
      await store.delete(key)
      const { client, close } = createS3Client(server)
      await client.removeBucket(bucket)
      close()
      await store.close()
    })
  })
} else {
  describe('the S3 store', () => {
    it.skip('needs a server: TEST_S3_ENDPOINT is not set, there is no container and Swift is not installed', () =>
      undefined)
  })
}

describe('unresponsive object store', () => {
  const silent = createServer(() => undefined)
  const sockets = new Set<Socket>()
  silent.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
  })
  afterEach(async () => {
    for (const socket of sockets) socket.destroy()
    silent.close()
  })

  it('times out and leaves nothing behind', async () => {
    await once(silent.listen(0, '127.0.0.1'), 'listening')
    const store = createS3Store({
      endpoint: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
      bucket: 'none',
      region: 'us-east-1',
      credentials: { accessKey: 'a', secretKey: 'b' },
      idleTimeoutMs: 200,
      stagingDirectory,
    })
    await expect(store.stat(keyFor(newId('org')))).rejects.toMatchObject(unavailable)
    await expect(putBlob(store, keyFor(newId('org')), toBytes('x'))).rejects.toMatchObject(
      unavailable,
    )
    await expect(store.check()).rejects.toMatchObject(unavailable)
    expect(await staged()).toEqual([])
    await store.close()
  })
})
