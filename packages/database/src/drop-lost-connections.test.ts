import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { createTestDatabase, eventually, type TestDatabase } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createDatabase, isDatabaseAway } from './index.ts'

let database: TestDatabase
const closing: (() => Promise<void> | void)[] = []
beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})
afterAll(() => database.drop())

/** Passes connections on to PostgreSQL until `vanish` is called, like a host that loses power. */
async function startCable() {
  const { hostname, port } = new URL(database.url)
  const pairs = new Set<{ near: Socket; far: Socket }>()
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    const pair = { near, far }
    pairs.add(pair)
    near.on('error', () => far.destroy())
    far.on('error', () => near.destroy())
    near.pipe(far)
    far.pipe(near)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  closing.push(() => {
    for (const { near, far } of pairs) {
      near.destroy()
      far.destroy()
    }
    server.close()
  })
  const url = new URL(database.url)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.toString(),
    /** Ends the server's side of all connections without a word to the client. */
    vanish() {
      for (const { near, far } of pairs) {
        near.unpipe(far)
        far.unpipe(near)
        far.destroy()
        near.resume()
      }
    },
  }
}

function open(url: string) {
  const handle = createDatabase<unknown>({ url, schema: 'public', poolSize: 2 })
  closing.push(() => handle.close())
  return handle
}

test('serves again soon after a server vanished without closing its connections', async () => {
  const cable = await startCable()
  const { db } = open(cable.url)
  const sleep = () => sql`select pg_sleep(0.1)`.execute(db)
  await Promise.all([sleep(), sleep()])
  cable.vanish()
  // These statements use the pool's two connections, and nobody will ever respond to them.
  const hanging = [sleep(), sleep()].map((work) => work.catch((error: unknown) => error))
  await eventually(() => sql`select 1`.execute(db), 20_000)
  for (const error of await Promise.all(hanging)) expect(isDatabaseAway(error)).toBe(true)
})

test('lets a slow statement finish if its server process exists', async () => {
  const { db } = open(database.url)
  const { rows } = await sql<{ done: number }>`select 1 as done from pg_sleep(9)`.execute(db)
  expect(rows).toEqual([{ done: 1 }])
})
