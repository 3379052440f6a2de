import { settleRelease } from '@atrium/asset-fences'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newAsset, newOrgId, startDatabase } from '../../test/harness.ts'
import { type Fault, World, writers } from '../../test/release-model.ts'
import { createCard } from '../card-actions/create-card.ts'
import { deleteCard } from '../cards/delete-cards.ts'
import { agentCtx } from '../deps.ts'
import { answerLiveness, releaseRound } from './answer-liveness.ts'

let started: Awaited<ReturnType<typeof startDatabase>>
beforeAll(async () => {
  started = await startDatabase(8)
})
afterAll(() => started.stop())

const seed = fc.nat({ max: 11 })
const write = fc.record({
  type: fc.constant('write' as const),
  op: fc.oneof(
    fc.constantFrom(...writers),
    fc.constantFrom(
      'edit_card',
      'swap_image',
      'delete_card',
      'prune',
      'delete_instance',
      'edit_template',
      'create_card',
    ),
  ),
  a: seed,
  b: seed,
})
const faults: readonly Fault[] = [
  'none',
  'root_fails',
  'assets_dies_before',
  'assets_dies_after',
  'board_dies',
  'settle_lost',
]
const start = fc.record({
  type: fc.constant('start' as const),
  fault: fc.oneof(
    { weight: 3, arbitrary: fc.constant('none' as const) },
    fc.constantFrom(...faults),
  ),
})
const advance = fc.record({ type: fc.constant('advance' as const), which: seed })
const wait = fc.record({
  type: fc.constant('wait' as const),
  ms: fc.constantFrom(1_000, 30_000, 61_000, 130_000, 1_000_000),
})
const purge = fc.record({ type: fc.constant('purge' as const) })
const step = fc.oneof(
  { weight: 10, arbitrary: write },
  { weight: 4, arbitrary: start },
  { weight: 12, arbitrary: advance },
)
/** One step, or several at once in the database. */
const tick = fc.oneof(
  // No request takes minutes, so the clock advances in separate steps.
  { weight: 1, arbitrary: fc.tuple(wait) },
  { weight: 3, arbitrary: fc.array(step, { minLength: 1, maxLength: 1 }) },
  { weight: 3, arbitrary: fc.array(step, { minLength: 2, maxLength: 4 }) },
)
const history = fc.record({
  ticks: fc.array(
    fc.oneof({ weight: 30, arbitrary: tick }, { weight: 1, arbitrary: fc.tuple(purge) }),
    {
      minLength: 8,
      maxLength: 18,
    },
  ),
})

type Of<A> = A extends fc.Arbitrary<infer S> ? S : never
type Step = Of<typeof step> | Of<typeof wait> | Of<typeof purge>

const changes = (one: Step): boolean => one.type === 'write' || one.type === 'advance'

async function perform(world: World, one: Step): Promise<void> {
  switch (one.type) {
    case 'write':
      return world.write(one.op, one.a, one.b)
    case 'start':
      return world.startRound(one.fault)
    case 'advance': {
      const round = world.rounds[one.which % Math.max(1, world.rounds.length)]
      await round?.advance()
      return
    }
    case 'wait':
      world.now += one.ms
      return
    case 'purge':
      return world.purge()
  }
}

