import { expectLinear } from '@atrium/testkit'
import {
  cronProblem,
  malformedExpressions,
  parseTemplate,
  validateGraph,
} from '@atrium/workflow-rules'
import { describe, it } from 'vitest'
import { applyOperator } from '../../test/apply-operator.ts'
import { edge, graph, node } from '../../test/graphs.ts'
import { unpaced } from '../../test/unpaced.ts'
import { allNodes } from '../nodes/index.ts'
import { includesText } from './find-text.ts'
import { asMoment, asNumber } from './numbers.ts'
import { patternSize } from './pattern-size.ts'
import { fold, stripMarks } from './text-folding.ts'

// A body holds 1 MiB, and with it any text of a graph or of an item.
const body = 1_048_576
const repeated = (piece: string, size: number): string =>
  piece.repeat(Math.ceil(size / piece.length)).slice(0, size)

describe('numbers', () => {
  it.each(['1', ' ', '1.', '.1', '1e', '-', '1 '])('a text of many "%s"', (piece) =>
    expectLinear(piece, body, (size) => {
      const text = `${repeated(piece, size)}x`
      return () =>
        Promise.all([
          asNumber(text),
          asMoment(text),
          applyOperator('is', text, '1'),
          applyOperator('gt', text, text),
        ])
    }),
  )
})

describe('expressions', () => {
  it.each([
    '{{',
    '{{ ',
    '{{$',
    '{{ $json',
    '{{$json.a',
    "{{$json['",
    "{{$json[']",
    "{{$json[\"]']['",
    "{{$node['",
    "{{$node['x'].json",
    '{{ $json.a }',
    '{{ $json.a }}',
    '{{ $json.a( }}',
    '}}{{',
    "{{ $json['\\",
    '{{$json.a.a.a.a.a.a.a.a',
  ])('a text of many %s', (piece) =>
    expectLinear(piece, body, (size) => {
      const text = repeated(piece, size)
      return () => [
        parseTemplate(text),
        malformedExpressions(text),
        parseTemplate(`{{ $json${text} }}`),
      ]
    }),
  )

  it('one that opens once and goes on for long', () =>
    expectLinear('long', body, (size) => {
      const texts = [' ', '.a', "['a']", '[1]'].map((piece) => `{{ $json${repeated(piece, size)}`)
      return () => texts.map((text) => [parseTemplate(text), malformedExpressions(text)])
    }))
})

describe('texts that are compared', () => {
  it.each(['é', 'ﷺ', '한', 'Σ', '\u0301', '\u0301\u0316', '\uff9e\u0316', '😀'])(
    'a text of many "%s"',
    (piece) =>
      expectLinear(piece, body, (size) => {
        const text = repeated(piece, size)
        return () => [fold(text), stripMarks(text)]
      }),
  )

  it('a needle that nearly fits everywhere', () =>
    expectLinear('needle', body, (size) => {
      const text = 'a'.repeat(size)
      const needle = `${'a'.repeat(size / 4)}b${'a'.repeat(size / 4)}`
      const spread = repeated('ab', size)
      return () => [
        includesText(text, needle),
        includesText(spread, `${repeated('ab', size / 2)}aa`),
      ]
    }))

  it('long lists', () =>
    expectLinear('list', body, (size) => {
      const list = Array.from({ length: size / 8 }, () => '1 ')
      return () => applyOperator('contains', list, 'x')
    }))
})

describe('schedules', () => {
  it.each([' ', '*', '1,', '*/', '1-', '@', '0 ', 'L', '#'])('a cron text of many "%s"', (piece) =>
    expectLinear(piece, body, (size) => {
      const text = repeated(piece, size)
      return () => [cronProblem(text), cronProblem(`${text} * * * *`)]
    }),
  )
})

describe('patterns', () => {
  it.each(['(', '[', '{1', '\\p', 'a{1000}', '\\x{', '(?:a{10}'])(
    'a pattern of many %s is sized',
    (piece) =>
      expectLinear(piece, body, (size) => {
        const text = repeated(piece, size)
        return () => patternSize(text)
      }),
  )
})

describe('activation', () => {
  const types = new Map(allNodes.map((each) => [each.type, each]))
  const condition = (right: unknown) => ({
    combinator: 'and',
    conditions: [{ left: 'a', operator: 'is', right }],
  })

  it.each(['{{', '{{ $json.a }', '{{$x}}', "{{ $json['", '${env:A', '[['])(
    'a parameter of many %s',
    (piece) =>
      expectLinear(piece, body, (size) => {
        const text = repeated(piece, size)
        const given = graph(
          [
            node('t', 'trigger.event', { eventType: text }),
            node('s', 'trigger.schedule', { cron: text, tz: text }),
            node('i', 'if', condition(text)),
          ],
          [edge('t', 'i')],
        )
        return () => validateGraph(given, (type) => types.get(type), unpaced)
      }),
  )

  it('keys of any length above problems of any number', () =>
    expectLinear('keys', body, (size) => {
      const list = Array.from({ length: Math.min(4_000, size / 16) }, () => '{{ $json.x( }}')
      const given = graph(
        [node('t', 'trigger.manual'), node('i', 'if', condition({ ['k'.repeat(size / 2)]: list }))],
        [edge('t', 'i')],
      )
      return async () =>
        JSON.stringify(await validateGraph(given, (type) => types.get(type), unpaced))
    }))
})
