import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, cp, lstat, mkdir, mkdtemp, readlink, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eventually, isRunning } from '../../test/eventually.ts'
import { query } from '../../test/query.ts'
import { freePort } from '../ports.ts'
import { openCluster } from './cluster.ts'
import { choosePlace } from './place.ts'
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

describe.skipIf(process.getuid?.() !== 0)('as root', () => {
  test('the server runs as somebody else, below a folder that only root may enter', async () => {
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    const server = await start()
    const owner = (await stat(dataDir)).uid
    expect(owner).not.toBe(0)
    expect((await stat(`/proc/${server.pid}`)).uid).toBe(owner)
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
    await server.stop()
  })

  test('programs below a folder that only root may enter are run where they are', async () => {
    const { root, version } = findPostgresBinaries()
    await cp(root, join(folder, 'native'), { recursive: true, verbatimSymlinks: true })
    const place = await choosePlace(binariesIn(join(folder, 'native'), version), dataDir, () => {})
    expect(place.binaries.root).toBe(join(folder, 'native'))
    const cluster = await openCluster(place.binaries, place.runAs, place.dataDir, { sync: false })
    expect(cluster.dataDir).toBe(dataDir)
  })

  test('no capability is given where the folders are open', async () => {
    await chmod(folder, 0o755)
    const [first] = await waysToRun(dataDir)
    const command = first?.command('true', [])
    expect(command?.args).toContain('--clear-groups')
    expect(command?.args.join(' ')).not.toContain('caps')
  })

  test('data that root copied is handed over to the user who runs it', async () => {
    await (await start()).stop()
    const copied = join(folder, 'copied')
    await cp(dataDir, copied, { recursive: true })
    expect((await stat(copied)).uid).toBe(0)
    const server = await startPostgres({ dataDir: copied, port: await freePort(), fsync: false })
    await server.stop()
    expect((await stat(join(copied, 'PG_VERSION'))).uid).not.toBe(0)
  })

  test('without the capability, programs and data move to an open folder and a link stays behind', async () => {
    const said: string[] = []
    const plain = [runAsOwner({ uid: nobody, gid: nobody }, 'plain')]
    const place = await choosePlace(findPostgresBinaries(), dataDir, (line) => said.push(line), plain)
    try {
      expect(said.join('\n')).toContain(`its data is kept in ${place.dataDir}`)
      const cluster = await openCluster(place.binaries, place.runAs, place.dataDir, { sync: false })
      expect(await readlink(dataDir)).toBe(cluster.dataDir)
      expect((await stat(join(dataDir, 'PG_VERSION'))).uid).toBe(nobody)

      const again = await choosePlace(findPostgresBinaries(), dataDir, () => {}, plain)
      expect(again.dataDir).toBe(place.dataDir)
      expect((await stat(join(again.dataDir, 'PG_VERSION'))).isFile()).toBe(true)

      await rm(dataDir)
      const fresh = await choosePlace(findPostgresBinaries(), dataDir, () => {}, plain)
      await expect(lstat(join(fresh.dataDir, 'PG_VERSION'))).rejects.toThrow('ENOENT')
    } finally {
      await rm(dirname(place.dataDir), { recursive: true, force: true })
      await rm(place.binaries.root, { recursive: true, force: true })
    }
  })

  test('an ordinary user runs it as himself', async (context) => {
    const other = runAsOwner({ uid: nobody, gid: nobody }, 'plain')
    const reads = await runCommandAs(other, process.execPath, ['-e', `require('fs').readFileSync('${hold}')`])
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
