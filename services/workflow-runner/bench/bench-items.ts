import type { Measurement } from '@atrium/bench-kit'
import { edge, graph, node } from '../test/graphs.ts'
import { recordedRun, testNode } from '../test/recorded-run.ts'

/** Measures the items per second through `if` with one expression per item, in one process. */
export async function benchItems(): Promise<Measurement[]> {
  // The item limit of a run, and enough runs for a stable figure.
  const count = 10_000
  const rounds = 40
  const items = Array.from({ length: count }, (_, at) => ({
    json: { n: at, title: `Title ${at % 100}` },
  }))
  let texts = 0
  const render = testNode('render', (given, _params, context) => {
    for (let at = 0; at < given.length; at += 1)
      texts += (context.paramsFor(at) as { text: string }).text.length
    return { outputs: { main: given } }
  })
  const flow = graph(
    [
      node('start', 'trigger.manual'),
      node('check', 'if', {
        combinator: 'and',
        conditions: [
          { left: '{{ $json.n }}', operator: 'gte', right: 0 },
          { left: 'title', operator: 'contains', right: 'TITLE' },
        ],
      }),
      node('render', 'render', { text: "{{ $json.title }} of {{ $node['start'].json.n }}" }),
    ],
    [edge('start', 'check'), edge('check:true', 'render')],
  )
  await recordedRun(flow, { nodes: [render], seeds: { start: items } })
  const started = performance.now()
  for (let round = 0; round < rounds; round += 1) {
    const { outcome } = await recordedRun(flow, { nodes: [render], seeds: { start: items } })
    if (outcome.status !== 'completed' || texts === 0)
      throw new Error(outcome.error ?? 'nothing rendered')
  }
  const seconds = (performance.now() - started) / 1_000
  return [
    {
      name: 'workflow: items through if and expressions',
      value: (count * rounds) / seconds,
      unit: 'items/s',
      target: '>= 200000',
    },
  ]
}