describe('live blobs', () => {
  test('deletes no referenced blob and finally every other blob in 500 random histories of writers, rounds, faults and kills', async () => {
    let refused = 0
    let released = 0
    await fc.assert(
      fc.asyncProperty(history, async ({ ticks }) => {
        const world = new World(started.deps)
        for (let blob = 0; blob < 3; blob += 1) world.upload()
        await world.write('create_template', 1, 1)
        await world.write('create_instance', 0, 0)
        await world.write('create_site', 0, 0)
        for (let card = 0; card < 3; card += 1) await world.write('create_card', 2 * card + 1, card)
        for (const steps of ticks) {
          await Promise.all(steps.map((one) => perform(world, one)))
          if (steps.some(changes)) expect(await world.destroyed()).toEqual([])
        }
        await world.finish()
        expect(await world.destroyed()).toEqual([])
        const referenced = await world.referenced()
        expect(
          [...world.seen].filter((key) => world.blobs.has(key) && !referenced.has(key)),
        ).toEqual([])
        refused += world.refused
        released += [...world.seen].filter((key) => !world.blobs.has(key)).length
        await world.purge()
      }),
      { numRuns: 500, endOnFailure: true },
    )
    // The histories must include releases and refusals.
    expect(refused).toBeGreaterThan(0)
    expect(released).toBeGreaterThan(100)
  }, 600_000)

  const world = () => new World(started.deps)
  const put = async (w: World, key: string) =>
    (
      await createCard(w.deps, agentCtx(w.orgId, 'usr_1'), {
        kind: 'task',
        title: 'x',
        body: `see ${key}`,
      })
    ).card.id

  test('rejects a reference added between liveness check and deletion until the round is settled', async () => {
    const w = world()
    const { key } = newAsset(w.orgId)
    const input = { orgId: w.orgId, keys: [key], releaseId: 'r1' }
    expect(await answerLiveness(w.deps, input)).toEqual({ live: [] })
    await expect(put(w, key)).rejects.toMatchObject({ kind: 'conflict', code: 'asset_released' })
    await settleRelease(w.deps, { orgId: w.orgId, releaseId: 'r1', released: [], kept: [key] })
    const id = await put(w, key)
    expect(await answerLiveness(w.deps, { ...input, releaseId: 'r2' })).toEqual({ live: [key] })
    await put(w, key)
    await deleteCard(w.deps, agentCtx(w.orgId, 'usr_1'), { id })
    expect(await answerLiveness(w.deps, { ...input, releaseId: 'r3' })).toEqual({ live: [key] })
  })

  test('rejects a released key for a week, and expires an unsettled fence', async () => {
    const w = world()
    const [gone, doubtful] = [newAsset(w.orgId).key, newAsset(w.orgId).key]
    await answerLiveness(w.deps, { orgId: w.orgId, keys: [gone, doubtful], releaseId: 'r1' })
    await settleRelease(w.deps, { orgId: w.orgId, releaseId: 'r1', released: [gone], kept: [] })
    w.now += 16 * 60_000
    await put(w, doubtful)
    await expect(put(w, gone)).rejects.toMatchObject({ code: 'asset_released' })
    w.now += 7 * 86_400_000
    await put(w, gone)
  })

  test('waits for an uncommitted writer and counts its reference', async () => {
    const w = world()
    const { key } = newAsset(w.orgId)
    let answered = false
    let answer: Promise<{ live: string[] }> | undefined
    await w.deps.db.transaction().execute(async (tx) => {
      await createCard(
        w.deps,
        { ...agentCtx(w.orgId, 'usr_1'), tx },
        { kind: 'task', title: 'x', body: key },
      )
      answer = answerLiveness(w.deps, { orgId: w.orgId, keys: [key], releaseId: 'r1' })
      void answer.then(() => {
        answered = true
      })
      await new Promise((resolve) => setTimeout(resolve, 50))
      expect(answered).toBe(false)
    })
    expect(await answer).toEqual({ live: [key] })
  })

  test('ignores cards of another org when it keeps and releases blobs', async () => {
    const [owner, stranger] = [world(), world()]
    const { key } = newAsset(owner.orgId)
    const id = await put(stranger, key)
    expect(
      await answerLiveness(owner.deps, { orgId: owner.orgId, keys: [key], releaseId: 'r1' }),
    ).toEqual({
      live: [],
    })
    await deleteCard(stranger.deps, agentCtx(stranger.orgId, 'usr_1'), { id })
    const asked: string[] = []
    await releaseRound(stranger.deps, async (orgId, keys) => {
      if (orgId === stranger.orgId) asked.push(...keys)
      return { released: [], kept: [...keys] }
    })
    expect(asked).toEqual([])
    expect(
      await answerLiveness(owner.deps, { orgId: newOrgId(), keys: [key], releaseId: 'r2' }),
    ).toEqual({
      live: [],
    })
  })

  test('queues a key again if it is dropped again during a round', async () => {
    const w = world()
    const { key } = newAsset(w.orgId)
    const ctx = agentCtx(w.orgId, 'usr_1')
    const [first, second] = [await put(w, key), await put(w, key)]
    await deleteCard(w.deps, ctx, { id: first })
    await releaseRound(w.deps, async (_, keys) => {
      await deleteCard(w.deps, ctx, { id: second })
      return { released: [], kept: [...keys] }
    })
    const asked: string[] = []
    await releaseRound(w.deps, async (orgId, keys) => {
      if (orgId === w.orgId) asked.push(...keys)
      return { released: [...keys], kept: [] }
    })
    expect(asked).toEqual([key])
  })
})
