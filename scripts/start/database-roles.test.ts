import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createDatabase, migrate, type PlatformTables } from '@atrium/database'
import { freePort, type RunningServer, startPostgres } from '@atrium/dev-servers'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeServiceRoles } from './database-roles.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const passwords = { board: 'one', connect: "it's %I", gateway: 'three' }
const services = Object.keys(passwords)
let folder: string
let server: RunningServer
let toUrl: (service: string) => string

const notes = {
  '0001-notes': {
    up: async (db: Kysely<unknown>) => {
      await sql`create table notes (id bigint generated always as identity, word text)`.execute(db)
    },
  },
}

async function migrated(service: string, url: string): Promise<string[]> {
  const { db, close } = createDatabase<PlatformTables>({ url, schema: service, poolSize: 1 })
  try {
    return await migrate(db, service, notes)
  } finally {
    await close()
  }
}

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-roles-'))
  server = await startPostgres({
    dataDir: join(folder, 'postgres'),
    port: await freePort(),
    fsync: false,
  })
  // The state of an earlier version: the services shared one role.
  await migrated('connect', server.url)
  toUrl = await makeServiceRoles(root, server.url, services, passwords)
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

test('lets a role migrate its own schema, even if an earlier shared role owned it', async () => {
  expect(await migrated('board', toUrl('board'))).toContain('0001-notes')
  expect(await migrated('connect', toUrl('connect'))).toEqual([])
  for (const service of ['board', 'connect']) {
    await query(toUrl(service), `insert into ${service}.notes (word) values ('kept')`)
    await query(toUrl(service), `alter table ${service}.notes add column more text`)
    expect(await query(toUrl(service), `select word from ${service}.notes`)).toEqual([
      { word: 'kept' },
    ])
  }
})

test('refuses another service’s schema, the creation of schemas and roles, and the server’s files', async () => {
  for (const statement of [
    'select * from connect.notes',
    'delete from connect.outbox',
    'create table connect.mine (n int)',
    'create schema mine',
    'create table public.mine (n int)',
    'create role mine',
    'set role atrium',
    'set role atrium_connect',
    `copy (select 1) to '/tmp/mine'`,
  ]) {
    const refused = await query(toUrl('board'), statement).catch((error: unknown) => error)
    expect([statement, String(refused)]).toEqual([
      statement,
      expect.stringMatching(/permission denied|must be/i),
    ])
  }
})

test("lets a role use the database's extension but not create one", async () => {
  // A migration contains this statement for databases with one shared role.
  await query(toUrl('board'), 'create extension if not exists pg_trgm schema public')
  await query(toUrl('board'), 'create index on board.notes using gin (word public.gin_trgm_ops)')
  await expect(query(toUrl('board'), 'create extension btree_gin')).rejects.toThrow(
    /permission denied/,
  )
})

test('lets the gateway’s role only check that the database responds', async () => {
  expect(await query(toUrl('gateway'), 'select 1 as one')).toEqual([{ one: 1 }])
  await expect(query(toUrl('gateway'), 'select * from board.notes')).rejects.toThrow(
    /permission denied/,
  )
})

test('replaces the old password with a new one and loses no data', async () => {
  const before = toUrl('board')
  toUrl = await makeServiceRoles(root, server.url, services, { ...passwords, board: 'renewed' })
  await expect(query(before, 'select 1')).rejects.toThrow(/password authentication failed/)
  expect(await query(toUrl('board'), 'select word from board.notes')).toEqual([{ word: 'kept' }])
})

test('creates the roles even if the administrator is not a superuser, as on managed servers', async () => {
  const makeAdministrator = [
    `create role dba login createrole createdb password 'of-a-test'`,
    'create database managed owner dba',
  ]
  for (const statement of makeAdministrator) await query(server.url, statement)
  const url = new URL(server.url)
  Object.assign(url, { username: 'dba', password: 'of-a-test', pathname: '/managed' })
  const made = ['assets', 'workflow']
  const toPasswords = (password: string) => Object.fromEntries(made.map((name) => [name, password]))
  await migrated('assets', url.href)
  await makeServiceRoles(root, url.href, made, toPasswords('first'))
  const own = await makeServiceRoles(root, url.href, made, toPasswords('second'))
  expect(await migrated('assets', own('assets'))).toEqual([])
  await query(own('assets'), 'alter table assets.notes add column more text')
  await expect(query(own('workflow'), 'select * from assets.notes')).rejects.toThrow(
    /permission denied/,
  )
})

test('creates the roles even if the server refuses the extension', async () => {
  await query(server.url, 'create database strict')
  const url = new URL(server.url)
  url.pathname = '/strict'
  await query(
    url.href,
    `create function refuse() returns event_trigger language plpgsql as $$
      begin raise exception 'not on the list' using errcode = 'feature_not_supported'; end $$`,
  )
  await query(
    url.href,
    `create event trigger no_extensions on ddl_command_start when tag in ('CREATE EXTENSION')
      execute function refuse()`,
  )
  const own = await makeServiceRoles(root, url.href, ['board'], { board: 'renewed' })
  expect(await query(own('board'), 'select 1 as one')).toEqual([{ one: 1 }])
  expect(await query(url.href, 'select 1 from pg_extension where extname = $$pg_trgm$$')).toEqual(
    [],
  )
})
