import { describe, expect, it } from 'vitest'
import { memoryLedger } from '../../../test/recorded-run.ts'
import { items, type Json, readProblems, through } from '../../../test/through-node.ts'

describe('set_fields', () => {
  it('sets fields by name and by path, keeps types, and does not change the input', async () => {
    const given = items({ price: 3, address: { city: 'Paris', zip: 1 } })
    const { main } = await through(
      'set_fields',
      {
        fields: [
          { name: 'copy', value: '{{ $json.price }}' },
          { name: 'address.city', value: 'in {{ $json.address.city }}' },
          { name: 'new.deep.field', value: [1] },
        ],
        remove: ['price'],
      },
      given,
    )
    expect(main).toEqual([
      { address: { zip: 1, city: 'in Paris' }, copy: 3, new: { deep: { field: [1] } } },
    ])
    expect(given[0]?.json).toEqual({ price: 3, address: { city: 'Paris', zip: 1 } })
  })

  it('keeps only the set fields if asked, and cannot reach prototypes', async () => {
    const params = { keep: false, fields: [{ name: '__proto__.polluted', value: 1 }] }
    const { main } = await through('set_fields', params, items({ a: 1 }))
    expect(Object.getPrototypeOf(main[0])).toBe(Object.prototype)
    expect(({} as Json)['polluted']).toBeUndefined()
    expect(Object.hasOwn(main[0] ?? {}, '__proto__')).toBe(true)
  })

  it('reports a missing field and a path through a text', async () => {
    const missing = await through(
      'set_fields',
      { fields: [{ name: 'a', value: '{{ $json.gone }}' }] },
      items({}),
    )
    expect(missing.node?.error).toBe('Missing field "$json.gone"')
    const inside = await through(
      'set_fields',
      { fields: [{ name: 'a.b', value: 1 }] },
      items({ a: 'text' }),
    )
    expect(inside.node?.error).toContain('"a" is not an object')
    expect(await readProblems('set_fields', { fields: [{ name: '..', value: 1 }] })).toEqual([
      'invalid_params graph.nodes.1.params.fields.0.name',
    ])
  })
})

describe('split', () => {
  it('creates an item with its own identity for each element', async () => {
    const given = [{ externalId: 'x', json: { n: 1, list: [{ a: 1 }, 'two'] } }]
    const { items: out } = await through('split', { field: 'list', keep: true }, given)
    expect(out).toEqual([
      { externalId: 'x#0', json: { n: 1, a: 1 } },
      { externalId: 'x#1', json: { n: 1, value: 'two' } },
    ])
  })

  it('splits a text at its separator', async () => {
    const params = { field: 'tags', separator: ',', as: 'tag' }
    const { main } = await through('split', params, items({ tags: 'a, b,,c' }))
    expect(main).toEqual([{ tag: 'a' }, { tag: 'b' }, { tag: 'c' }])
  })

  it('reports a missing field, a field that is not a list, and a list that is too long', async () => {
    const error = async (json: Json) =>
      (await through('split', { field: 'list' }, items(json))).node?.error
    expect(await error({})).toBe('Missing field "list"')
    expect(await error({ list: 'text' })).toBe('The field "list" is not a list')
    expect(await error({ list: Array(10_001).fill(0) })).toContain('more than 10000')
    expect(await error({ list: [] })).toBeNull()
  })
})

