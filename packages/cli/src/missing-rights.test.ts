import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { messagingServices } from '@atrium/contracts'
import { freePort, type RunningServer, startNats } from '@atrium/dev-servers'
import { natsAuthorization } from '@atrium/messaging'
import { createTestDatabase } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openService } from '../test/service.ts'
import { runCommand } from './run-command.ts'

let folder: string
let nats: RunningServer
let databaseUrl: string
const role = `reader_${process.pid}`
let service: Awaited<ReturnType<typeof openService>>

const emptyBackup = {
  format: 2,
  createdAt: '2026-11-30T00:00:00.000Z',
  migrations: {},
  tables: [],
  sequences: [],
  orgs: null,
  files: null,
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-rights-'))
  const authorization = natsAuthorization(messagingServices, () => 'secret')
  nats = await startNats({ storeDir: join(folder, 'nats'), port: await freePort(), authorization })
  service = await openService()
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(emptyBackup))
  await sql`create role ${sql.id(role)} login password 'secret'`.execute(service.platform)
  databaseUrl = withUser(service.env.DATABASE_URL, role)
})
afterAll(async () => {
  await sql`drop owned by ${sql.id(role)}`.execute(service.platform)
  await sql`drop role ${sql.id(role)}`.execute(service.platform)
  await service.close()
  await nats.stop()
  await rm(folder, { recursive: true, force: true })
})

function withUser(text: string, user: string, password = 'secret'): string {
  const url = new URL(text)
  Object.assign(url, { username: user, password })
  return url.href
}

async function run(args: string, env: Record<string, string>) {
  const err: string[] = []
  const io = { env, write: () => {}, error: (line: string) => void err.push(line) }
  return { code: await runCommand(args.split(' '), io), err: err.join('\n') }
}

test.each(['connect rotate-keys', 'restore FOLDER --yes'])(
  'names the missing right when the NATS user may not do what `%s` needs',
  async (args) => {
    const env = { NATS_URL: withUser(nats.url, 'gateway'), DATABASE_URL: databaseUrl }
    const { code, err } = await run(args.replace('FOLDER', folder), env)
    expect({ code, err }).toMatchObject({ code: 1 })
    expect(err).toMatch(/NATS does not let the user gateway do this \(.*\)\. Set NATS_URL to the/)
  },
)

test('says so when NATS knows no such user', async () => {
  const { code, err } = await run('connect rotate-keys', {
    NATS_URL: withUser(nats.url, 'operator', 'wrong'),
  })
  expect(code).toBe(1)
  expect(err).toContain('NATS refuses the user and password in NATS_URL.')
})

test.each([
  'users verify ada@example.test',
  'dead-letters list --service board',
  'dead-letters redrive --service board --all',
  'backup FOLDER',
])('names the missing right when the database role may not do what `%s` needs', async (args) => {
  await sql`create schema if not exists identity`.execute(service.platform)
  await sql`create table if not exists identity."user" (id text)`.execute(service.platform)
  const target = join(folder, args.replaceAll(/\W/g, '-'))
  const { code, err } = await run(args.replace('FOLDER', target), {
    NATS_URL: inject('natsUrl'),
    DATABASE_URL: databaseUrl,
  })
  expect({ code, err }).toMatchObject({ code: 1 })
  expect(err).toMatch(/^atrium: PostgreSQL does not let the user in DATABASE_URL do this/)
})

test('says so when PostgreSQL knows no such user', async () => {
  const database = await createTestDatabase()
  const { code, err } = await run('users verify ada@example.test', {
    DATABASE_URL: withUser(database.url, 'nobody_here'),
  })
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringMatching(/^atrium: PostgreSQL refuses the user in DATABASE_URL/),
  })
})
