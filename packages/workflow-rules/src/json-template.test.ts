import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  isJsonTemplate,
  jsonTemplateProblem,
  readJsonTemplate,
  writeJsonTemplate,
} from './json-template.ts'
import { bodyProblems } from './node-checks.ts'
import { compileParameters } from './parameters.ts'

const resolve = (body: string, json: unknown) =>
  (
    compileParameters({ body }, { json: new Set(['body']) }).resolve({
      json,
      node: () => undefined,
    }) as {
      body: unknown
    }
  ).body

describe('a JSON text with expressions', () => {
  it('escapes a value if it is between quotes and writes it as JSON otherwise', () => {
    const body =
      '{"text":"{{ $json.msg }}!","n":{{ $json.n }},"who":{{ $json.who }},"no":{{ $json.no }}}'
    const text = resolve(body, { msg: 'He said "hi"\n\\', n: 3, who: 'Ada "A"' })
    expect(JSON.parse(text as string)).toEqual({
      text: 'He said "hi"\n\\!',
      n: 3,
      who: 'Ada "A"',
      no: null,
    })
  })

  it('keeps the value type if the text is one expression', () => {
    expect(resolve('{{ $json.all }}', { all: { a: 1 } })).toEqual({ a: 1 })
  })

  it('stays valid JSON for any values and literal texts', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.jsonValue(),
        fc.string({ unit: 'binary' }),
        (key, value, inside) => {
          fc.pre(!key.includes('{'))
          const body = `{${JSON.stringify(key)}:{{ $json.value }},"in":"a {{ $json.inside }}"}`
          expect(JSON.parse(resolve(body, { value, inside }) as string)).toEqual(
            key === 'in'
              ? { in: `a ${inside.toWellFormed()}` }
              : Object.fromEntries([
                  [key, JSON.parse(JSON.stringify(value))],
                  ['in', `a ${inside}`],
                ]),
          )
        },
      ),
    )
  })
})

test.each([
  ['{"a":1}', undefined, true],
  [' [1]', undefined, true],
  ['{{ $json.greeting }} Ada', undefined, false],
  ['a=b', undefined, false],
  ['{"a":1}', 'text/plain', false],
  ['"{{ $json.a }}"', 'application/vnd.api+json; charset=utf-8', true],
])('decides whether %s with content type %s is JSON: %s', (text, contentType, isJson) => {
  expect(isJsonTemplate(text, contentType)).toBe(isJson)
})

test('reports a JSON body if no value can make it valid', () => {
  expect(
    jsonTemplateProblem('{"a": {{ $json.a }}, {{ $json.key }}: "{{ $json.b }}"}'),
  ).toBeUndefined()
  expect(bodyProblems({ body: '{"a": }' })).toEqual([
    { code: 'invalid_params', path: 'body', message: expect.stringContaining('not valid JSON') },
  ])
  expect(
    bodyProblems({ body: 'a=b', headers: { 'Content-Type': 'application/json' } }),
  ).toHaveLength(1)
  for (const body of ['{{ $json.a }}', `$${'{input:a}'}`, 'a=b', { a: 1 }, undefined])
    expect(bodyProblems({ body })).toEqual([])
})

test('converts a value to JSON text and back without changing its meaning', () => {
  const value = {
    a: '{{ $json.a }}',
    b: 'to {{ $node["N"].json.x }} "x"',
    c: [1, null, { d: [] }],
    e: {},
  }
  const text = writeJsonTemplate(value)
  expect(text).toContain('"a": {{ $json.a }}')
  expect(readJsonTemplate(text)).toEqual(value)
})
