import type { Condition, ConditionGroup, ConditionOperator } from '@atrium/contracts'
import { asText, type Scope } from './expression.ts'
import { ownPath } from './own-property.ts'
import { compileParameters } from './parameters.ts'
import { matchesPattern } from './pattern.ts'
import { fold } from './text-folding.ts'

/** One condition's verdict on one item, for the run view. */
export interface Signal {
  left: string
  operator: ConditionOperator
  right: unknown
  /** What `left` was. */
  value: unknown
  fired: boolean
}

export interface Verdict {
  passed: boolean
  signals: readonly Signal[]
}

const numeric = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i

/** A number, or a text that a form made of one; undefined otherwise. */
export function asNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string' || !numeric.test(value)) return undefined
  const parsed = Number(value)
  return Number.isFinite(parsed) ? parsed : undefined
}

const isoDate = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}|$)/
const asMoment = (value: unknown): number | undefined => {
  if (typeof value !== 'string' || !isoDate.test(value)) return undefined
  const parsed = Date.parse(value)
  return Number.isNaN(parsed) ? undefined : parsed
}

const exists = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

function same(left: unknown, right: unknown): boolean {
  if (!exists(left) || !exists(right)) return exists(left) === exists(right)
  const [a, b] = [asNumber(left), asNumber(right)]
  return a !== undefined && b !== undefined ? a === b : fold(asText(left)) === fold(asText(right))
}

const contains = (left: unknown, right: unknown): boolean => {
  if (!exists(left) || !exists(right)) return false
  return Array.isArray(left)
    ? left.some((member) => same(member, right))
    : fold(asText(left)).includes(fold(asText(right)))
}

function ordered(left: unknown, right: unknown, holds: (difference: number) => boolean): boolean {
  const [a, b] = [asNumber(left), asNumber(right)]
  if (a !== undefined && b !== undefined) return holds(a < b ? -1 : a > b ? 1 : 0)
  const [from, to] = [asMoment(left), asMoment(right)]
  return from !== undefined && to !== undefined && holds(from - to)
}

const operators: Readonly<Record<ConditionOperator, (left: unknown, right: unknown) => boolean>> = {
  is: same,
  is_not: (left, right) => !same(left, right),
  contains,
  not_contains: (left, right) => !contains(left, right),
  starts_with: (left, right) =>
    exists(left) && exists(right) && fold(asText(left)).startsWith(fold(asText(right))),
  ends_with: (left, right) =>
    exists(left) && exists(right) && fold(asText(left)).endsWith(fold(asText(right))),
  gt: (left, right) => ordered(left, right, (difference) => difference > 0),
  gte: (left, right) => ordered(left, right, (difference) => difference >= 0),
  lt: (left, right) => ordered(left, right, (difference) => difference < 0),
  lte: (left, right) => ordered(left, right, (difference) => difference <= 0),
  matches: (left, right) => exists(left) && matchesPattern(asText(right), asText(left)),
  exists,
  not_exists: (left) => !exists(left),
}

/** Applies one operator; texts fold case and accents, numeric texts count as numbers. Throws `PatternError`. */
export const applyOperator = (operator: ConditionOperator, left: unknown, right?: unknown): boolean =>
  operators[operator](left, right)

const steps = /[^.[\]]+/g

interface Prepared {
  condition: Condition
  left(scope: Scope): unknown
  right(scope: Scope): unknown
}

function prepare(condition: Condition): Prepared {
  const right = compileParameters(condition.right)
  if (condition.left.includes('{{')) {
    const left = compileParameters(condition.left)
    return { condition, left: left.resolve, right: right.resolve }
  }
  const text = condition.left.trim()
  const path = (text.startsWith('$json.') ? text.slice(6) : text).match(steps) ?? []
  const left = (scope: Scope): unknown => {
    const direct = ownPath(scope.json, [text])
    return direct === undefined ? ownPath(scope.json, path) : direct
  }
  return { condition, left, right: right.resolve }
}

/**
 * Prepares a group once; the returned function judges one item. With `trail` every condition is evaluated and
 * reported, without it the first one that decides is enough. An empty group passes with `and`, fails with `or`.
 */
export function compileGroup(group: ConditionGroup): (scope: Scope, trail: boolean) => Verdict {
  const prepared = group.conditions.map(prepare)
  const all = group.combinator === 'and'
  return (scope, trail) => {
    let passed = all
    const signals: Signal[] = []
    for (const { condition, left, right } of prepared) {
      const value = left(scope)
      const other = right(scope)
      const fired = applyOperator(condition.operator, value, other)
      if (fired !== all) passed = !all
      if (trail) {
        signals.push({
          left: condition.left,
          operator: condition.operator,
          right: other ?? null,
          value: value ?? null,
          fired,
        })
      } else if (passed !== all) break
    }
    return { passed, signals }
  }
}
