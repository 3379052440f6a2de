import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { z } from 'zod'
import { noText, parseTemplate, resolveTemplate, type Scope } from '../expression.ts'
import { readJsonTemplate } from '../json-template.ts'
import { listNamedNodes } from '../named-nodes.ts'
import { NodeError } from '../node-error.ts'
import { paramProblems } from '../param-problems.ts'
import { compileParameters } from '../parameters.ts'
import { renameReferences } from '../rename-references.ts'
import { filterList } from './filter-list.ts'

const scopeIn = (json: unknown, setting: Record<string, unknown> = {}): Scope => ({
  json,
  node: (name) => (name === 'Read it' ? { rate: 2, city: 'Bonn' } : undefined),
  values: { input: {}, setting, skill: {} },
  produced: noText(),
})
const resolve = (text: string, json: unknown, setting: Record<string, unknown> = {}): unknown =>
  resolveTemplate(parseTemplate(text), scopeIn(json, setting))
const apply = (call: string, v: unknown, setting: Record<string, unknown> = {}): unknown =>
  resolve(`{{ $json.v | ${call} }}`, { v }, setting)
const problems = (text: string): string[] =>
  paramProblems(z.looseObject({}), { text }).problems.map(({ message }) => message)

test.each(filterList)('$name returns what its example says', ({ example }) => {
  expect(apply(example.call, example.value)).toEqual(example.result)
  expect(problems(`{{ $json.v | ${example.call} }}`)).toEqual([])
})

describe('the syntax of filters', () => {
  it('chains filters from left to right', () => {
    expect(apply("trim | upper | replace: 'A', 'B'", ' ada ')).toBe('BDB')
    expect(resolve('Hi {{ $json.v | trim }}!', { v: ' Ada ' })).toBe('Hi Ada!')
  })

  it('keeps the type of a result when the expression is the whole text', () => {
    expect(apply('plus: 1', 2)).toBe(3)
    expect(apply('first', [{ a: 1 }])).toEqual({ a: 1 })
  })

  it.each([
    '{{$json.v|round:1|plus:2}}',
    '{{ $json.v | round : 1 | plus : 2 }}',
    '{{\n$json.v\n|round(1)\n|plus( 2 )}}',
  ])('accepts any blanks, and parentheses: %j', (text) => {
    expect(resolve(text, { v: 1.25 })).toBe(3.3)
  })

  it('accepts paths as arguments', () => {
    expect(resolve("{{ $json.v | times: $node['Read it'].json.rate }}", { v: 3 })).toBe(6)
    expect(resolve("{{ $json.v | default: $json['a|b'] }}", { 'a|b': 'x' })).toBe('x')
  })

  it('accepts syntax characters inside quotes', () => {
    expect(apply(String.raw`replace: "|", ', \'}'`, 'a|b')).toBe("a, '}b")
    expect(apply(String.raw`join: "\n"`, ['a', 'b'])).toBe('a\nb')
  })

  it('still reads a key with a bar', () => {
    expect(resolve("{{ $json['a | upper'] }}", { 'a | upper': 7 })).toBe(7)
    expect(resolve("{{ $json['a | upper'] | plus: 1 }}", { 'a | upper': 7 })).toBe(8)
  })

  it.each(['|', '| upper |', '|| upper', '| 7', "| join: '", '| join:', '| plus: 1,', '| plus(1'])(
    'rejects a malformed filter when a graph is checked: %s',
    (end) => {
      const text = `{{ $json.v ${end} }}`
      expect(parseTemplate(text).whole).toBeNull()
      expect(problems(text)).toHaveLength(1)
    },
  )

  it.each([
    ['| nothing', 'There is no filter "nothing"'],
    ['| toString', 'There is no filter "toString"'],
    ['| upper: 1', 'The filter "upper" takes no arguments, not 1'],
    ['| truncate', 'The filter "truncate" takes 1 argument, not 0'],
    ["| replace: 'a'", 'The filter "replace" takes 2 arguments, not 1'],
    ['| money', 'The filter "money" takes 1 or 2 arguments, not 0'],
    ["| round: 'x'", 'The filter "round" needs a whole number from 0 to 20, but got the text "x"'],
    [
      "| date: 'D', 'Mars'",
      'The filter "date" needs a time zone, such as Europe/Paris, but got the text "Mars"',
    ],
  ])('reports %s when a graph is checked and fails when it runs', (call, message) => {
    expect(problems(`Hi {{ $json.v ${call} }}`)).toEqual([message])
    const value = call.includes('date') ? '2026-11-30' : 1
    expect(() => resolve(`Hi {{ $json.v ${call} }}`, { v: value })).toThrow(message)
  })

  it('finds and renames steps in arguments', () => {
    const text =
      "{{ $json.v | default: $node['A'].json.x, '$node[\\'A\\']' | plus: $node['A'].json.y }}"
    expect(listNamedNodes({ text })).toEqual([{ name: 'A', path: 'text' }])
    const node = { id: 'n', type: 't', name: 'N', params: { text }, position: { x: 0, y: 0 } }
    expect(renameReferences(node, new Map([['A', 'B']])).params['text']).toBe(
      "{{ $json.v | default: $node['B'].json.x, '$node[\\'A\\']' | plus: $node['B'].json.y }}",
    )
  })

  it('keeps filters when a JSON text is edited as fields', () => {
    expect(
      readJsonTemplate('{"a": {{ $json.v | plus: 1 }}, "b": "x {{ $json.v|upper }}"}'),
    ).toEqual({ a: '{{ $json.v | plus: 1 }}', b: 'x {{ $json.v|upper }}' })
  })
})