describe('aggregate', () => {
  const sales = items(
    { shop: 'A', cents: 10, price: 0.1, name: 'x' },
    { shop: 'B', cents: '5', price: 0.2, name: 'y' },
    { shop: 'A', cents: 20, price: 0.2, name: 'x' },
    { shop: 'A', name: '' },
  )

  it('computes over groups in the order of their first items', async () => {
    const { main } = await through(
      'aggregate',
      {
        groupBy: ['shop'],
        compute: [
          { operation: 'count', as: 'n' },
          { operation: 'sum', field: 'cents', as: 'total.cents' },
          { operation: 'average', field: 'cents', as: 'mean' },
          { operation: 'maximum', field: 'cents', as: 'most' },
          { operation: 'minimum', field: 'cents', as: 'least' },
          { operation: 'distinct', field: 'name', as: 'names' },
          { operation: 'join', field: 'name', as: 'joined', separator: '+' },
        ],
      },
      sales,
    )
    expect(main).toEqual([
      {
        shop: 'A',
        n: 3,
        total: { cents: 30 },
        mean: 15,
        most: 20,
        least: 10,
        names: ['x'],
        joined: 'x+x',
      },
      {
        shop: 'B',
        n: 1,
        total: { cents: 5 },
        mean: 5,
        most: '5',
        least: '5',
        names: ['y'],
        joined: 'y',
      },
    ])
  })

  it('computes over all items if there are no groups, and hides the noise of binary fractions', async () => {
    const compute = [
      { operation: 'sum', field: 'price', as: 'sum' },
      { operation: 'first', field: 'name', as: 'first' },
      { operation: 'last', field: 'name', as: 'last' },
      { operation: 'list', field: 'cents', as: 'list' },
    ]
    const { main } = await through('aggregate', { compute }, sales)
    expect(main).toEqual([{ sum: 0.5, first: 'x', last: 'x', list: [10, '5', 20] }])
  })

  it('reports a field that is not a number, and requires a field if the operation needs one', async () => {
    const compute = [{ operation: 'sum', field: 'a', as: 's' }]
    const { node: run } = await through('aggregate', { compute }, items({ a: 'many' }))
    expect(run?.error).toBe('The field "a" is not a number: many')
    expect(await readProblems('aggregate', { compute: [{ operation: 'sum', as: 's' }] })).toEqual([
      'invalid_params graph.nodes.1.params.compute.0.field',
    ])
  })
})

describe('sort', () => {
  const order = async (by: Json[], ...jsons: Json[]) =>
    (await through('sort', { by }, items(...jsons))).main.map(({ v }) => v)

  it('compares numbers as numbers, times as times, and texts without case and accents', async () => {
    const by = [{ field: 'v' }]
    expect(
      await order(
        by,
        { v: 10 },
        { v: '9' },
        { v: '10000000000000001' },
        { v: '10000000000000000' },
      ),
    ).toEqual(['9', 10, '10000000000000000', '10000000000000001'])
    expect(
      await order(by, { v: '2026-01-01T10:00:00+09:00' }, { v: '2026-01-01T02:00:00Z' }),
    ).toEqual(['2026-01-01T10:00:00+09:00', '2026-01-01T02:00:00Z'])
    expect(await order(by, { v: 'éb' }, { v: 'Ec' }, { v: 'ea' })).toEqual(['ea', 'éb', 'Ec'])
  })

  it('sorts an item last in both directions if the field is missing, and is stable', async () => {
    const by = [{ field: 'v', direction: 'descending' }]
    expect(await order(by, {}, { v: 1 }, { v: null }, { v: 2 })).toEqual([2, 1, undefined, null])
    const pairs = Array.from({ length: 1_000 }, (_, at) => ({ v: at % 3, at }))
    const { main } = await through('sort', { by: [{ field: 'v' }] }, items(...pairs))
    expect(main).toEqual(pairs.toSorted((a, b) => a.v - b.v))
  })
})

it('counts the limit from either end', async () => {
  const five = items(...[1, 2, 3, 4, 5].map((v) => ({ v })))
  const values = async (params: Json) =>
    (await through('limit', params, five)).main.map(({ v }) => v)
  expect(await values({ count: 2 })).toEqual([1, 2])
  expect(await values({ count: 2, offset: 4 })).toEqual([5])
  expect(await values({ count: 2, from: 'last' })).toEqual([4, 5])
  expect(await values({ count: 2, from: 'last', offset: 4 })).toEqual([1])
  expect(await values({ count: 0 })).toEqual([])
})

