import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ExpressionError,
  noText,
  parseTemplate,
  resolveTemplate,
  type Scope,
} from './expression.ts'
import { compileParameters } from './parameters.ts'

const scope = (json: unknown, nodes: Record<string, unknown> = {}): Scope => ({
  json,
  node: (name) => (Object.hasOwn(nodes, name) ? nodes[name] : undefined),
})
const resolve = (text: string, given: Scope): unknown => resolveTemplate(parseTemplate(text), given)

describe('expressions', () => {
  it('keeps the value type if an expression is the whole text, and inserts text otherwise', () => {
    const given = scope({ n: 3, list: [1, { a: 'x' }], none: null })
    expect(resolve('{{ $json.n }}', given)).toBe(3)
    expect(resolve('  {{$json.list}} ', given)).toEqual([1, { a: 'x' }])
    expect(resolve('n={{ $json.n }}, {{ $json.list }}', given)).toBe('n=3, [1,{"a":"x"}]')
    expect(resolve('[{{ $json.none }}{{ $json.missing }}]', given)).toBe('[]')
  })

  it('throws if expressions would make more text than a run may hold', () => {
    const given = scope({ big: { text: 'x'.repeat(500_000) } })
    expect(() => resolve('{{ $json.big }}'.repeat(10_000), given)).toThrow(ExpressionError)
    const params = compileParameters(Array.from({ length: 1_000 }, () => 'n={{ $json.big }}'))
    expect(() => params.resolve({ ...given, produced: noText() })).toThrow(ExpressionError)
    expect(resolve('n={{ $json.big.text }}', given)).toHaveLength(500_002)
    expect(() => compileParameters('{{ $json.x }}'.repeat(1_001))).toThrow('1000 expressions')
  })

  it('follows dots, quoted keys and indexes', () => {
    const given = scope({ 'a b': [{ "it's": 7 }] }, { 'Read it': { x: [10, 20] } })
    expect(resolve(`{{ $json['a b'][0]['it\\'s'] }}`, given)).toBe(7)
    expect(resolve(`{{ $node['Read it'].json.x[1] }}`, given)).toBe(20)
    expect(resolve(`{{ $node["Read it"].json["x"][0] }}`, given)).toBe(10)
    expect(resolve(`{{ $node['Nobody'].json.x }}`, given)).toBeUndefined()
  })

  it('reads own keys with any name as data and never reads a prototype', () => {
    for (const path of [
      'constructor',
      '__proto__',
      'toString',
      'constructor.constructor',
      'list.map',
      'text.length',
    ]) {
      expect(resolve(`{{ $json.${path} }}`, scope({ list: [], text: 'x' }))).toBeUndefined()
    }
    const hostile = scope(JSON.parse('{"__proto__":{"polluted":1},"constructor":"mine"}'))
    expect(resolve('{{ $json.__proto__.polluted }}', hostile)).toBe(1)
    expect(resolve('{{ $json.constructor }}', hostile)).toBe('mine')
    const copy = compileParameters(
      JSON.parse('{"__proto__":{"a":"{{ $json.constructor }}"}}'),
    ).resolve(hostile)
    expect(JSON.stringify(copy)).toBe('{"__proto__":{"a":"mine"}}')
    expect(({} as Record<string, unknown>)['a']).toBeUndefined()
  })

  it('calls no getter', () => {
    const given = Object.defineProperty({}, 'x', {
      get: () => expect.fail('called'),
      enumerable: true,
    })
    expect(resolve('{{ $json.x }}', scope(given))).toBeUndefined()
  })

  it('accepts only paths', () => {
    for (const text of [
      '$json.x()',
      '1+1',
      '$json.x || y',
      'process.env',
      '$json[`x`]',
      '$env.X',
      '$json..x',
      '$json.x;',
    ]) {
      expect(parseTemplate(`{{${text}}}`).whole).toBeNull()
      expect(resolve(`{{ ${text} }}`, scope({ x: 1 }))).toBe(`{{ ${text} }}`)
    }
  })

  it('parses any text, and leaves a text unchanged if it has no expression', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('{', '}', '$', 'json', '.', 'a', "'", '[', ']', ' ') }),
        (text) => {
          const template = parseTemplate(text)
          if (template.parts.every((part) => typeof part === 'string'))
            expect(template.parts.join('')).toBe(text)
        },
      ),
    )
  })

  it('addresses any own key with a quoted step', () => {
    fc.assert(
      fc.property(fc.string(), fc.jsonValue(), (key, value) => {
        fc.pre(!key.includes('}}') && !/[\n\r\u2028\u2029]/.test(key))
        const quoted = key.replace(/[\\']/g, (match) => `\\${match}`)
        const json = Object.fromEntries([[key, value]])
        expect(resolve(`{{ $json['${quoted}'] }}`, scope(json))).toEqual(value)
      }),
    )
  })
})
