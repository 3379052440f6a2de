import type { WorkflowNode } from '@atrium/contracts'
import { expect, test } from 'vitest'
import type { Drawing } from './drawing.ts'
import { mergeDrawings } from './merge-drawings.ts'

const node = (id: string, params: Record<string, unknown> = {}, name = id): WorkflowNode => ({
  id,
  type: 'set_fields',
  name,
  params,
  position: { x: 0, y: 0 },
})
const edge = (from: string, to: string) => ({
  from: { node: from, output: 'main' },
  to: { node: to, input: 'main' },
})
const draw = (
  nodes: readonly WorkflowNode[],
  edges: readonly (readonly [string, string])[] = [],
  rest: Partial<Drawing> = {},
): Drawing => ({
  name: 'Thanks',
  description: null,
  graph: { nodes: [...nodes], edges: edges.map(([from, to]) => edge(from, to)) },
  ...rest,
})
const none = new Set<string>()
const row = [['a', 'b']] as const
const base = draw([node('a'), node('b')], row)

test('keeps both changes if they touch different steps, and the name of one side', () => {
  const mine = draw([node('a', { one: 1 }), node('b'), node('c')], [...row, ['b', 'c']])
  const theirs = draw([node('a'), node('b', { two: 2 })], row, { name: 'Thank you' })
  const { clashes, resolve } = mergeDrawings(base, mine, theirs)
  expect(clashes).toEqual([])
  expect(resolve(none)).toEqual(
    draw([node('a', { one: 1 }), node('b', { two: 2 }), node('c')], [...row, ['b', 'c']], {
      name: 'Thank you',
    }),
  )
})

test('asks per step if both sides changed it differently, and takes the chosen side', () => {
  const mine = draw([node('a', { n: 1 }), node('b', { n: 1 })], row)
  const theirs = draw([node('a', { n: 2 }), node('b', { n: 1 })], row)
  const { clashes, resolve } = mergeDrawings(base, mine, theirs)
  expect(clashes.map(({ field }) => field)).toEqual(['step a'])
  expect(resolve(none).graph.nodes[0]?.params).toEqual({ n: 1 })
  expect(resolve(new Set(['step a'])).graph.nodes[0]?.params).toEqual({ n: 2 })
})

test('asks if one side deleted a step that the other side changed, and restores its edges if it is kept', () => {
  const mine = draw([node('a')])
  const theirs = draw([node('a'), node('b', { two: 2 })], row)
  const { clashes, resolve } = mergeDrawings(base, mine, theirs)
  expect(clashes).toMatchObject([{ field: 'step b', mine: undefined, theirs: { id: 'b' } }])
  expect(resolve(none)).toEqual(mine)
  expect(resolve(new Set(['step b']))).toEqual(theirs)
})

test('removes a step that one side deleted and the other side did not touch', () => {
  const { clashes, resolve } = mergeDrawings(base, draw([node('a')]), base)
  expect(clashes).toEqual([])
  expect(resolve(none)).toEqual(draw([node('a')]))
  expect(mergeDrawings(base, base, draw([node('a')])).resolve(none)).toEqual(draw([node('a')]))
})

test('keeps a removed connection removed, whichever side removed it', () => {
  const cut = draw([node('a'), node('b')])
  expect(mergeDrawings(base, cut, base).resolve(none)).toEqual(cut)
  expect(mergeDrawings(base, base, cut).resolve(none)).toEqual(cut)
})

test('keeps the new place of a step that the other side changed', () => {
  const mine = draw([{ ...node('a'), position: { x: 50, y: 0 } }, node('b')], row)
  const theirs = draw([node('a', { n: 2 }), node('b')], row)
  const { clashes, resolve } = mergeDrawings(base, mine, theirs)
  expect(clashes).toEqual([])
  expect(resolve(none).graph.nodes[0]).toMatchObject({ params: { n: 2 }, position: { x: 50 } })
})

test('applies a rename of one side to the expressions of the other side', () => {
  const text = (name: string) => ({ text: `{{ $node['${name}'].json.x }}` })
  const start = draw([node('a'), node('b', text('a'))], row)
  const mine = draw([node('a'), node('b', text('a')), node('c', text('a'))], row)
  const theirs = draw([node('a', {}, 'Customer'), node('b', text('Customer'))], row)
  const { clashes, resolve } = mergeDrawings(start, mine, theirs)
  expect(clashes).toEqual([])
  expect(resolve(none).graph.nodes).toEqual([
    node('a', {}, 'Customer'),
    node('b', text('Customer')),
    node('c', text('Customer')),
  ])
})

test('gives a new step another name if the other side uses its name', () => {
  const mine = draw([node('a'), node('b'), node('c', {}, 'Card')], row)
  const theirs = draw([node('a'), node('b'), node('d', {}, 'Card')], row)
  const { clashes, resolve } = mergeDrawings(base, mine, theirs)
  expect(clashes).toEqual([])
  expect(resolve(none).graph.nodes.map(({ name }) => name)).toEqual(['a', 'b', 'Card', 'Card 2'])
})

test('asks only if both sides have changed the drawing differently', () => {
  const [mine, theirs] = ['Mine', 'Theirs'].map((name) => draw([], [], { name })) as [
    Drawing,
    Drawing,
  ]
  const start = draw([])
  const listClashes = (one: Drawing | undefined, two: Drawing, three: Drawing) =>
    mergeDrawings(one, two, three).clashes.map(({ field }) => field)
  expect(listClashes(start, mine, mine)).toEqual([])
  expect(listClashes(start, mine, start)).toEqual([])
  expect(listClashes(start, start, theirs)).toEqual([])
  expect(listClashes(start, mine, theirs)).toEqual(['name'])
  expect(listClashes(undefined, mine, theirs)).toEqual(['name'])
  expect(listClashes(undefined, mine, mine)).toEqual([])
})

