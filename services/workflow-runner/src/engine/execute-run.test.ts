import { describe, expect, it } from 'vitest'
import { edge, graph, node } from '../../test/graphs.ts'
import { recordedRun, testNode } from '../../test/recorded-run.ts'
import { missingField, NodeError } from './node-error.ts'

const start = node('start', 'trigger.manual')
const statuses = (nodes: Record<string, { status: string; skipReason: string | null }>) =>
  Object.fromEntries(Object.entries(nodes).map(([id, each]) => [id, each.skipReason ?? each.status]))
const group = (left: string, operator: string, right?: unknown) => ({
  combinator: 'and',
  conditions: [{ left, operator, right }],
})

describe('a run', () => {
  it('routes items by named outputs and counts them in and out', async () => {
    const { outcome, nodes } = await recordedRun(
      graph(
        [start, node('check', 'if', group('n', 'gt', 1)), node('big', 'pass'), node('small', 'pass')],
        [edge('start', 'check'), edge('check:true', 'big'), edge('check:false', 'small')],
      ),
      { seeds: { start: [{ json: { n: 1 } }, { json: { n: 2 } }, { json: { n: 3 } }] } },
    )
    expect(outcome).toEqual({ status: 'completed', error: null, watermarks: {} })
    expect(nodes['check']).toMatchObject({ itemsIn: 3, itemsOut: 3, outputs: { true: 2, false: 1 } })
    expect(nodes['big']?.itemsIn).toBe(2)
    expect(nodes['check']?.signalSamples).toHaveLength(3)
    expect(nodes['big']?.sample?.items).toHaveLength(2)
  })

  it('records a node as running before its call and its outcome after', async () => {
    const seen: string[] = []
    const probe = testNode('probe', () => {
      seen.push('called')
      return {}
    })
    const { log } = await recordedRun(graph([start, node('p', 'probe')], [edge('start', 'p')]), {
      nodes: [probe],
    })
    expect(log).toEqual(['running start', 'completed start', 'running p', 'completed p'])
    expect(seen).toEqual(['called'])
  })

  it('never calls a node without live input, and says why', async () => {
    const stop = testNode('stop', () => ({ halt: { success: true, message: 'nothing new' } }))
    const { outcome, nodes } = await recordedRun(
      graph(
        [
          start,
          node('empty', 'none'),
          node('a', 'pass'),
          node('b', 'pass'),
          node('halt', 'stop'),
          node('c', 'pass'),
          node('d', 'pass'),
          node('loose', 'pass'),
        ],
        [
          edge('start', 'empty'),
          edge('empty', 'a'),
          edge('a', 'b'),
          edge('start', 'halt'),
          edge('halt', 'c'),
          edge('c', 'd'),
        ],
      ),
      { nodes: [stop] },
    )
    expect(outcome.status).toBe('completed')
    expect(statuses(nodes)).toEqual({
      start: 'completed',
      empty: 'completed',
      a: 'no_input',
      b: 'upstream_skipped',
      halt: 'halted',
      c: 'branch_halted',
      d: 'branch_halted',
      loose: 'no_input',
    })
    expect(nodes['halt']?.message).toBe('nothing new')
  })

  it('a trigger that did not fire has no input', async () => {
    const { nodes } = await recordedRun(
      graph([start, node('cron', 'trigger.schedule', { cron: '* * * * *' })]),
      {
        seeds: { start: [{ json: {} }] },
      },
    )
    expect(statuses(nodes)).toEqual({ start: 'completed', cron: 'no_input' })
  })

  it('fails at the first failure and skips what follows', async () => {
    const { outcome, nodes } = await recordedRun(
      graph(
        [start, node('x', 'boom'), node('a', 'pass'), node('b', 'pass')],
        [edge('start', 'x'), edge('x', 'a'), edge('a', 'b')],
      ),
    )
    expect(outcome).toMatchObject({ status: 'failed', error: 'x: it broke' })
    expect(statuses(nodes)).toEqual({
      start: 'completed',
      x: 'failed',
      a: 'upstream_failed',
      b: 'upstream_failed',
    })
    expect(nodes['x']?.error).toBe('it broke')
  })

  it('a failing halt fails the run and carries its remedy', async () => {
    const fix = { label: 'Connect', href: '/channels' }
    const stop = testNode('stop', () => ({ halt: { success: false, message: 'no channel', fix } }))
    const { outcome, nodes } = await recordedRun(graph([start, node('s', 'stop')], [edge('start', 's')]), {
      nodes: [stop],
    })
    expect(outcome).toMatchObject({ status: 'failed', error: 's: no channel' })
    expect(nodes['s']).toMatchObject({ status: 'failed', error: 'no channel', fix })
  })

  it('an unregistered type stops the run without a remedy', async () => {
    const { outcome, nodes } = await recordedRun(
      graph([start, node('x', 'mystery'), node('a', 'pass')], [edge('start', 'x'), edge('x', 'a')]),
    )
    expect(outcome.status).toBe('failed')
    expect(nodes['x']).toMatchObject({
      status: 'failed',
      fix: null,
      error: 'The node type "mystery" is not registered here',
    })
  })

  it('names a missing field, and an org-scoped node without an org shares one message with its remedy', async () => {
    const needs = testNode('needs', () => {
      throw missingField('title')
    })
    const missing = await recordedRun(graph([start, node('x', 'needs')], [edge('start', 'x')]), {
      nodes: [needs],
    })
    expect(missing.nodes['x']?.error).toBe('Missing field "title"')
    const expression = await recordedRun(
      graph([start, node('x', 'trigger.event', { eventType: '{{ $json.kind }}' })], [edge('start', 'x')]),
      { seeds: { start: [{ json: {} }] } },
    )
    expect(expression.nodes['x']?.error).toBe('Missing field "$json.kind"')
    const board = { searchCards: async () => ({ items: [], total: 0 }) } as never
    const scoped = await recordedRun(graph([start, node('x', 'read_tasks')], [edge('start', 'x')]), {
      orgId: null,
      ports: { board },
    })
    expect(scoped.nodes['x']).toMatchObject({ status: 'failed', fix: { href: '/channels' } })
  })

  it('shows the database’s own reason and not only the SQL', async () => {
    const query = testNode('query', () => {
      throw new Error('Failed query: insert into x', {
        cause: Object.assign(new Error('duplicate key value'), { detail: 'Key (id)=(1) already exists.' }),
      })
    })
    const { nodes } = await recordedRun(graph([start, node('q', 'query')], [edge('start', 'q')]), {
      nodes: [query],
    })
    expect(nodes['q']?.error).toBe(
      'Failed query: insert into x: duplicate key value: Key (id)=(1) already exists.',
    )
  })

  it('keeps usage, incomplete and watermarks, the last only of a run that succeeds', async () => {
    const reader = testNode('reader', (items) => ({
      outputs: { main: items },
      watermarks: { cursor: 7 },
      incomplete: true,
      usage: { tokens: 5 },
      message: 'read',
    }))
    const edges = [edge('start', 'r'), edge('r', 'after')]
    const good = await recordedRun(graph([start, node('r', 'reader'), node('after', 'pass')], edges), {
      nodes: [reader],
    })
    expect(good.outcome.watermarks).toEqual({ cursor: 7 })
    expect(good.nodes['r']).toMatchObject({ incomplete: true, usage: { tokens: 5 }, message: 'read' })
    const bad = await recordedRun(graph([start, node('r', 'reader'), node('after', 'boom')], edges), {
      nodes: [reader],
    })
    expect(bad.outcome).toMatchObject({ status: 'failed', watermarks: {} })
  })

  it('a graph that cannot be run fails without calling anything', async () => {
    const { outcome, log } = await recordedRun(
      graph([start, node('a', 'pass'), node('b', 'pass')], [edge('a', 'b'), edge('b', 'a')]),
    )
    expect(outcome.status).toBe('failed')
    expect(outcome.error).toContain('cycle')
    expect(log).toEqual([])
  })
})

