import { describe, expect, it } from 'vitest'
import { edge, graph, node } from '../../../test/graphs.ts'
import { recordedRun, testNode } from '../../../test/recorded-run.ts'
import { items, type Json, readProblems, through } from '../../../test/through-node.ts'

describe('merge', () => {
  const left = testNode('left', () => ({
    outputs: { main: items({ k: 1, a: 1 }, { k: 2, a: 2 }, { a: 3 }) },
  }))
  const right = testNode('right', () => ({
    outputs: { main: items({ k: '2', b: 2 }, { k: 3, b: 3 }) },
  }))
  const merged = async (params: Json) => {
    let seen: Json[] = []
    const look = testNode('look', (caught) => {
      seen = caught.map(({ json }) => json)
      return {}
    })
    const { nodes } = await recordedRun(
      graph(
        [
          node('start', 'trigger.manual'),
          node('l', 'left'),
          node('r', 'right'),
          node('it', 'merge', params),
          node('look', 'look'),
        ],
        [
          edge('start', 'l'),
          edge('start', 'r'),
          edge('l', 'it'),
          edge('r', 'it'),
          edge('it', 'look'),
        ],
      ),
      { nodes: [left, right, look] },
    )
    expect(nodes['it']?.error).toBeNull()
    return seen
  }

  it('appends the branches in the order in which they are drawn', async () => {
    expect(await merged({})).toHaveLength(5)
  })

  it('joins by position, up to the longest, the first or the shortest branch', async () => {
    expect(await merged({ mode: 'by_position' })).toEqual([
      { k: '2', a: 1, b: 2 },
      { k: 3, a: 2, b: 3 },
      { a: 3 },
    ])
    expect(await merged({ mode: 'by_position', keep: 'matched' })).toHaveLength(2)
    expect(await merged({ mode: 'by_position', keep: 'first' })).toHaveLength(3)
  })

  it('joins by a key, and keeps the unmatched items that each mode asks for', async () => {
    const both = { k: '2', a: 2, b: 2 }
    expect(await merged({ mode: 'by_key', key: 'k', keep: 'matched' })).toEqual([both])
    expect(await merged({ mode: 'by_key', key: 'k', keep: 'first' })).toEqual([
      { k: 1, a: 1 },
      both,
      { a: 3 },
    ])
    expect(await merged({ mode: 'by_key', key: 'k' })).toEqual([
      { k: 1, a: 1 },
      both,
      { a: 3 },
      { k: 3, b: 3 },
    ])
    expect(await readProblems('merge', { mode: 'by_key' })).toEqual([
      'invalid_params graph.nodes.1.params.key',
    ])
  })
})

describe('merge by key with duplicate keys', () => {
  const list = (name: string, ...rows: Json[]) =>
    testNode(name, () => ({ outputs: { main: items(...rows) } }))
  const tables = [
    list('orders', { k: 1, order: 'a' }, { k: 1, order: 'b' }, { k: 2, order: 'c' }),
    list(
      'lines',
      { k: 1, line: 1 },
      { k: 1, line: 2, more: true },
      { k: 3, line: 3 },
      { k: 3, line: 4 },
    ),
    list('notes', { k: 3, note: 'x' }, { k: 3, note: 'y' }),
  ]
  const merged = async (params: Json, count = 2) => {
    const seen: Json[] = []
    const look = testNode('look', (caught) => {
      seen.push(...caught.map(({ json }) => json))
      return {}
    })
    const sources = tables.slice(0, count)
    await recordedRun(
      graph(
        [
          node('start', 'trigger.manual'),
          ...sources.map(({ type }) => node(type, type)),
          node('it', 'merge', { mode: 'by_key', key: 'k', ...params }),
          node('look', 'look'),
        ],
        [
          ...sources.flatMap(({ type }) => [edge('start', type), edge(type, 'it')]),
          edge('it', 'look'),
        ],
      ),
      { nodes: [...sources, look] },
    )
    return seen
  }
  const matched = { keep: 'matched' }

  it('creates one item for each pair', async () => {
    expect(await merged(matched)).toEqual([
      { k: 1, order: 'a', line: 1 },
      { k: 1, order: 'a', line: 2, more: true },
      { k: 1, order: 'b', line: 1 },
      { k: 1, order: 'b', line: 2, more: true },
    ])
    expect((await merged({}, 3)).slice(5)).toEqual(
      [3, 4].flatMap((line) => ['x', 'y'].map((note) => ({ k: 3, line, note }))),
    )
  })

  it('keeps only the first or last row, or combines all rows, if the graph asks for it', async () => {
    const line = async (duplicates: string) => (await merged({ ...matched, duplicates }))[0]
    expect(await line('first')).toEqual({ k: 1, order: 'a', line: 1 })
    expect(await line('last')).toEqual({ k: 1, order: 'a', line: 2, more: true })
    expect((await merged({ duplicates: 'combined' })).at(-1)).toEqual({ k: 3, line: 4 })
    expect(await merged({ duplicates: 'combined' })).toHaveLength(4)
  })
})

