import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readlink,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eventually, isRunning } from '../../test/eventually.ts'
import { query } from '../../test/query.ts'
import { freePort } from '../ports.ts'
import { openCluster } from './cluster.ts'
import { removePostgresData } from './open-folder.ts'
import { choosePlace, type Place } from './place.ts'
import { binariesIn, findPostgresBinaries } from './postgres-binaries.ts'
import { runAsOwner, runCommandAs, waysToRun } from './run-as.ts'
import { startPostgres } from './start-postgres.ts'

const nobody = 65_534
const hold = new URL('../../test/hold.ts', import.meta.url).pathname

let folder: string
let dataDir: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-root-'))
  dataDir = join(folder, 'postgres')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const start = async () => startPostgres({ dataDir, port: await freePort(), fsync: false })

describe.skipIf(process.getuid?.() !== 0)('root with the capability', () => {
  test("runs the server as another user below root's folder", async () => {
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    const server = await start()
    const owner = (await stat(dataDir)).uid
    expect(owner).not.toBe(0)
    expect((await stat(`/proc/${server.pid}`)).uid).toBe(owner)
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
    await server.stop()
  })

  test("runs programs in place below root's folder", async () => {
    const { root, version } = findPostgresBinaries()
    await cp(root, join(folder, 'native'), { recursive: true, verbatimSymlinks: true })
    const place = await choosePlace(binariesIn(join(folder, 'native'), version), dataDir, () => {})
    expect(place.binaries.root).toBe(join(folder, 'native'))
    const cluster = await openCluster(place.binaries, place.runAs, place.dataDir, { sync: false })
    expect(cluster.dataDir).toBe(dataDir)
  })

  test('needs no capability for open folders', async () => {
    await chmod(folder, 0o755)
    const [first] = await waysToRun(dataDir)
    const command = first?.command('true', [])
    expect(command?.args).toContain('--clear-groups')
    expect(command?.args.join(' ')).not.toContain('caps')
  })

  test("makes the server's user the owner of data that root copied", async () => {
    await (await start()).stop()
    const copied = join(folder, 'copied')
    await cp(dataDir, copied, { recursive: true })
    expect((await stat(copied)).uid).toBe(0)
    const server = await startPostgres({ dataDir: copied, port: await freePort(), fsync: false })
    await server.stop()
    expect((await stat(join(copied, 'PG_VERSION'))).uid).not.toBe(0)
  })

  describe('root without the capability', () => {
    const plain = [runAsOwner({ uid: nobody, gid: nobody }, 'plain')]
    const choose = (log: (line: string) => void = () => {}) =>
      choosePlace(findPostgresBinaries(), dataDir, log, plain)
    const open = (place: Place) =>
      openCluster(place.binaries, place.runAs, place.dataDir, { sync: false })
    afterEach(() => removePostgresData(dataDir))

    test('moves programs and data to an open folder and leaves a link', async () => {
      const lines: string[] = []
      const place = await choose((line) => lines.push(line))
      expect(lines.join('\n')).toContain(`its data is kept in ${place.dataDir}`)
      const cluster = await open(place)
      expect(await readlink(dataDir)).toBe(cluster.dataDir)
      expect((await stat(join(dataDir, 'PG_VERSION'))).uid).toBe(nobody)

      const again = await choose()
      expect(again.dataDir).toBe(place.dataDir)
      expect((await stat(join(again.dataDir, 'PG_VERSION'))).isFile()).toBe(true)

      await removePostgresData(dataDir)
      await expect(lstat(dirname(place.dataDir))).rejects.toThrow('ENOENT')
      const fresh = await choose()
      await expect(lstat(join(fresh.dataDir, 'PG_VERSION'))).rejects.toThrow('ENOENT')
    })

    test('gives every home its own folder with an unpredictable name that only this user can change', async () => {
      const first = dirname((await choose()).dataDir)
      const opened = await stat(first)
      expect([opened.uid, opened.mode & 0o777]).toEqual([0, 0o711])
      await removePostgresData(dataDir)
      expect(dirname((await choose()).dataDir)).not.toBe(first)
    })

    test('copies programs into it if they are unreachable, and replaces an incomplete copy', async () => {
      const { root, version } = findPostgresBinaries()
      const closed = join(folder, 'native')
      await cp(root, closed, { recursive: true, verbatimSymlinks: true })
      const chooseCopy = () => choosePlace(binariesIn(closed, version), dataDir, () => {}, plain)
      const { binaries, dataDir: moved } = await chooseCopy()
      expect(dirname(binaries.root)).toBe(dirname(moved))
      await rm(join(binaries.root, 'bin', 'initdb'))
      await writeFile(binaries.postgres, 'something else')
      const again = await chooseCopy()
      expect(again.binaries.root).toBe(binaries.root)
      await open(again)
      expect((await runCommandAs(again.runAs, again.binaries.postgres, ['--version'])).ok).toBe(
        true,
      )
    })

    test.each([
      ['belongs to another user', (opened: string) => chown(opened, nobody, nobody)],
      ['others may write to', (opened: string) => chmod(opened, 0o777)],
    ])('rejects a folder that %s with one error line', async (_, spoil) => {
      const left = dirname((await choose()).dataDir)
      try {
        await spoil(left)
        await expect(choose()).rejects.toThrow(
          `${dataDir} leads to ${left}, which others may change`,
        )
        await removePostgresData(dataDir)
        expect((await lstat(left)).isDirectory()).toBe(true)
      } finally {
        await rm(left, { recursive: true, force: true })
      }
    })

    test('repeats an interrupted first start, even if no move is needed any more', async () => {
      await choose()
      const server = await start()
      expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
      await server.stop()
      await removePostgresData(dataDir)

      const place = await choose()
      await rm(dirname(place.dataDir), { recursive: true })
      const anew = await start()
      expect(await query(anew.url, 'select 1 as one')).toEqual([{ one: 1 }])
      await anew.stop()
      expect((await lstat(dataDir)).isDirectory()).toBe(true)
    })

    test('restores the data if a move was interrupted', async () => {
      await (await start()).stop()
      await rename(dataDir, `${dataDir}.moved`)
      const place = await choose()
      expect((await stat(join(place.dataDir, 'PG_VERSION'))).isFile()).toBe(true)
      await expect(lstat(`${dataDir}.moved`)).rejects.toThrow('ENOENT')
    })
  })

  test('runs the server under the same identity if the user is not root', async (context) => {
    const other = runAsOwner({ uid: nobody, gid: nobody }, 'plain')
    const reads = await runCommandAs(other, process.execPath, [
      '-e',
      `require('fs').readFileSync('${hold}')`,
    ])
    if (!reads.ok) context.skip('this checkout is closed to others')
    await chmod(folder, 0o755)
    const home = join(folder, 'home')
    await mkdir(home)
    await chown(home, nobody, nobody)
    const child = spawn(process.execPath, [hold, 'postgres', join(home, 'pg')], {
      uid: nobody,
      gid: nobody,
      env: { PATH: process.env['PATH'], HOME: home },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = await once(child.stdout, 'data')
    const started: { pid: number; url: string; uid: number } = JSON.parse(String(line))
    expect(started.uid).toBe(nobody)
    expect((await stat(`/proc/${started.pid}`)).uid).toBe(nobody)
    expect(await query(started.url, 'select 1 as one')).toEqual([{ one: 1 }])
    child.kill('SIGTERM')
    await eventually('the server is gone', () => !isRunning(started.pid))
  })
})
