import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, newId } from '@atrium/contracts'
import { mountSmallDisk, smallDiskRefusal } from '@atrium/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keyFor, listed, putBlob, sumStored, toBytes } from '../test/stored-blobs.ts'
import type { BlobStore } from './blob-store.ts'
import { createFilesystemStore } from './filesystem-store.ts'

const refusal = smallDiskRefusal()

describe.skipIf(refusal !== undefined)(
  `the filesystem store on a full disk (${refusal ?? 'mounted'})`,
  () => {
    let disk: ReturnType<typeof mountSmallDisk>
    let mounted: string
    let directory: string
    let store: BlobStore
    let orgId: string
    beforeEach(async () => {
      disk = mountSmallDisk('size=1m,nr_inodes=30')
      mounted = disk.folder
      directory = join(mounted, 'store')
      store = createFilesystemStore({ directory })
      orgId = newId('org')
    })
    afterEach(async () => {
      await store.close()
      disk.unmount()
    })

    const put = async (bytes: number, visibility: 'pub' | 'priv' = 'pub') => {
      const key = keyFor(orgId, visibility)
      await putBlob(store, key, toBytes(randomBytes(bytes)))
      return key
    }
    const readRefusal = (step: Promise<unknown>) =>
      step.then(() => undefined).catch((error: unknown) => error)
    /** Uses up all remaining inodes, so no file can be created. */
    const fillNames = async () => {
      await mkdir(join(mounted, 'filler'))
      for (let i = 0; i < 100; i++) {
        const refused = await readRefusal(writeFile(join(mounted, 'filler', String(i)), ''))
        if (refused !== undefined) return
      }
      throw new Error('The disk does not become full')
    }

    it('reports insufficient storage, leaves nothing behind and recovers', async () => {
      await put(300_000)
      const refused = await readRefusal(put(900_000))
      expect(refused).toBeInstanceOf(AppError)
      expect(refused).toMatchObject({ kind: 'insufficient_storage', code: 'insufficient_storage' })
      expect(await sumStored(store, orgId)).toEqual({ bytes: 300_000, count: 1 })
      await put(400_000)
      expect(await sumStored(store, orgId)).toEqual({ bytes: 700_000, count: 2 })
    })

    it('deletes even if no inode is left, which makes room', async () => {
      const [first] = [await put(100), await put(200, 'priv')]
      await fillNames()
      expect(await readRefusal(put(10))).toMatchObject({ code: 'insufficient_storage' })
      expect(await store.delete(first)).toBe(true)
      expect(await sumStored(store, orgId)).toEqual({ bytes: 200, count: 1 })
      await rm(join(mounted, 'filler'), { recursive: true })
      await put(10)
      expect(await sumStored(store, orgId)).toEqual({ bytes: 210, count: 2 })
    })

    it('purges an organisation even if the process cannot move it away first', async () => {
      await put(100)
      await put(200, 'priv')
      const other = createFilesystemStore({ directory })
      await fillNames()
      expect(await other.purge(orgId)).toEqual({ bytes: 300, count: 2 })
      expect((await listed(store.list(orgId))).size).toBe(0)
      expect(await sumStored(store, orgId)).toEqual({ bytes: 0, count: 0 })
      expect(await readdir(directory)).not.toContain(orgId)
      await other.close()
    })
  },
)
