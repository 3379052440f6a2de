import type { Measurement } from '@atrium/bench-kit'
import { edge, graph, node } from '../test/graphs.ts'
import type { Platform, Runner } from '../test/platform.ts'

const workflows = 500
const page = 100
const steps = Array.from({ length: 20 }, (_, at) => node(`n${at}`, 'limit', { count: 10 }))
const drawn = graph(
  [node('start', 'trigger.manual'), ...steps],
  steps.map(({ id }, at) => edge(at === 0 ? 'start' : `n${at - 1}`, id)),
)

/**
 * Measures the pages of `GET /api/workflows?view=summary` over 500 workflows of 21 nodes. The
 * graphs have been checked before.
 */
export async function benchSummaries(
  platform: Platform,
  runner: Runner,
  rounds: number,
): Promise<Measurement[]> {
  const caller = await platform.caller(runner.url)
  for (let n = 0; n < workflows; n += 1) {
    await caller.send('POST', '/api/workflows', { name: `Workflow ${n}`, graph: drawn })
  }
  const millis: number[] = []
  for (let round = -1; round < rounds; round += 1) {
    for (let offset = 0; offset < workflows; offset += page) {
      const began = performance.now()
      await caller.send('GET', `/api/workflows?view=summary&limit=${page}&offset=${offset}`)
      // The first round fills the problem cache.
      if (round >= 0) millis.push(performance.now() - began)
    }
  }
  await caller.close()
  return [
    {
      name: 'workflow: a page of 100 summaries of 500 workflows',
      value: millis,
      unit: 'ms',
      target: '<= 50',
    },
  ]
}
