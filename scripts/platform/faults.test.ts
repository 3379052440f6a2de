import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, createClient } from '@atrium/sdk'
import { eventually } from '@atrium/testkit'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawPng } from '../newcomer/draw-png.ts'
import { signUpNewcomer } from '../newcomer/play-newcomer.ts'
import { type ProcessPlatform, startProcessPlatform } from './process-platform.ts'

let platform: ProcessPlatform
let resident: Client
const acknowledged = { users: [] as string[], assets: [] as string[] }

beforeAll(async () => {
  platform = await startProcessPlatform({ ADMIN_EMAILS: 'operator@example.com' })
  resident = (await signUpNewcomer(platform.baseUrl, 'resident')).client
  acknowledged.assets.push((await resident.assets.upload(drawPng(16))).key)
})
afterAll(() => platform?.stop())

/** Sends sign-ups, uploads and reads until stopped, and remembers what was acknowledged. */
function startTraffic() {
  let going = true
  const statuses: number[] = []
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work()
      statuses.push(200)
    } catch (error) {
      statuses.push((error as { status?: number }).status ?? -1)
    }
  }
  const loop = async (work: () => Promise<void>): Promise<void> => {
    while (going) {
      await attempt(work)
      await sleep(10)
    }
  }
  const image = drawPng(16)
  const loops = [
    loop(async () => {
      const { email } = await signUpNewcomer(platform.baseUrl, 'traffic')
      acknowledged.users.push(email)
    }),
    loop(async () => {
      acknowledged.assets.push((await resident.assets.upload(image)).key)
    }),
    loop(async () => {
      await resident.me()
    }),
  ]
  return {
    /** Waits for the next success, because it shows that the platform works under this traffic. */
    works: () => {
      const from = statuses.length
      return eventually(() => expect(statuses.slice(from)).toContain(200), 20_000)
    },
    async stop(): Promise<number[]> {
      going = false
      await Promise.all(loops)
      return statuses
    },
  }
}

/** Runs a fault under traffic, and checks the results of the traffic. */
async function underTraffic(fault: (works: () => Promise<void>) => Promise<void>): Promise<void> {
  const traffic = startTraffic()
  try {
    await traffic.works()
    await fault(traffic.works)
    await nothingAcknowledgedIsLost()
    await traffic.works()
  } finally {
    expect(dishonest(await traffic.stop())).toEqual([])
  }
}

async function publicReadWorks(): Promise<void> {
  const response = await fetch(`${platform.baseUrl}/api/assets/${acknowledged.assets[0]}`)
  expect(response.status).toBe(200)
  await response.arrayBuffer()
}

async function nothingAcknowledgedIsLost(): Promise<void> {
  const anonymous = createClient({ baseUrl: platform.baseUrl })
  await eventually(async () => {
    await resident.me()
    await anonymous.request('/api/auth-providers')
  }, 20_000)
  for (const key of acknowledged.assets.slice(-20)) {
    const response = await anonymous.assets.read(key)
    expect((await response.arrayBuffer()).byteLength).toBe(drawPng(16).size)
  }
  const client = new pg.Client({ connectionString: platform.databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ email: string }>('select email from identity."user"')
    const stored = new Set(rows.map((row) => row.email))
    expect(acknowledged.users.filter((email) => !stored.has(email))).toEqual([])
  } finally {
    await client.end()
  }
}

// During an outage a request may be refused (503), cut (0) or lose its session, but never get a
// bare 500.
const dishonest = (statuses: readonly number[]): number[] =>
  statuses.filter((status) => ![0, 200, 401, 502, 503].includes(status))

test.each(['identity', 'assets', 'gateway'])(
  'recovers when %s gets a SIGKILL under traffic and loses nothing acknowledged',
  (service) =>
    underTraffic(async (works) => {
      await platform.kill(service)
      if (service === 'identity') await publicReadWorks()
      await sleep(200)
      await platform.revive(service)
      await works()
    }),
  60_000,
)

test(
  'reconnects the services when NATS restarts under traffic',
  () =>
    underTraffic(async (works) => {
      await platform.stopNats()
      const health = await fetch(`${platform.baseUrl}/api/health`)
      expect(health.status).toBe(200)
      await publicReadWorks()
      await platform.startNats()
      await works()
    }),
  60_000,
)

test(
  'reports degraded health and serves public reads while PostgreSQL is stopped, and recovers',
  () =>
    underTraffic(async (works) => {
      await platform.stopPostgres()
      try {
        const response = await fetch(`${platform.baseUrl}/api/health`)
        expect(response.status).toBe(200)
        expect(await response.json()).toMatchObject({ status: 'degraded', db: 'down' })
        await publicReadWorks()
      } finally {
        await platform.startPostgres()
      }
      await works()
      const health = await (await fetch(`${platform.baseUrl}/api/health`)).json()
      expect(health).toMatchObject({ status: 'ok', db: 'up' })
    }),
  60_000,
)

test('drains every outbox after all faults and applies each sign-up once', async () => {
  const client = new pg.Client({ connectionString: platform.databaseUrl })
  await client.connect()
  try {
    await eventually(async () => {
      const { rows } = await client.query<{ n: string }>(
        'select ((select count(*) from identity.outbox) + (select count(*) from assets.outbox)) as n',
      )
      expect(Number(rows[0]?.n)).toBe(0)
    }, 20_000)
    const { rows } = await client.query<{ n: string }>(
      'select count(*) as n from identity.dead_letters',
    )
    expect(Number(rows[0]?.n)).toBe(0)
  } finally {
    await client.end()
  }
})
