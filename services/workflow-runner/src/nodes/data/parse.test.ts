import { describe, expect, it } from 'vitest'
import { items, type Json, readProblems, through } from '../../../test/through-node.ts'

const parse = async (text: unknown, params: Json) => {
  const { main, node } = await through('parse', { field: 'text', ...params }, items({ text, n: 1 }))
  return node?.error ?? main
}

describe('parse', () => {
  it('reads JSON: a list makes one item per element, anything else one item', async () => {
    expect(await parse('{"a":[1]}', { format: 'json' })).toEqual([
      { text: '{"a":[1]}', n: 1, parsed: { a: [1] } },
    ])
    expect(await parse('[{"a":1},2]', { format: 'json' })).toEqual([
      { n: 1, parsed: { a: 1 } },
      { n: 1, parsed: 2 },
    ])
    expect(await parse([7], { format: 'json' })).toEqual([{ n: 1, parsed: 7 }])
    expect(await parse('[]', { format: 'json' })).toEqual([])
    expect(await parse('{"id":12345678901234567890}', { format: 'json' })).toMatchObject([
      { parsed: { id: '12345678901234567890' } },
    ])
  })

  it('reads a table with any separator, quotes and uneven rows', async () => {
    const text = '\ufeffname;"a;b";name;\r\nÄda;"x ""y""\nz";2\r\n\r\nBo;1;2;3;4'
    expect(await parse(text, { format: 'csv' })).toEqual([
      { n: 1, parsed: { name: 'Äda', 'a;b': 'x "y"\nz', 'name 3': '2', 'column 4': '' } },
      { n: 1, parsed: { name: 'Bo', 'a;b': '1', 'name 3': '2', 'column 4': '3', 'column 5': '4' } },
    ])
    expect(await parse('__proto__,constructor\n1,2', { format: 'csv' })).toHaveLength(1)
    expect(({} as Json)['1']).toBeUndefined()
  })

  it('reads XML with attributes and repeated elements, and expands no entities', async () => {
    const text =
      '<?xml version="1.0"?><!DOCTYPE o [<!ENTITY e SYSTEM "file:///etc/passwd">]><o id="7"><l>1 &amp; 2</l><l k="x">&e;</l><z/></o>'
    expect(await parse(text, { format: 'xml' })).toMatchObject([
      { parsed: { o: { '@id': '7', l: ['1 & 2', { '@k': 'x', '#text': '&e;' }], z: '' } } },
    ])
  })

  it('finds the groups of a pattern by name or number', async () => {
    const text = 'Order 4711 for Ada'
    const find = (pattern: string) => parse(text, { format: 'pattern', pattern })
    expect(await find('(?P<no>[0-9]+) for (?<who>\\w+)( x)?')).toMatchObject([
      { text, parsed: { no: '4711', who: 'Ada' } },
    ])
    expect(await find('Order ([0-9]+)( x)?')).toMatchObject([{ parsed: { 1: '4711', 2: null } }])
    expect(await find('[0-9]+')).toMatchObject([{ parsed: { match: '4711' } }])
    expect(await find('order')).toBe(
      'The field "text" could not be read. The pattern does not match',
    )
  })

  it('reads the field of an expression, and a field inside another', async () => {
    const given = [{ externalId: 'x', json: { a: { b: '[1,2]' } } }]
    const inner = await through('parse', { field: 'a.b', format: 'json' }, given)
    expect(inner.items.map(({ externalId }) => externalId)).toEqual(['x#0', 'x#1'])
    const params = { field: '{{ $json.a.b | replace: "1", "3" }}', format: 'json' }
    expect((await through('parse', params, given)).main).toMatchObject([
      { parsed: 3 },
      { parsed: 2 },
    ])
  })

  it.each([
    ['json', '{', 'not valid JSON'],
    ['json', '['.repeat(1_000) + ']'.repeat(1_000), 'more than 500 levels deep'],
    ['json', '['.repeat(1_000_000), 'not valid JSON'],
    ['csv', 'a\n"x', 'not a valid table'],
    ['csv', `${'a,'.repeat(1_001)}\n1`, 'more than 1000 columns'],
    ['xml', 'text', 'no root element'],
    ['xml', '<a><b></a>', 'not closed'],
    ['xml', '<a/><b/>', 'two roots'],
    ['xml', '<a>'.repeat(100_000), 'more than 200 levels deep'],
    ['csv', ['list'], 'is not a text'],
    ['xml', undefined, 'Missing field "text"'],
  ])('refuses %s that is broken or hostile', async (format, text, message) => {
    expect(await parse(text, { format })).toContain(message)
  })

  it('refuses only the broken item, and fails beyond the limit of rows', async () => {
    const given = items({ text: '{' }, { text: '7' })
    const { main, node } = await through('parse', { field: 'text', format: 'json' }, given)
    expect(main).toEqual([{ text: '7', parsed: 7 }])
    expect(node).toMatchObject({ status: 'completed', incomplete: true })
    expect(await parse(`a${'\n1'.repeat(10_001)}`, { format: 'csv' })).toContain('10000 rows')
    expect(await parse(`a${'\n1'.repeat(10_000)}`, { format: 'csv' })).toHaveLength(10_000)
  })

  it('reports a missing or invalid pattern when the workflow is activated', async () => {
    const params = { field: 'text', format: 'pattern' }
    const problem = ['invalid_params graph.nodes.1.params.pattern']
    expect(await readProblems('parse', params)).toEqual(problem)
    expect(await readProblems('parse', { ...params, pattern: '(' })).toEqual(problem)
    expect(await readProblems('parse', { ...params, pattern: '(?=a)' })).toEqual(problem)
    expect(await readProblems('parse', { ...params, pattern: '([0-9]{2})' })).toEqual([])
  })
})