describe('runOnFailure', () => {
  const errors: unknown[] = []
  const closer = testNode('closer', (items, _params, context) => {
    errors.push({ items: items.length, error: context.runError })
    return {}
  })
  const closing = node('close', 'closer', {}, { runOnFailure: true })

  it('is called with an empty batch and the reason after a failure', async () => {
    errors.length = 0
    const { outcome, nodes } = await recordedRun(
      graph([start, node('x', 'boom'), closing], [edge('start', 'x'), edge('x', 'close')]),
      { nodes: [closer] },
    )
    expect(errors).toEqual([{ items: 0, error: { message: 'x: it broke', nodeId: 'x' } }])
    expect(nodes['close']?.status).toBe('completed')
    expect(outcome.status).toBe('failed')
  })

  it('is called at the end of a completed run that never reached it', async () => {
    errors.length = 0
    const quiet = testNode('quiet', () => ({ outputs: { main: [] }, message: 'page not found' }))
    const { outcome, nodes } = await recordedRun(
      graph(
        [start, node('q', 'quiet'), node('a', 'pass'), closing],
        [edge('start', 'q'), edge('q', 'a'), edge('a', 'close')],
      ),
      { nodes: [closer, quiet] },
    )
    expect(errors).toEqual([{ items: 0, error: { message: 'page not found', nodeId: 'q' } }])
    expect(outcome.status).toBe('completed')
    expect(statuses(nodes)).toMatchObject({ a: 'no_input', close: 'completed' })
  })

  it('runs once and normally when items reach it', async () => {
    errors.length = 0
    await recordedRun(graph([start, closing], [edge('start', 'close')]), { nodes: [closer] })
    expect(errors).toEqual([{ items: 1, error: null }])
  })

  it('stays skipped behind a deliberate halt, also when another branch fails', async () => {
    errors.length = 0
    const stop = testNode('stop', () => ({ halt: { success: true, message: 'enough' } }))
    for (const other of ['pass', 'boom']) {
      const { nodes } = await recordedRun(
        graph(
          [start, node('s', 'stop'), closing, node('o', other)],
          [edge('start', 's'), edge('s', 'close'), edge('start', 'o')],
        ),
        { nodes: [closer, stop] },
      )
      expect(statuses(nodes)).toMatchObject({ s: 'halted', close: 'branch_halted' })
    }
    expect(errors).toEqual([])
  })

  it('that fails itself fails the run', async () => {
    const bad = testNode('bad', () => {
      throw new NodeError('cannot close')
    })
    const { outcome } = await recordedRun(
      graph(
        [start, node('e', 'none'), node('close', 'bad', {}, { runOnFailure: true })],
        [edge('start', 'e'), edge('e', 'close')],
      ),
      { nodes: [bad] },
    )
    expect(outcome).toMatchObject({ status: 'failed', error: 'close: cannot close' })
  })
})

