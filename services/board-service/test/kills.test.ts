import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { Writers } from './kill-writers.ts'
import { referencedKeys } from './referenced-keys.ts'
import { makeCandidatesDue, type ServiceName, startProcesses } from './service-processes.ts'

/** The steps of a release round that are visible from outside. */
type Moment = 'claimed' | 'fenced' | 'deleted' | 'settled' | 'waiting'

const processes = await startProcesses()
afterAll(() => processes.stop())

/** Returns a number. It grows when a round takes this step. */
async function progress(moment: Moment): Promise<number> {
  const { db } = processes
  const count = async (query: ReturnType<typeof sql<{ n: string }>>): Promise<number> =>
    Number((await query.execute(db)).rows[0]?.n ?? 0)
  switch (moment) {
    case 'claimed':
      return count(sql`select coalesce(sum(attempts), 0) as n from release_candidates`)
    case 'fenced':
      return count(sql`select count(*) as n from asset_fences`)
    case 'deleted':
      return -(await processes.blobs()).size
    case 'settled':
      return count(sql`select count(*) as n from asset_fences where released`)
    case 'waiting':
      return 0
  }
}

/** Waits up to 1.5 seconds for the step. Returns true if it was seen. */
async function reached(moment: Moment): Promise<boolean> {
  const deadline = performance.now() + 1_500
  for (let last = await progress(moment); performance.now() < deadline; await sleep(1)) {
    const now = await progress(moment)
    if (now > last) return true
    last = now
  }
  return false
}

async function killAndStart(service: ServiceName): Promise<void> {
  await processes.kill(service)
  await processes.start(service)
  await makeCandidatesDue(processes.db)
}

/** Returns referenced keys without a blob. */
async function destroyed(): Promise<string[]> {
  const [referenced, blobs] = [
    await referencedKeys(processes.db, processes.orgId),
    await processes.blobs(),
  ]
  return [...referenced].filter((key) => !blobs.has(key))
}

// At `waiting`, a board waits for the killed assets-service and is killed too.
const kills: ReadonlyArray<[ServiceName, Moment]> = [
  ['board', 'claimed'],
  ['assets', 'fenced'],
  ['board', 'waiting'],
  ['board', 'fenced'],
  ['assets', 'deleted'],
  ['board', 'waiting'],
  ['board', 'settled'],
  ['board', 'deleted'],
  ['assets', 'claimed'],
  ['board', 'waiting'],
  ['assets', 'deleted'],
  ['board', 'waiting'],
  ['board', 'settled'],
  ['board', 'fenced'],
]

test('deletes no live blob and leaves no unreferenced one if processes are killed between release steps', async () => {
  const writers = new Writers(processes)
  await writers.prepare()
  let seen = 0
  for (const [service, moment] of kills) {
    writers.resume()
    if (await reached(moment)) seen += 1
    await killAndStart(service)
    await writers.pause()
    expect(await destroyed(), `after ${service} was killed, ${moment}`).toEqual([])
  }
  await eventually(async () => {
    await makeCandidatesDue(processes.db)
    await sleep(500)
    expect(await sql`select from release_candidates`.execute(processes.db)).toMatchObject({
      rows: [],
    })
  }, 60_000)

  expect(await destroyed()).toEqual([])
  const [referenced, blobs] = [
    await referencedKeys(processes.db, processes.orgId),
    await processes.blobs(),
  ]
  expect([...writers.pointed].filter((key) => blobs.has(key) && !referenced.has(key))).toEqual([])
  expect(writers.surprises).toEqual([])
  // The kills must hit their steps, and the rounds must have deleted blobs.
  expect(seen).toBeGreaterThanOrEqual(6)
  expect([...writers.pointed].filter((key) => !blobs.has(key)).length).toBeGreaterThan(5)
}, 480_000)
