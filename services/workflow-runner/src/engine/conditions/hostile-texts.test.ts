import { expectLinear } from '@atrium/testkit'
import {
  cronProblem,
  malformedExpressions,
  parseTemplate,
  validateGraph,
} from '@atrium/workflow-rules'
import { describe, it } from 'vitest'
import { applyOperator } from '../../../test/apply-operator.ts'
import { edge, graph, node } from '../../../test/graphs.ts'
import { unpaced } from '../../../test/unpaced.ts'
import { allNodes } from '../../nodes/index.ts'
import { includesText } from './find-text.ts'
import { asMoment, asNumber } from './numbers.ts'
import { patternSize } from './pattern-size.ts'
import { fold, stripMarks } from './text-folding.ts'

// A request body holds at most 1 MiB, so no text in a graph or an item is longer.
const body = 1_048_576
const repeated = (piece: string, size: number): string =>
  piece.repeat(Math.ceil(size / piece.length)).slice(0, size)

describe('number parsing', () => {
  it.each(['1', ' ', '1.', '.1', '1e', '-', '1 '])(
    'reads a text of many "%s" in linear time',
    (piece) =>
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

describe('expression parsing', () => {
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
    '{{$json|a|',
    "{{$json|a:'",
    "{{$json|a:'x','",
    '{{$json|a:"\\',
    "{{$json|a:$json['",
    '{{$json|a(1,',
    '|a:1',
  ])('parses a text of many %s in linear time', (piece) =>
    expectLinear(piece, body, (size) => {
      const text = repeated(piece, size)
      return () => [
        parseTemplate(text),
        malformedExpressions(text),
        parseTemplate(`{{ $json${text} }}`),
      ]
    }),
  )

  it('parses an expression in linear time if it opens once and never closes', () =>
    expectLinear('long', body, (size) => {
      const texts = [' ', '.a', "['a']", '[1]', '|a', '|a:1,1', "|a:'"].map(
        (piece) => `{{ $json${repeated(piece, size)}`,
      )
      return () => texts.map((text) => [parseTemplate(text), malformedExpressions(text)])
    }))
})

describe('text comparison', () => {
  it.each(['é', 'ﷺ', '한', 'Σ', '\u0301', '\u0301\u0316', '\uff9e\u0316', '😀'])(
    'compares a text of many "%s" in linear time',
    (piece) =>
      expectLinear(piece, body, (size) => {
        const text = repeated(piece, size)
        return () => [fold(text), stripMarks(text)]
      }),
  )

  it('searches in linear time if the needle almost matches everywhere', () =>
    expectLinear('needle', body, (size) => {
      const text = 'a'.repeat(size)
      const needle = `${'a'.repeat(size / 4)}b${'a'.repeat(size / 4)}`
      const spread = repeated('ab', size)
      return () => [
        includesText(text, needle),
        includesText(spread, `${repeated('ab', size / 2)}aa`),
      ]
    }))

  it('searches a long list in linear time', () =>
    expectLinear('list', body, (size) => {
      const list = Array.from({ length: size / 8 }, () => '1 ')
      return () => applyOperator('contains', list, 'x')
    }))
})

describe('schedule parsing', () => {
  it.each([' ', '*', '1,', '*/', '1-', '@', '0 ', 'L', '#'])(
    'checks a cron text of many "%s" in linear time',
    (piece) =>
      expectLinear(piece, body, (size) => {
        const text = repeated(piece, size)
        return () => [cronProblem(text), cronProblem(`${text} * * * *`)]
      }),
  )
})

describe('pattern sizing', () => {
  it.each(['(', '[', '{1', '\\p', 'a{1000}', '\\x{', '(?:a{10}'])(
    'sizes a pattern of many %s in linear time',
    (piece) =>
      expectLinear(piece, body, (size) => {
        const text = repeated(piece, size)
        return () => patternSize(text)
      }),
  )
})

describe('graph activation', () => {
  const types = new Map(allNodes.map((each) => [each.type, each]))
  const condition = (right: unknown) => ({
    combinator: 'and',
    conditions: [{ left: 'a', operator: 'is', right }],
  })

  it.each(['{{', '{{ $json.a }', '{{$x}}', "{{ $json['", '${env:A', '[['])(
    'checks a parameter of many %s in linear time',
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

  it('checks long keys in linear time, even if many problems lie below them', () =>
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
