import { type ConditionOperator, conditionOperators, foldText } from '@atrium/contracts'
import { expectLinear } from '@atrium/testkit'
import { LimitError } from '@atrium/workflow-rules'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyOperator } from '../../../test/apply-operator.ts'
import { unpaced } from '../../../test/unpaced.ts'
import { compileGroup } from './conditions.ts'
import { type Match, matchesPattern, PatternError } from './pattern.ts'
import { fold } from './text-folding.ts'

const table: [ConditionOperator, unknown, unknown, boolean][] = [
  ['is', 'Élan', 'elan', true],
  ['is', '10', 10, true],
  ['is', '010', 10, true],
  ['is', '1790123456789012345', '1790123456789012346', false],
  ['is', '1790123456789012345', ' +1790123456789012345', true],
  ['gt', '1790123456789012346', '1790123456789012345', true],
  ['is', '1e400', '1e400', true],
  ['is', true, 'TRUE', true],
  ['is', undefined, '', true],
  ['is', 'a', 'b', false],
  ['is_not', 'a', 'b', true],
  ['is_not', 'ÅNGSTRÖM', 'angstrom', false],
  ['contains', 'Crème brûlée', 'BRULEE', true],
  ['contains', ['x', 'Ré'], 're', true],
  ['contains', undefined, 'x', false],
  ['not_contains', 'abc', 'x', true],
  ['starts_with', 'Über alles', 'uber', true],
  ['ends_with', 'report.PDF', '.pdf', true],
  ['is', 'Søren Łukasz', 'soren lukasz', true],
  ['is', 'ＡＢＣ Straße', 'abc strasse', true],
  ['contains', '今月の売上', '売上', true],
  ['is', '+33 6 12 34 56 78', '0612345678', true],
  ['is', '+33612345678', '0612345678', true],
  ['is', '06 12 34 56 78', '0033 612345678', true],
  ['is_not', '+33 6 12 34 56 78', '06.12.34.56.78', false],
  ['is', '+33 6 12 34 56 78', '+49 6 12 34 56 78', false],
  ['is', '+33 6 12 34 56 78', '0612345679', false],
  ['is', '2026-01-01', '2026.01.01', false],
  ['is', '33612345678', '0612345678', false],
  ['contains', 'Call +33 6 12 34 56 78 today', '0612345678', true],
  ['contains', ['+33 6 12 34 56 78'], '0612345678', true],
  ['contains', 'Order 2026-01-01', '2026.01.01', false],
  ['not_contains', 'Call (030) 123-4567', '+49 30 1234567', false],
  ['gt', '11', '9', true],
  ['gt', '11', 'nine', false],
  ['gte', 2, '2.0', true],
  ['lt', '2026-01-01', '2026-02-01', true],
  ['lt', undefined, 5, false],
  ['lte', 3, 2, false],
  ['matches', 'Order №42 – Crème', 'creme$', true],
  ['matches', 'abc', '^b', false],
  ['exists', 0, undefined, true],
  ['exists', '', undefined, false],
  ['exists', null, undefined, false],
  ['not_exists', undefined, undefined, true],
  ['not_exists', false, undefined, false],
]

const match: Match = async (source, text) => ({ found: matchesPattern(source, text), millis: 0 })

const substitution = (name: string): string => `$\{${name}}`