describe('dedupe', () => {
  const outputs = ['main', 'duplicates']

  it('passes an item once per run, by its fields or by its id', async () => {
    const byField = await through(
      'dedupe',
      { by: ['mail'] },
      items({ mail: 'a' }, { mail: 'b' }, { mail: 'a' }),
      {
        outputs,
      },
    )
    expect([byField.main, byField.toJson('duplicates')]).toEqual([
      [{ mail: 'a' }, { mail: 'b' }],
      [{ mail: 'a' }],
    ])
    const given = [
      { externalId: '1', json: { v: 1 } },
      { externalId: '1', json: { v: 2 } },
      { json: { v: 3 } },
      { json: { v: 3 } },
    ]
    expect((await through('dedupe', {}, given)).main).toEqual([{ v: 1 }, { v: 3 }])
  })

  it('passes an item once across all runs if the scope is "ever"', async () => {
    const ledger = memoryLedger()
    const params = { by: ['id'], scope: 'ever' }
    await through('dedupe', params, items({ id: 1 }, { id: 2 }), { ledger })
    const again = await through('dedupe', params, items({ id: 2 }, { id: 3 }), { ledger, outputs })
    expect([again.main, again.toJson('duplicates')]).toEqual([[{ id: 3 }], [{ id: 2 }]])
  })

  it('compares fields as searches do, unless they are compared exactly', async () => {
    const given = items(
      { who: 'Søren', phone: '+33 6 12 34 56 78' },
      { who: 'SOREN ', phone: '0033612345678' },
      { who: 'Søren', phone: '+49 6 12 34 56 78' },
    )
    const pass = async (params: Json) => (await through('dedupe', params, given)).main.length
    expect(await pass({ by: ['who', 'phone'] })).toBe(2)
    expect(await pass({ by: ['who'], compare: 'exact' })).toBe(2)
    expect(await pass({ by: ['phone'], compare: 'exact' })).toBe(3)
  })

  it('passes no item again that an earlier run has passed by its exact text', async () => {
    const ledger = memoryLedger()
    const params = { by: ['mail'], scope: 'ever' }
    await through('dedupe', { ...params, compare: 'exact' }, items({ mail: 'Ada@a.example' }), {
      ledger,
    })
    const given = items({ mail: 'Ada@a.example' }, { mail: 'Ben@b.example' })
    const next = await through('dedupe', params, given, { ledger })
    expect(next.main).toEqual([{ mail: 'Ben@b.example' }])
    const last = await through('dedupe', params, items({ mail: 'BEN@b.example' }), { ledger })
    expect(last.main).toEqual([])
  })

  it('reports the field if an item has no identity', async () => {
    expect((await through('dedupe', { by: ['id'] }, items({}))).node?.error).toBe(
      'Missing field "id"',
    )
  })
})

describe('format', () => {
  it("writes a template's text, even if a value is no text", async () => {
    const given = items({ n: 3, who: { name: ' Ada ' } })
    const template = 'Hi {{ $json.who.name | trim }}, {{ $json.n }}'
    expect((await through('format', { template }, given)).main).toEqual([
      { n: 3, who: { name: ' Ada ' }, text: 'Hi Ada, 3' },
    ])
    const one = await through('format', { template: '{{ $json.n }}', into: 'who.n' }, given)
    expect(one.main).toEqual([{ n: 3, who: { name: ' Ada ', n: '3' } }])
  })

  it('refuses only the item whose value has the wrong kind', async () => {
    const given = items({ n: 'x' }, { n: 2 })
    const { main, node } = await through('format', { template: '{{ $json.n | round }}' }, given)
    expect(main).toEqual([{ n: 2, text: '2' }])
    expect(node?.message).toContain('item 1 of 2: The filter "round" needs a number, but "$json.n"')
    expect(await readProblems('format', { template: 'x', into: '.' })).toEqual([
      'invalid_params graph.nodes.1.params.into',
    ])
  })
})
