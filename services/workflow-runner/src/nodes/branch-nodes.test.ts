import { describe, expect, it } from 'vitest'
import { edge, graph, node } from '../../test/graphs.ts'
import { recordedRun, testNode } from '../../test/recorded-run.ts'
import { items, type Json, problemsOf, through } from '../../test/through-node.ts'

describe('merge', () => {
  const left = testNode('left', () => ({
    outputs: { main: items({ k: 1, a: 1 }, { k: 2, a: 2 }, { a: 3 }) },
  }))
  const right = testNode('right', () => ({ outputs: { main: items({ k: '2', b: 2 }, { k: 3, b: 3 }) } }))
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
        [edge('start', 'l'), edge('start', 'r'), edge('l', 'it'), edge('r', 'it'), edge('it', 'look')],
      ),
      { nodes: [left, right, look] },
    )
    expect(nodes['it']?.error).toBeNull()
    return seen
  }

  it('appends the branches in the order of drawing', async () => {
    expect(await merged({})).toHaveLength(5)
  })

  it('joins by position, to the longest, the first or the shortest branch', async () => {
    expect(await merged({ mode: 'by_position' })).toEqual([
      { k: '2', a: 1, b: 2 },
      { k: 3, a: 2, b: 3 },
      { a: 3 },
    ])
    expect(await merged({ mode: 'by_position', keep: 'matched' })).toHaveLength(2)
    expect(await merged({ mode: 'by_position', keep: 'first' })).toHaveLength(3)
  })

  it('joins by a key, and keeps what each mode promises', async () => {
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
    expect(await problemsOf('merge', { mode: 'by_key' })).toEqual(['invalid_params graph.nodes.1.params.key'])
  })
})

describe('switch', () => {
  const rule = (output: string, right: unknown) => ({
    output,
    combinator: 'and',
    conditions: [{ left: 'v', operator: 'gt', right }],
  })

  it('sends each item to the first rule that it passes, or to every one, or to else', async () => {
    const rules = [rule('big', 10), rule('constructor', 5)]
    const outputs = ['big', 'constructor', 'else']
    const given = items({ v: 20 }, { v: 7 }, { v: 1 })
    const first = await through('switch', { rules }, given, { outputs })
    expect(outputs.map(first.jsonOf)).toEqual([[{ v: 20 }], [{ v: 7 }], [{ v: 1 }]])
    const all = await through('switch', { rules, match: 'all' }, given, { outputs })
    expect(outputs.map(all.jsonOf)).toEqual([[{ v: 20 }], [{ v: 20 }, { v: 7 }], [{ v: 1 }]])
    expect(first.node?.outputs).toEqual({ big: 1, constructor: 1, else: 1 })
  })

  it('takes its outputs from its rules when a graph is checked', async () => {
    const rules = [rule('big', 10)]
    expect(await problemsOf('switch', { rules }, 'big')).toEqual([])
    expect(await problemsOf('switch', { rules }, 'else')).toEqual([])
    expect(await problemsOf('switch', { rules }, 'small')).toEqual([
      'dangling_edge graph.edges.1.from.output',
    ])
    expect(await problemsOf('switch', { rules: [...rules, ...rules] }, 'big')).toEqual([
      'invalid_params graph.nodes.1.params.rules.1.output',
    ])
    expect(await problemsOf('switch', { rules: 'x' }, 'big')).toContain(
      'dangling_edge graph.edges.1.from.output',
    )
  })
})