describe('conditions', () => {
  it.each(table)('evaluates %s(%j, %j) to %j', (operator, left, right, expected) => {
    expect(applyOperator(operator, left, right)).toBe(expected)
  })

  it.each([
    ['http://localhost:3000', 'http://localhost:3000'],
    [substitution('input:kind'), 'mail'],
    ['title', 'Bread'],
    ['Order number', undefined],
    ['nothing', undefined],
    [substitution('env:NOT_SHOWN'), substitution('env:NOT_SHOWN')],
  ])('resolves the left side %j of a condition to %j', async (left, value) => {
    const scope = {
      json: { title: 'Bread' },
      node: () => undefined,
      values: { input: { kind: 'mail' }, setting: {}, skill: {} },
    }
    const group = {
      combinator: 'and' as const,
      conditions: [{ left, operator: 'exists' as const }],
    }
    const { signals } = await compileGroup(group, { pace: unpaced, match })(scope, true)
    expect(signals[0]?.value ?? undefined).toBe(value)
  })

  it('has a table row for every operator', () => {
    expect(new Set(table.map(([operator]) => operator))).toEqual(new Set(conditionOperators))
  })

  it('matches a hostile pattern in linear time', async () => {
    await expectLinear('nested repetition', 50_000, (size) => {
      const text = `${'a'.repeat(size)}!`
      return () => expect(applyOperator('matches', text, '^(a+)+$')).toBe(false)
    })
    await expectLinear('alternatives', 1_000_000, (size) => {
      const text = 'x'.repeat(size)
      return () => expect(applyOperator('matches', text, '(x|xx)*y')).toBe(false)
    })
    expect(() => applyOperator('matches', 'x', '(?=a)')).toThrow(PatternError)
    expect(() => applyOperator('matches', 'x', 'x'.repeat(1_001))).toThrow(PatternError)
  })

  it('refuses a large pattern if the text is long', () => {
    const text = 'ab'.repeat(32_000)
    for (const pattern of ['(?:[ab]*a[ab]{20}){10}c', '(a?b?c?d?e?f?g?){140}z', '.*a.{500}c']) {
      expect(() => applyOperator('matches', text, pattern)).toThrow(PatternError)
      expect(applyOperator('matches', 'ababab', pattern)).toBe(false)
    }
    const words =
      'invoice rechnung facture fattura factura nota bill payment zahlung amount betrag total iban reminder'
    const honest = `\\b(${words.replaceAll(' ', '|')}|mahnung|due|konto|summe)\\s+\\d+`
    expect(applyOperator('matches', `${text} Rechnung 7`, honest)).toBe(true)
  })

  it('refuses a pattern before it is compiled if it is short but compiles to many instructions', () => {
    for (const pattern of [
      `(?:${'ab'.repeat(490)}){1000}`,
      `(?:${'a?'.repeat(490)}){1000}`,
      `(?:${'\\pL'.repeat(300)}){9}`,
      '(?:(?:a{30}){30}){9}',
      `(?:${'[a-z]'.repeat(190)}){1000}`,
    ]) {
      expect(() => applyOperator('matches', 'x', pattern), pattern.slice(0, 20)).toThrow(
        'repeats too much',
      )
    }
    for (const pattern of ['^[\\p{L} -]{2,40}$', '\\x{1F600}|[0-9]{4}-[0-9]{2}', 'a{2,5}b{3}']) {
      expect(applyOperator('matches', '', pattern)).toBe(false)
    }
  })

  it('makes expensive matches in another thread and fails the group when they take too long', async () => {
    const conditions = Array.from({ length: 30 }, (_, at) => ({
      left: 'text',
      operator: 'matches' as const,
      right: `${'(a|b)?'.repeat(10)}${at}$`,
    }))
    let elsewhere = 0
    const scope = { json: { text: 'ab'.repeat(2_000) }, node: () => undefined }
    const quick: Match = async (source, text) => {
      elsewhere += 1
      return { found: matchesPattern(source, text), millis: 0 }
    }
    const group = { combinator: 'or' as const, conditions }
    const judge = compileGroup(group, { pace: unpaced, match: quick })
    expect((await judge(scope, true)).passed).toBe(false)
    expect(elsewhere).toBe(30)
    const small = { json: { text: 'ab' }, node: () => undefined }
    expect((await judge(small, true)).signals).toHaveLength(30)
    expect(elsewhere).toBe(30)
    const slow: Match = async () => ({ found: false, millis: 400 })
    await expect(compileGroup(group, { pace: unpaced, match: slow })(scope, true)).rejects.toThrow(
      LimitError,
    )
    const failing: Match = async () => {
      throw new PatternError('The pattern takes too long to match. Use a simpler pattern.')
    }
    const failed = compileGroup(
      { combinator: 'or', conditions: conditions.slice(0, 1) },
      { pace: unpaced, match: failing },
    )
    for (let at = 0; at < 10; at += 1)
      await expect(failed(scope, false)).rejects.toThrow(PatternError)
    await expect(failed(scope, false)).rejects.toThrow(LimitError)
  })

  it('names the reason of the last failure when too many matches failed', async () => {
    const conditions = [
      { left: 'text', operator: 'matches' as const, right: `${'(a|b)?'.repeat(10)}$` },
    ]
    const scope = { json: { text: 'ab'.repeat(2_000) }, node: () => undefined }
    const failing: Match = async () => {
      throw new PatternError('The pattern is too large. Use a simpler pattern.')
    }
    const judge = compileGroup({ combinator: 'or', conditions }, { pace: unpaced, match: failing })
    for (let at = 0; at < 10; at += 1)
      await expect(judge(scope, false)).rejects.toThrow(PatternError)
    const error: unknown = await judge(scope, false).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(LimitError)
    expect(error).toMatchObject({
      message: expect.stringMatching(/More than 10 matches .*is too large/),
    })
    expect(error).not.toMatchObject({ message: expect.stringContaining('too long') })
  })

  it.each([
    ['Søren', 'SOREN'],
    ['Straße', 'strasse'],
    ['Łódź', 'lodz'],
    ['Ærø', 'aero'],
    ['ılgın', 'ILGIN'],
    ['ＡＢＣ', 'abc'],
  ])('treats %s and %s as the same text', (one, other) => expect(fold(one)).toBe(fold(other)))

  it('folds as searches do, for any text and in pieces', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(fold(text)).toBe(foldText(text))
      }),
    )
    const long = 'Σören\u0301 ﾀﾞ İß 한글 '.repeat(2_000)
    expect(fold(long)).toBe(foldText(long))
  })

  it('folds text stably, without regard to case and composition', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(fold(fold(text))).toBe(fold(text))
        expect(fold(text.normalize('NFD'))).toBe(fold(text.normalize('NFC')))
        expect(fold(`ΣΑ${text}`)).toBe(fold('ΣΑ') + fold(text))
      }),
    )
  })

  it('never gives an operator and its negation the same result', () => {
    const value = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(fc.string()),
    )
    fc.assert(
      fc.property(value, value, (left, right) => {
        expect(applyOperator('is', left, right)).toBe(!applyOperator('is_not', left, right))
        expect(applyOperator('contains', left, right)).toBe(
          !applyOperator('not_contains', left, right),
        )
        expect(applyOperator('exists', left)).toBe(!applyOperator('not_exists', left))
      }),
    )
  })

  it('returns the same verdict with and without a trail, and lists the fired conditions in the trail', async () => {
    const condition = fc.record({
      left: fc.constantFrom('a', '{{ $json.b }}', 'deep.c'),
      operator: fc.constantFrom('is', 'gt', 'exists', 'contains' as const),
      right: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constant('x')),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('and', 'or' as const),
        fc.array(condition, { maxLength: 5 }),
        fc.record({ a: fc.integer({ min: 0, max: 3 }), b: fc.constantFrom('x', '1', null) }),
        async (combinator, conditions, json) => {
          const judge = compileGroup({ combinator, conditions }, { pace: unpaced, match })
          const scope = { json: { ...json, deep: { c: 2 } }, node: () => undefined }
          const { passed, signals } = await judge(scope, true)
          expect((await judge(scope, false)).passed).toBe(passed)
          expect(signals).toHaveLength(conditions.length)
          const fired = signals.map((signal) => signal.fired)
          expect(passed).toBe(combinator === 'and' ? fired.every(Boolean) : fired.some(Boolean))
        },
      ),
    )
  })
})
