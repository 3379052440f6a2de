import type { Measurement } from '@atrium/bench-kit'
import { sql } from 'kysely'
import { edge, graph, node } from '../test/graphs.ts'
import type { Platform, Runner } from '../test/platform.ts'
import { readMoment } from './bench-firing.ts'

const text = 'Ünïcode '.repeat(45_000)
const conditions = Array.from({ length: 100 }, (_, at) => ({
  left: 'text',
  operator: 'not_contains',
  right: `É${at}`,
}))
const nodes = Array.from({ length: 120 }, (_, at) =>
  node(`n${at}`, 'if', { combinator: 'and', conditions }),
)
const busy = graph(
  [node('start', 'trigger.manual'), ...nodes],
  nodes.map(({ id }, at) => edge(at === 0 ? 'start' : `n${at - 1}:true`, id)),
)

/**
 * Measures the time from a cancel request until a busy run ends. The run computes without a pause.
 */
export async function benchCancel(
  platform: Platform,
  runner: Runner,
  rounds: number,
): Promise<Measurement[]> {
  const caller = await platform.caller(runner.url)
  const { body } = await caller.send<{ id: string }>('POST', '/api/workflows', {
    name: 'busy',
    graph: busy,
  })
  const seconds: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const fired = await caller.send<{ runId: string }>('POST', `/api/workflows/${body.id}/run`, {
      input: { text },
    })
    const which = sql`id = ${fired.body.runId}`
    await readMoment(platform, 'started_at', which)
    const asked = Date.now()
    await caller.send('POST', `/api/workflows/${body.id}/runs/${fired.body.runId}/cancel`)
    seconds.push(((await readMoment(platform, 'finished_at', which)) - asked) / 1_000)
  }
  await caller.close()
  return [
    {
      name: 'workflow: cancel request to the end of a busy run',
      value: seconds,
      unit: 's',
      target: '<= 3',
    },
  ]
}
