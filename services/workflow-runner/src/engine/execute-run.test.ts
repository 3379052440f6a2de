import { missingField } from '@atrium/workflow-rules'
import { describe, expect, it } from 'vitest'
import { edge, graph, node } from '../../test/graphs.ts'
import { recordedRun, testNode, toStatuses } from '../../test/recorded-run.ts'

const start = node('start', 'trigger.manual')
const group = (left: string, operator: string, right?: unknown) => ({
  combinator: 'and',
  conditions: [{ left, operator, right }],
})

describe('a run', () => {
  it('routes items by named outputs and counts them in and out', async () => {
    const { outcome, nodes } = await recordedRun(
      graph(
        [
          start,
          node('check', 'if', group('n', 'gt', 1)),
          node('big', 'pass'),
          node('small', 'pass'),
        ],
        [edge('start', 'check'), edge('check:true', 'big'), edge('check:false', 'small')],
      ),
      { seeds: { start: [{ json: { n: 1 } }, { json: { n: 2 } }, { json: { n: 3 } }] } },
    )
    expect(outcome).toEqual({ status: 'completed', error: null, watermarks: {} })
    expect(nodes['check']).toMatchObject({
      itemsIn: 3,
      itemsOut: 3,
      outputs: { true: 2, false: 1 },
    })
    expect(nodes['big']?.itemsIn).toBe(2)
    expect(nodes['check']?.signalSamples).toHaveLength(3)
    expect(nodes['big']?.sample?.items).toHaveLength(2)
  })

  it('records a node as running before its call and its outcome afterwards', async () => {
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

  it('skips a node with a reason if it has no live input', async () => {
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
    expect(toStatuses(nodes)).toEqual({
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

  it('skips a trigger that did not fire because it has no input', async () => {
    const { nodes } = await recordedRun(
      graph([start, node('cron', 'trigger.schedule', { cron: '* * * * *' })]),
      {
        seeds: { start: [{ json: {} }] },
      },
    )
    expect(toStatuses(nodes)).toEqual({ start: 'completed', cron: 'no_input' })
  })

  it('fails at the first failure and skips the nodes after it', async () => {
    const { outcome, nodes } = await recordedRun(
      graph(
        [start, node('x', 'boom'), node('a', 'pass'), node('b', 'pass')],
        [edge('start', 'x'), edge('x', 'a'), edge('a', 'b')],
      ),
    )
    expect(outcome).toMatchObject({ status: 'failed', error: 'x: it broke' })
    expect(toStatuses(nodes)).toEqual({
      start: 'completed',
      x: 'failed',
      a: 'upstream_failed',
      b: 'upstream_failed',
    })
    expect(nodes['x']?.error).toBe('it broke')
  })

  it('fails with the fix of the node when a node halts with a failure', async () => {
    const fix = { label: 'Connect', href: '/channels' }
    const stop = testNode('stop', () => ({ halt: { success: false, message: 'no channel', fix } }))
    const { outcome, nodes } = await recordedRun(
      graph([start, node('s', 'stop')], [edge('start', 's')]),
      {
        nodes: [stop],
      },
    )
    expect(outcome).toMatchObject({ status: 'failed', error: 's: no channel' })
    expect(nodes['s']).toMatchObject({ status: 'failed', error: 'no channel', fix })
  })

  it('stops without a fix if a node type is not registered', async () => {
    const { outcome, nodes } = await recordedRun(
      graph([start, node('x', 'mystery'), node('a', 'pass')], [edge('start', 'x'), edge('x', 'a')]),
    )
    expect(outcome.status).toBe('failed')
    expect(nodes['x']).toMatchObject({
      status: 'failed',
      fix: null,
      error: 'This installation has no step of the type "mystery"',
    })
  })

  it('names a missing field, and explains with a fix if a node needs an org', async () => {
    const needs = testNode('needs', () => {
      throw missingField('title')
    })
    const missing = await recordedRun(graph([start, node('x', 'needs')], [edge('start', 'x')]), {
      nodes: [needs],
    })
    expect(missing.nodes['x']?.error).toBe('Missing field "title"')
    const expression = await recordedRun(
      graph(
        [start, node('x', 'trigger.event', { eventType: '{{ $json.kind }}' })],
        [edge('start', 'x')],
      ),
      { seeds: { start: [{ json: {} }] } },
    )
    expect(expression.nodes['x']?.error).toBe('Missing field "$json.kind"')
    const board = { searchCards: async () => ({ items: [], total: 0 }) } as never
    const scoped = await recordedRun(
      graph([start, node('x', 'read_tasks')], [edge('start', 'x')]),
      {
        orgId: null,
        ports: { board },
      },
    )
    expect(scoped.nodes['x']).toMatchObject({ status: 'failed', fix: { href: '/channels' } })
  })

  it('shows the database’s own reason besides the SQL', async () => {
    const query = testNode('query', () => {
      throw new Error('Failed query: insert into x', {
        cause: Object.assign(new Error('duplicate key value'), {
          detail: 'Key (id)=(1) already exists.',
        }),
      })
    })
    const { nodes } = await recordedRun(graph([start, node('q', 'query')], [edge('start', 'q')]), {
      nodes: [query],
    })
    expect(nodes['q']?.error).toBe(
      'Failed query: insert into x: duplicate key value: Key (id)=(1) already exists.',
    )
  })

  it('keeps usage and incomplete marks, but watermarks only if the run succeeds', async () => {
    const reader = testNode('reader', (items) => ({
      outputs: { main: items },
      watermarks: { cursor: 7 },
      incomplete: true,
      usage: { tokens: 5 },
      message: 'read',
    }))
    const edges = [edge('start', 'r'), edge('r', 'after')]
    const good = await recordedRun(
      graph([start, node('r', 'reader'), node('after', 'pass')], edges),
      {
        nodes: [reader],
      },
    )
    expect(good.outcome.watermarks).toEqual({ cursor: 7 })
    expect(good.nodes['r']).toMatchObject({
      incomplete: true,
      usage: { tokens: 5 },
      message: 'read',
    })
    const bad = await recordedRun(
      graph([start, node('r', 'reader'), node('after', 'boom')], edges),
      {
        nodes: [reader],
      },
    )
    expect(bad.outcome).toMatchObject({ status: 'failed', watermarks: {} })
  })

  it('fails without calling a node if the graph cannot be run', async () => {
    const { outcome, log } = await recordedRun(
      graph([start, node('a', 'pass'), node('b', 'pass')], [edge('a', 'b'), edge('b', 'a')]),
    )
    expect(outcome.status).toBe('failed')
    expect(outcome.error).toContain('cycle')
    expect(log).toEqual([])
  })
})

it('replaces a parameter if its whole text is an environment reference', async () => {
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