describe('switch', () => {
  const rule = (output: string, right: unknown) => ({
    output,
    combinator: 'and',
    conditions: [{ left: 'v', operator: 'gt', right }],
  })

  it('sends each item to the first rule that matches, to every matching rule, or to else', async () => {
    const rules = [rule('big', 10), rule('constructor', 5)]
    const outputs = ['big', 'constructor', 'else']
    const given = items({ v: 20 }, { v: 7 }, { v: 1 })
    const first = await through('switch', { rules }, given, { outputs })
    expect(outputs.map(first.toJson)).toEqual([[{ v: 20 }], [{ v: 7 }], [{ v: 1 }]])
    const all = await through('switch', { rules, match: 'all' }, given, { outputs })
    expect(outputs.map(all.toJson)).toEqual([[{ v: 20 }], [{ v: 20 }, { v: 7 }], [{ v: 1 }]])
    expect(first.node?.outputs).toEqual({ big: 1, constructor: 1, else: 1 })
  })

  it('derives its outputs from its rules when a graph is checked', async () => {
    const rules = [rule('big', 10)]
    expect(await readProblems('switch', { rules }, 'big')).toEqual([])
    expect(await readProblems('switch', { rules }, 'else')).toEqual([])
    expect(await readProblems('switch', { rules }, 'small')).toEqual([
      'dangling_edge graph.edges.1.from.output',
    ])
    expect(await readProblems('switch', { rules: [...rules, ...rules] }, 'big')).toEqual([
      'invalid_params graph.nodes.1.params.rules.1.output',
    ])
    expect(await readProblems('switch', { rules: 'x' }, 'big')).toContain(
      'dangling_edge graph.edges.1.from.output',
    )
  })
})

describe('filter', () => {
  it('keeps the items that meet the conditions and refuses those it cannot judge', async () => {
    const conditions = [{ left: '{{ $json.n | round }}', operator: 'gte', right: 2 }]
    const given = items({ n: 1.5 }, { n: 1.4 }, { n: 'x' }, {})
    const { main, node } = await through('filter', { combinator: 'and', conditions }, given)
    expect(main).toEqual([{ n: 1.5 }])
    expect(node).toMatchObject({ status: 'completed', incomplete: true, outputs: { main: 1 } })
    expect(node?.message).toContain('item 3 of 4: The filter "round" needs a number, but "$json.n"')
  })

  it('reports an invalid pattern when the workflow is activated', async () => {
    const conditions = [{ left: 'a', operator: 'matches', right: '(' }]
    expect(await readProblems('filter', { combinator: 'or', conditions })).toEqual([
      'invalid_params graph.nodes.1.params.conditions.0.right',
    ])
    expect(await readProblems('filter', { combinator: 'or', conditions: [] })).toEqual([])
  })
})