describe('stopping', () => {
  it('a node past its deadline fails the run, whether or not it listens', async () => {
    const deaf = testNode('deaf', () => new Promise(() => {}))
    const { outcome, nodes } = await recordedRun(graph([start, node('d', 'deaf')], [edge('start', 'd')]), {
      nodes: [deaf],
      deadlineMs: 20,
    })
    expect(outcome.status).toBe('failed')
    expect(nodes['d']?.error).toBe('Stopped at the node deadline of 840 seconds')
  })

  it('a cancelled run stops at once, calls nothing more, and commits no watermark', async () => {
    const cancel = new AbortController()
    const slow = testNode('slow', (_items, _params, { signal }) => {
      setTimeout(() => cancel.abort(), 10)
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))
    })
    const { outcome, nodes } = await recordedRun(
      graph(
        [start, node('s', 'slow'), node('a', 'pass'), node('c', 'pass', {}, { runOnFailure: true })],
        [edge('start', 's'), edge('s', 'a'), edge('a', 'c')],
      ),
      { nodes: [slow], cancel },
    )
    expect(outcome).toEqual({ status: 'cancelled', error: null, watermarks: {} })
    expect(statuses(nodes)).toEqual({ start: 'completed', s: 'cancelled', a: 'cancelled', c: 'cancelled' })
  })
})

describe('lineage', () => {
  const seeds = { start: [{ json: { id: 1 } }, { json: { id: 2 } }, { json: { id: 3 } }] }
  const seen: unknown[] = []
  const look = testNode('look', (items, _params, context) => {
    seen.push(...items.map((_, at) => (context.paramsFor(at) as { id: unknown }).id))
    return { outputs: { main: items } }
  })
  const params = { id: "{{ $node['start'].json.id }}" }
  const check = async (middle: ReturnType<typeof testNode>) => {
    seen.length = 0
    await recordedRun(
      graph([start, node('m', middle.type), node('l', 'look', params)], [edge('start', 'm'), edge('m', 'l')]),
      { nodes: [middle, look], seeds },
    )
    return seen
  }

  it('follows the items that were passed on, derived, or put out one for one', async () => {
    expect(await check(testNode('last', (items) => ({ outputs: { main: [...items].reverse() } })))).toEqual([
      3, 2, 1,
    ])
    expect(
      await check(
        testNode('derived', (items, _p, context) => ({
          outputs: { main: items.slice(1).map((item) => context.derive(item, { json: {} })) },
        })),
      ),
    ).toEqual([2, 3])
    expect(
      await check(testNode('fresh', (items) => ({ outputs: { main: items.map(() => ({ json: {} })) } }))),
    ).toEqual([1, 2, 3])
  })

  it('falls back to the first item when it is lost', async () => {
    expect(
      await check(testNode('lost', () => ({ outputs: { main: [{ json: {} }, { json: {} }] } }))),
    ).toEqual([1, 1])
  })
})

it('a parameter that is exactly an environment reference is replaced', async () => {
  let given: unknown
  const look = testNode('look', (_items, params) => {
    given = params
    return {}
  })
  const reference = '$' + '{env:API_URL}'
  await recordedRun(
    graph([start, node('l', 'look', { a: reference, b: `x${reference}` })], [edge('start', 'l')]),
    { nodes: [look] },
  )
  expect(given).toEqual({ a: 'http://api', b: `x${reference}` })
})