describe('values of filters', () => {
  it('passes missing values and null on as nothing', () => {
    for (const { name, example } of filterList.filter(
      ({ name }) => name !== 'default' && name !== 'count',
    )) {
      expect(apply(example.call, undefined), name).toBeUndefined()
      expect(apply(example.call, null), name).toBeNull()
      expect(resolve(`[{{ $json.v | ${example.call} }}]`, {}), name).toBe('[]')
    }
  })

  it('replaces only missing values, null and empty texts with a default', () => {
    expect([undefined, null, '', 0, false, []].map((v) => apply("default: 'x'", v))).toEqual([
      'x',
      'x',
      'x',
      0,
      false,
      [],
    ])
    expect(apply("upper | default: 'x'", null)).toBe('x')
  })

  it.each([
    ['upper', [1], 'The filter "upper" needs a text, but "$json.v" is a list'],
    ['round', 'ten', 'The filter "round" needs a number, but "$json.v" is the text "ten"'],
    ["money: 'EUR'", '', 'The filter "money" needs a number, but "$json.v" is the text ""'],
    ['number', '1e5', 'The filter "number" needs a number'],
    ['number', true, 'The filter "number" needs a number, but "$json.v" is yes'],
    ['first', 'text', 'The filter "first" needs a list'],
    ['join: 1', { a: 1 }, 'The filter "join" needs a list, but "$json.v" is an object'],
    ["date: 'D'", '2026-02-30', 'The filter "date" needs a date'],
    ['plus: $json.gone', 1, 'The filter "plus" needs a number, but "$json.gone" is missing'],
  ])('fails %s on a wrong value and names the field', (call, value, message) => {
    expect(() => apply(call, value)).toThrow(message)
    expect(() => apply(call, value)).toThrow(NodeError)
  })

  it('rounds half away from zero and computes with decimals', () => {
    expect([0.5, -0.5, 1.5, 2.5, -2.5].map((v) => apply('round', v))).toEqual([1, -1, 2, 3, -3])
    expect(apply('round: 2', 1.005)).toBe(1.01)
    expect(apply('times: 1.1', 1.1)).toBe(1.21)
    expect(Object.is(apply('round', -0.4), 0)).toBe(true)
    expect(apply("number | plus: '+.5'", ' -12. ')).toBe(-11.5)
    expect(() => apply('times: 1000', 1e308)).toThrow('too large')
  })

  it('writes money with the decimals of its currency', () => {
    expect(apply("money: 'JPY'", 1500)).toBe('¥1,500')
    expect(apply("money: 'KWD', 'en-US'", 12_345)).toBe('KWD\u00a012.345')
    expect(apply("money: 'EUR'", -5, { locale: 'de-AT' })).toBe('-€\u00a00,05')
    expect(apply("money: 'eur', 'de'", 158_628)).toBe('1.586,28\u00a0€')
    expect(apply("money: 'EUR'", 90_071_992_547_409.5)).toBe('€900,719,925,474.10')
  })

  it('keeps a plain day in every zone and moves a time', () => {
    const late = '2026-11-30T23:30:00.000Z'
    for (const zone of ['Pacific/Kiritimati', 'Etc/GMT+12', 'Europe/Berlin'])
      expect(apply(`date: 'YYYY-MM-DD HH:mm:ss', '${zone}'`, '2026-11-30')).toBe(
        '2026-11-30 00:00:00',
      )
    expect(apply("date: 'D.M.YY HH:mm'", late, { timezone: 'Europe/Berlin' })).toBe('1.12.26 00:30')
    expect(apply("date: 'DD.MM. HH:mm', 'Asia/Kolkata'", '2026-03-01T08:00:00-05:00')).toBe(
      '01.03. 18:30',
    )
  })

  it('writes months in the language of the organisation, and brackets as text', () => {
    expect(apply("date: '[Day] D [of] MMM'", '2026-03-04')).toBe('Day 4 of Mar')
    expect(apply("date: 'D. MMMM'", '2026-03-04', { locale: 'de' })).toBe('4. März')
    expect(apply("date: 'D MMMM'", '2026-11-04', { locale: 'pl' })).toBe('4 listopada')
    expect(apply("date: 'MMMM'", '2026-11-04', { locale: 'pl' })).toBe('listopad')
    expect(apply("date: 'MMMM'", '2026-11-04', { locale: 'ja' })).toBe('11月')
  })

  it('cuts between the characters that a reader sees', () => {
    expect(apply('truncate: 2', '👩‍👩‍👧e\u0301x')).toBe('👩‍👩‍👧e\u0301')
    expect(apply('truncate: 0', 'abc')).toBe('')
    expect(apply('truncate: 9', 'abc')).toBe('abc')
  })

  it('replaces plain text, and nothing if the search is empty', () => {
    expect(apply("replace: '.', '$&'", 'a.b')).toBe('a$&b')
    expect(apply("replace: '', 'x'", 'ab')).toBe('ab')
  })

  it('counts a list, a text as one and nothing as none', () => {
    expect([[1, 2], [], 'text', null, undefined].map((v) => apply('count', v))).toEqual([
      2, 0, 1, 0, 0,
    ])
  })

  it('joins nested values as JSON', () => {
    expect(apply("join: '; '", ['a', 1, null, { b: [2] }])).toBe('a; 1; ; {"b":[2]}')
  })
})

