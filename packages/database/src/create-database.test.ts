import { readFile } from 'node:fs/promises'
import type { AddressInfo, Socket } from 'node:net'
import { createTestDatabase, type TestDatabase } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type DatabaseHandle } from './index.ts'

let database: TestDatabase
const handles: Array<DatabaseHandle<unknown>> = []
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => {
  for (const handle of handles) await handle.close()
  await database.drop()
})

function open(parameters = '') {
  const handle = createDatabase<unknown>({
    url: `${database.url}${parameters}`,
    schema: 'notebook',
  })
  handles.push(handle)
  return handle
}

async function shown({ db }: DatabaseHandle<unknown>, setting: string): Promise<unknown> {
  const { rows } = await sql<{
    value: string
  }>`select current_setting(${setting}) as value`.execute(db)
  return rows[0]?.value
}

test('uses the schema as search path and limits the time of statements and idle transactions', async () => {
  const handle = open()
  expect(await shown(handle, 'search_path')).toBe('notebook')
  expect(await shown(handle, 'statement_timeout')).toBe('30s')
  expect(await shown(handle, 'idle_in_transaction_session_timeout')).toBe('1min')
})

test('keeps options in the address but not their search path', async () => {
  const handle = open('?options=-c%20geqo%3Doff&application_name=mine')
  expect(await shown(handle, 'geqo')).toBe('off')
  expect(await shown(handle, 'application_name')).toBe('mine')
  expect(await shown(handle, 'search_path')).toBe('notebook')
})

test.skipIf(process.platform !== 'linux')(
  'probes a silent connection after ten seconds',
  async () => {
    const client = await open().pool.connect()
    const { connection } = client as unknown as { connection: { stream: Socket } }
    const { port } = connection.stream.address() as AddressInfo
    const local = port.toString(16).toUpperCase().padStart(4, '0')
    const sockets = (await readFile('/proc/net/tcp', 'utf8'))
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
    // An earlier connection from the same port may still be listed. State 01 is established.
    const [timer = '', ticks = ''] =
      sockets
        .find((socket) => socket[1]?.endsWith(`:${local}`) && socket[3] === '01')?.[5]
        ?.split(':') ?? []
    client.release()
    // Timer 2 is keep-alive. Its ticks are hundredths of a second.
    expect(timer).toBe('02')
    expect(Number.parseInt(ticks, 16)).toBeLessThanOrEqual(1_000)
  },
)
