import { eventually } from '@atrium/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBoard } from '../chaos/stand-ins.ts'
import { edge, graph, node } from './graphs.ts'
import { type Platform, startPlatform } from './platform.ts'

let platform: Platform
let board: Awaited<ReturnType<typeof startBoard>>
beforeAll(async () => {
  platform = await startPlatform({ fsync: false })
  board = await startBoard(platform)
})
afterAll(async () => {
  await board.stop()
  await platform.stop()
})

/** Disturbs five runs with twelve writes each and expects all runs to complete. */
async function survive(disturb: () => Promise<void>): Promise<number[]> {
  board.calls.clear()
  await platform.handle.db
    .deleteFrom('runs')
    .execute()
    .catch(() => {})
  const runner = await platform.startRunner()
  const caller = await platform.caller(runner.url)
  const steps = Array.from({ length: 12 }, (_, at) =>
    node(`act-${at}`, 'log_activity', { taskId: 'task_1', text: 'done' }),
  )
  const flow = graph(
    [node('start', 'trigger.manual'), ...steps],
    steps.map((step, at) => edge(at === 0 ? 'start' : `act-${at - 1}`, step.id)),
  )
  const fired = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const { body } = await caller.send<{ id: string }>('POST', '/api/workflows', {
        name: 'steps',
        graph: flow,
      })
      return (await caller.send<{ runId: string }>('POST', `/api/workflows/${body.id}/run`)).body
        .runId
    }),
  )
  await eventually(() => expect(board.calls.size).toBeGreaterThan(5))
  await disturb()
  const read = () =>
    platform.handle.db.selectFrom('runs').select(['id', 'status', 'error']).execute()
  await eventually(async () => {
    const rows = await read().catch(() => [])
    expect(rows.map(({ status, error }) => [status, error])).toEqual(
      fired.map(() => ['completed', null]),
    )
  }, 40_000)
  await caller.close()
  await runner.end()
  return [...board.calls.values()].map((times) => times.length)
}

it('continues runs when PostgreSQL restarts under them, and calls every node once', async () => {
  const calls = await survive(() => platform.restartPostgres())
  expect(calls).toEqual(Array.from({ length: 60 }, () => 1))
})

it('retries under the same keys and completes when NATS loses the replies', async () => {
  const calls = await survive(() => platform.restartNats())
  expect(calls).toHaveLength(60)
  // Each of the five runs waits for at most one response when the bus goes down.
  expect(calls.filter((count) => count > 1).length).toBeLessThanOrEqual(5)
})
