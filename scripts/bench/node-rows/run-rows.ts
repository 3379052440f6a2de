import { type Measurement, percentile } from '@atrium/bench-kit'
import { type BenchPerson, type BenchWorld, line, pause } from './bench-world.ts'

const sleepers = 1_000
const sleepMs = 30_000

/** Measures one workflow's runs that sleep until the same moment, on two replicas. */
export async function sleepRows(world: BenchWorld, { client, workflow, fire, ended }: BenchPerson) {
  const replica = await world.platform.replica('workflow')
  try {
    const called = await workflow(line(['wait', { until: '{{ $json.until }}' }], ['limit']))
    await client.workflows.update({ params: { id: called }, body: { active: true } })
    const caller = await workflow(
      line(
        ['split', { field: 'list', separator: ',', as: 'n' }],
        [
          'set_fields',
          { fields: [{ name: 'until', value: "{{ $node['0 trigger.manual'].json.until }}" }] },
        ],
        ['for_each', { workflow: called }],
      ),
    )
    const due = Date.now() + sleepMs
    const list = Array.from({ length: sleepers }, (_, n) => n).join()
    const runId = await fire(caller, { list, until: new Date(due).toISOString() })
    await pause(due - 1_000 - Date.now())
    const [asleep] = await world.query<{ n: number }>(
      `select count(*)::int as n from runs where parent_run_id = $1 and status = 'parked'`,
      [runId],
    )
    if (asleep?.n !== sleepers)
      throw new Error(`${asleep?.n} of ${sleepers} runs sleep when they become due`)
    const run = await ended(caller, runId)
    const [awake] = await world.query<{ last: number; completed: number; workers: number }>(
      `select (extract(epoch from max(claimed_at)) * 1000)::float8 as last, count(distinct worker_id)::int as workers,
        count(*) filter (where status = 'completed')::int as completed from runs where parent_run_id = $1`,
      [runId],
    )
    const passed = run.nodes.find(({ type }) => type === 'for_each')?.itemsOut ?? 0
    const once = passed === sleepers && awake?.completed === sleepers
    return [
      {
        name: 'nodes: 1,000 sleeping runs due at once, 2 replicas, all awake',
        value: ((awake?.last ?? Number.NaN) - due) / 1_000,
        unit: 's',
        target: '<= 5',
      },
      {
        name: 'nodes: sleeping runs that did not continue exactly once',
        value: once ? 0 : Math.max(1, sleepers - passed),
        unit: 'runs',
        target: '<= 0',
      },
      {
        name: 'nodes: replicas that woke them',
        value: awake?.workers ?? 0,
        unit: '',
        target: '>= 2',
      },
    ] satisfies Measurement[]
  } finally {
    await replica.end()
  }
}

const heavyRuns = 50
const seconds = 12
const heavyList = Array.from({ length: 10_000 }, (_, n) => n % 977).join()

/**
 * Measures an organisation's runs and requests while another organisation's 50 runs sort, join and
 * count 10,000 items.
 */
export async function loadRows(busy: BenchPerson, other: BenchPerson) {
  const graph = line(
    ['split', { field: 'list', separator: ',', as: 'n' }],
    ['set_fields', { fields: [{ name: 'text', value: 'Number {{ $json.n }} of many' }] }],
    ['sort', { by: [{ field: 'text', direction: 'descending' }, { field: 'n' }] }],
    ['dedupe', { by: ['text', 'n'] }],
    ['aggregate', { groupBy: ['n'], compute: [{ operation: 'join', field: 'text', as: 'all' }] }],
  )
  const heavy: { id: string; runId: string }[] = []
  const ids = await Promise.all(Array.from({ length: heavyRuns }, () => busy.workflow(graph)))
  const small = await other.workflow(line(['limit']))
  const starts: number[] = []
  const answers: number[] = []
  const until = Date.now() + seconds * 1_000
  const burden = async (id: string): Promise<void> => {
    while (Date.now() < until) {
      const runId = await busy.fire(id, { list: heavyList })
      heavy.push({ id, runId })
      await busy.ended(id, runId)
    }
  }
  const ask = async (): Promise<void> => {
    while (Date.now() < until) {
      const started = performance.now()
      await other.client.workflows.list({ query: { limit: 25 } })
      answers.push(performance.now() - started)
      await pause(20)
    }
  }
  const start = async (): Promise<void> => {
    while (Date.now() < until) {
      const run = await other.ended(small, await other.fire(small))
      starts.push((Date.parse(run.startedAt ?? '') - Date.parse(run.createdAt)) / 1_000)
      await pause(200)
    }
  }
  await Promise.all([...ids.map(burden), ask(), ask(), start()])
  return [
    {
      name: 'nodes: run of another organisation during 50 runs, starts, p99',
      value: percentile(starts, 0.99),
      unit: 's',
      target: '<= 1',
    },
    {
      name: 'nodes: its requests, p99',
      value: percentile(answers, 0.99),
      unit: 'ms',
      target: '< 250',
    },
    {
      name: 'nodes: runs of the busy organisation meanwhile',
      value: heavy.length / seconds,
      unit: 'runs/s',
      target: 'none',
    },
  ] satisfies Measurement[]
}
