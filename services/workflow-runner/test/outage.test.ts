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
}, 60_000)
afterAll(async () => {
  await board.stop()
  await platform.stop()
}, 30_000)

it('runs go on where they were after PostgreSQL has restarted under them, every node once', async () => {
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
      return (await caller.send<{ runId: string }>('POST', `/api/workflows/${body.id}/run`)).body.runId
    }),
  )
  await eventually(() => expect(board.calls.size).toBeGreaterThan(5))
  await platform.restartPostgres()
  const read = () => platform.handle.db.selectFrom('runs').select(['id', 'status', 'error']).execute()
  await eventually(async () => {
    const rows = await read().catch(() => [])
    expect(rows.map(({ status, error }) => [status, error])).toEqual(fired.map(() => ['completed', null]))
  }, 30_000)
  expect([...board.calls.values()]).toEqual(fired.flatMap(() => steps.map(() => 1)))
  await caller.close()
  await runner.end()
}, 60_000)
