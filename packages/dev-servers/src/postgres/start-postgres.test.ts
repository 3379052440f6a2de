import { mkdir, mkdtemp, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eventually, isRunning } from '../../test/eventually.ts'
import { query } from '../../test/query.ts'
import { freePort } from '../ports.ts'
import { clearStalePostmaster } from './postmaster-pid.ts'
import { startPostgres } from './start-postgres.ts'

let folder: string
let dataDir: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-pg-'))
  dataDir = join(folder, 'home', 'postgres')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const start = async () => startPostgres({ dataDir, port: await freePort(), fsync: false })

test('keeps data across a restart and sorts text the same way on every machine', async () => {
  const first = await start()
  await query(first.url, 'create table kept (word text)')
  await query(first.url, `insert into kept values ('Ähre'), ('a'), ('B')`)
  await first.stop()
  expect(isRunning(first.pid)).toBe(false)

  const second = await start()
  expect(second.url).toMatch(/^postgres:\/\/atrium:[^@]+@127\.0\.0\.1:\d+\/atrium$/)
  const words = await query(second.url, 'select word, lower(word) as lower from kept order by word')
  const [settings] = await query(
    second.url,
    `select current_setting('server_encoding') as encoding, current_setting('timezone') as zone,
            current_setting('listen_addresses') as listens`,
  )
  await second.stop()
  expect(words.map((row) => row['word'])).toEqual(['B', 'a', 'Ähre'])
  expect(words.at(-1)?.['lower']).toBe('ähre')
  expect(settings).toEqual({ encoding: 'UTF8', zone: 'UTC', listens: '127.0.0.1' })
})

test('refuses a wrong password', async () => {
  const server = await start()
  const url = new URL(server.url)
  url.password = 'guess'
  await expect(query(url.href, 'select 1')).rejects.toThrow(/password authentication failed/)
  await server.stop()
})

test('starts again on its data after it was killed', async () => {
  const first = await start()
  await query(first.url, 'create table kept as select 7 as n')
  process.kill(first.pid, 'SIGKILL')
  await first.exited
  const second = await start()
  expect(await query(second.url, 'select n from kept')).toEqual([{ n: 7 }])
  await second.stop()
})

test('starts even if postmaster.pid has the process id of another program', async () => {
  const first = await start()
  const left = await readFile(join(dataDir, 'postmaster.pid'), 'utf8')
  await first.stop()
  await writeFile(
    join(dataDir, 'postmaster.pid'),
    left.replace(String(first.pid), String(process.pid)),
  )
  const second = await start()
  await second.stop()
})

test('refuses a second server on the same data while the first continues', async () => {
  const first = await start()
  await expect(clearStalePostmaster(dataDir, 200)).rejects.toThrow(
    `another PostgreSQL (process ${first.pid}) is running on ${dataDir}`,
  )
  expect(await query(first.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await first.stop()
})

test('reports one error line if the port is taken', async () => {
  const first = await start()
  await expect(startPostgres({ dataDir: `${dataDir}2`, port: first.port })).rejects.toThrow(
    `port ${first.port} is taken`,
  )
  await first.stop()
})

test('leaves a folder with other files unchanged', async () => {
  await mkdir(dataDir, { recursive: true })
  await writeFile(join(dataDir, 'letter.txt'), 'dear diary')
  await expect(start()).rejects.toThrow(/holds files that are not a PostgreSQL of Atrium/)
  expect(await readFile(join(dataDir, 'letter.txt'), 'utf8')).toBe('dear diary')
})

test('reports one error line for a dangling link and keeps it', async () => {
  await mkdir(join(folder, 'home'))
  await symlink(join(folder, 'disk', 'postgres'), dataDir)
  await expect(start()).rejects.toThrow(
    `${dataDir} is a link to ${join(folder, 'disk', 'postgres')}, which does not exist: restore it, or remove the link`,
  )
  expect(await readlink(dataDir)).toBe(join(folder, 'disk', 'postgres'))
})

test('uses a link to an empty folder like the folder', async () => {
  await mkdir(join(folder, 'home'))
  await mkdir(join(folder, 'disk', 'postgres'), { recursive: true })
  await symlink(join(folder, 'disk', 'postgres'), dataDir)
  const server = await start()
  expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await server.stop()
  expect(await readlink(dataDir)).toBe(join(folder, 'disk', 'postgres'))
})

test('refuses data of another major version before the server starts', async () => {
  const server = await start()
  await server.stop()
  await writeFile(join(dataDir, 'PG_VERSION'), '12\n')
  await expect(start()).rejects.toThrow(/was written by PostgreSQL 12, the one here is \d+/)
})

test('repeats an interrupted creation from the beginning', async () => {
  await mkdir(join(`${dataDir}.new`, 'base'), { recursive: true })
  await writeFile(join(`${dataDir}.new`, 'PG_VERSION'), '18\n')
  const server = await start()
  expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await server.stop()
})

test('resolves exited when the server ends by itself', async () => {
  const server = await start()
  process.kill(server.pid, 'SIGINT')
  expect(await server.exited).toEqual({ code: 0, signal: null })
  await server.stop()
  await eventually('it is gone', () => !isRunning(server.pid))
})
