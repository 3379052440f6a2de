import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'
import { createTestDatabase, eventually } from '@atrium/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, password, startHarness } from '../../test/harness.ts'

/** Starts a proxy to PostgreSQL that tests can cut. */
async function cuttable(url: string) {
  const target = new URL(url)
  const upstreamPort = Number(target.port)
  const sockets = new Set<Socket>()
  let open = true
  const server = createServer((client) => {
    if (!open) return client.destroy()
    const upstream = connect(upstreamPort, target.hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
      socket.on('error', () => socket.destroy())
    }
    client.pipe(upstream).pipe(client)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  target.port = String((server.address() as AddressInfo).port)
  return {
    url: target.toString(),
    cut() {
      open = false
      for (const socket of sockets) socket.destroy()
    },
    mend() {
      open = true
    },
    close: () => server.close(),
  }
}

let harness: Harness
let way: Awaited<ReturnType<typeof cuttable>>
let drop: () => Promise<void>
beforeAll(async () => {
  const database = await createTestDatabase()
  drop = database.drop
  way = await cuttable(database.url)
  harness = await startHarness({ DATABASE_URL: way.url })
})
afterAll(async () => {
  await harness.stop()
  way.close()
  await drop()
})

test('responds with 503 and Retry-After while the database is down, and recovers when it is back', async () => {
  const ada = await harness.signUp()
  way.cut()
  const requests = [
    () => harness.browser().post('/api/auth/sign-in/email', { email: ada.email, password }),
    () =>
      harness
        .browser()
        .post('/api/auth/sign-up/email', { name: 'A', email: 'away@example.test', password }),
    () => ada.get('/api/auth/get-session'),
    () => ada.get('/api/auth/organization/list'),
    () => ada.post('/api/auth/organization/create', { name: 'Org', slug: 'away' }),
  ]
  for (const request of requests) {
    const answer = await request()
    expect(answer.status, answer.text).toBe(503)
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(answer.body).toMatchObject({ code: 'unavailable' })
  }
  await expect(harness.resolve({ sessionCookie: ada.session() })).rejects.toMatchObject({
    code: 'unavailable',
  })
  expect((await harness.browser().get('/api/auth-providers')).status).toBe(200)

  way.mend()
  await eventually(async () =>
    expect((await harness.resolve({ sessionCookie: ada.session() })).outcome).toBe('authenticated'),
  )
  expect((await ada.get('/api/auth/get-session')).body).toMatchObject({ user: { id: ada.userId } })
})