describe('bounds of filters', () => {
  const big = 'x'.repeat(1_048_577)

  it('fails if a result is larger than 1 MB', () => {
    expect(() => apply('upper', big)).toThrow('more than 1 MB of text from "$json.v"')
    expect(apply('truncate: 3', big)).toBe('xxx')
    expect(apply('upper', 'x'.repeat(1_048_576))).toHaveLength(1_048_576)
    expect(() => apply('url', 'ü'.repeat(400_000))).toThrow('1 MB')
    expect(() => apply('trim', 'ü'.repeat(600_000))).toThrow('1 MB')
    expect(() => apply(`replace: 'x', '${'y'.repeat(100)}'`, 'x'.repeat(1_000_000))).toThrow('1 MB')
    expect(() => apply("join: ''", Array(50).fill('x'.repeat(30_000)))).toThrow('1 MB')
  })

  it('fails if the filters of one item process too much text', () => {
    const text = '{{ $json.v | trim | lower }}'
    const params = compileParameters(Array.from({ length: 100 }, () => text))
    expect(() => params.resolve(scopeIn({ v: big.slice(2) }))).toThrow('filters would process')
  })

  it('never changes its input and returns the same for the same input', () => {
    const call = fc.constantFrom(...filterList.map(({ example }) => example.call))
    fc.assert(
      fc.property(fc.jsonValue(), fc.array(call, { minLength: 1, maxLength: 5 }), (v, calls) => {
        const before = JSON.stringify(v)
        const run = (): unknown => {
          try {
            return apply(calls.join(' | '), v)
          } catch (error) {
            if (!(error instanceof NodeError)) throw error
            return error.message
          }
        }
        expect(run()).toEqual(run())
        expect(JSON.stringify(v)).toBe(before)
      }),
    )
  })

  it('computes with decimals as with integers', () => {
    const cents = fc.integer({ min: -1e12, max: 1e12 })
    fc.assert(
      fc.property(cents, cents, (a, b) => {
        expect(apply(`plus: ${b} | minus: ${a}`, a)).toBe(b)
        const [x, y] = [a / 100, b / 100]
        expect(apply(`plus: '${y.toFixed(2)}'`, x)).toBe(Number(((a + b) / 100).toFixed(2)))
      }),
    )
  })

  it('never cuts a text longer or inside a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), (text, most) => {
        const cut = String(apply(`truncate: ${most}`, text))
        expect(text.startsWith(cut)).toBe(true)
        const count = [...new Intl.Segmenter().segment(cut)].length
        expect(count).toBeLessThanOrEqual(most)
      }),
    )
  })
})