test('asks about every part that differs if the base is unknown', () => {
  const mine = draw([node('a', { n: 1 }), node('b')], row, { name: 'Mine' })
  const { clashes } = mergeDrawings(undefined, mine, base)
  expect(clashes.map(({ field }) => field)).toEqual(['name', 'step a'])
})

test('merges notes as steps', () => {
  const withNote = (text: string): Drawing => ({
    ...base,
    graph: { ...base.graph, notes: [{ id: 'n', text, position: { x: 0, y: 0 } }] },
  })
  const { resolve } = mergeDrawings(withNote('Ask'), withNote('Ask first'), withNote('Ask'))
  expect(resolve(none)).toEqual(withNote('Ask first'))
  expect(mergeDrawings(withNote('Ask'), withNote('1'), withNote('2')).clashes).toMatchObject([
    { field: 'note n', mine: { text: '1' }, theirs: { text: '2' } },
  ])
})

const chain = draw(
  [node('a'), node('s'), node('c')],
  [
    ['a', 's'],
    ['s', 'c'],
  ],
)
const theirEdges = new Set(['connections'])
const listEdges = ({ graph }: Drawing) =>
  graph.edges.map(({ from, to }) => `${from.node}>${to.node}`).sort()

test('asks about the connections if both sides put a step on the same one', () => {
  const putOn = (id: string) =>
    draw(
      [...chain.graph.nodes, node(id)],
      [
        ['a', id],
        [id, 's'],
        ['s', 'c'],
      ],
    )
  const { clashes, resolve } = mergeDrawings(chain, putOn('x'), putOn('y'))
  expect(clashes).toEqual([{ field: 'connections', mine: 'a → x\nx → s', theirs: 'a → y\ny → s' }])
  expect(listEdges(resolve(none))).toEqual(['a>x', 's>c', 'x>s'])
  expect(listEdges(resolve(theirEdges))).toEqual(['a>y', 's>c', 'y>s'])
  // The step of the other side stays on the canvas without connections.
  expect(
    resolve(none)
      .graph.nodes.map(({ id }) => id)
      .sort(),
  ).toEqual(['a', 'c', 's', 'x', 'y'])
})

test('asks about the connections if a kept step was bridged', () => {
  const mine = draw([node('a'), node('c')], [['a', 'c']])
  const theirs = draw(
    [node('a'), node('s', { n: 1 }), node('c')],
    [
      ['a', 's'],
      ['s', 'c'],
    ],
  )
  const { clashes, resolve } = mergeDrawings(chain, mine, theirs)
  expect(clashes.map(({ field }) => field)).toEqual(['step s', 'connections'])
  expect(listEdges(resolve(none))).toEqual(['a>c'])
  expect(listEdges(resolve(new Set(['step s', 'connections'])))).toEqual(['a>s', 's>c'])
})

test('asks about the connections if a deleted step got a new one, and keeps the chosen steps', () => {
  const mine = draw([node('a'), node('c')], [['a', 'c']])
  const theirs = draw(
    [...chain.graph.nodes, node('x')],
    [
      ['a', 's'],
      ['s', 'x'],
      ['x', 'c'],
    ],
  )
  const { clashes, resolve } = mergeDrawings(chain, mine, theirs)
  expect(clashes.map(({ field }) => field)).toEqual(['connections'])
  expect(listEdges(resolve(none))).toEqual(['a>c'])
  expect(listEdges(resolve(theirEdges))).toEqual(['a>s', 's>x', 'x>c'])
  const swapped = mergeDrawings(chain, theirs, mine)
  expect(listEdges(swapped.resolve(none))).toEqual(['a>s', 's>x', 'x>c'])
})

test('asks about the connections if those of both sides close a circle', () => {
  const start = draw([node('b'), node('c')])
  const { clashes, resolve } = mergeDrawings(
    start,
    draw(start.graph.nodes, [['b', 'c']]),
    draw(start.graph.nodes, [['c', 'b']]),
  )
  expect(clashes).toEqual([{ field: 'connections', mine: 'b → c', theirs: 'c → b' }])
  expect(listEdges(resolve(none))).toEqual(['b>c'])
  expect(listEdges(resolve(theirEdges))).toEqual(['c>b'])
})

test('asks nothing if both sides join the neighbours of a step that both deleted', () => {
  const joined = draw([node('a'), node('c')], [['a', 'c']])
  expect(mergeDrawings(chain, joined, joined).clashes).toEqual([])
})

test('lets expressions use the name that a step keeps if both sides renamed it', () => {
  const text = (name: string) => ({ text: `{{ $node['${name}'].json.x }}` })
  const start = draw([node('a'), node('b', text('a'))], row)
  const rename = (name: string, added: string) =>
    draw([node('a', {}, name), node('b', text(name)), node(added, text(name))], row)
  const { clashes, resolve } = mergeDrawings(start, rename('Buyer', 'c'), rename('Client', 'd'))
  expect(clashes.map(({ field }) => field)).toEqual(['step a'])
  const listTexts = (chosen: ReadonlySet<string>) =>
    resolve(chosen).graph.nodes.map(({ name, params }) => params['text'] ?? name)
  const mine = text('Buyer').text
  expect(listTexts(none).sort()).toEqual(['Buyer', mine, mine, mine])
  const theirs = text('Client').text
  expect(listTexts(new Set(['step a'])).sort()).toEqual(['Client', theirs, theirs, theirs])
})
