import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { imapSessions } from '../src/providers/imap/imap-sessions.ts'
import { startHostileImap } from './hostile-mail-server.ts'

let server: Awaited<ReturnType<typeof startHostileImap>>

beforeAll(async () => {
  server = await startHostileImap(() => undefined)
})
afterAll(() => server.stop())

test('keeps a connection while an operation uses it, and closes it when it is idle', async () => {
  const guard = {
    policy: 'loopback' as const,
    ownPorts: new Set<number>(),
    connectMs: 5_000,
    operationMs: 5_000,
    count: () => undefined,
  }
  const account = {
    host: '127.0.0.1',
    port: server.port,
    user: 'ada@example.com',
    password: 'a-password',
    smtpHost: '127.0.0.1',
    smtpPort: 1,
    from: 'ada@example.com',
  }
  const run = imapSessions(guard, 30)
  // The second operation waits in line when the first one ends.
  const first = run(account, { run: async (client) => client })
  const second = run(account, {
    run: async (client) => {
      await new Promise((resolve) => setTimeout(resolve, 200))
      return { client, isUsable: client.usable }
    },
  })
  expect(await second).toEqual({ client: await first, isUsable: true })
  const client = await first
  await vi.waitFor(() => expect(client.usable).toBe(false))
})
