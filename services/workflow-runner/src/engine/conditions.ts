import type { Condition, ConditionGroup, ConditionOperator } from '@atrium/contracts'
import { asText, type Scope } from './expression.ts'
import { ownPath } from './own-property.ts'
import { compileParameters } from './parameters.ts'
import { costlyWork, matchesPattern, PatternError, workOf } from './pattern.ts'
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

const longInteger = /^\s*([+-]?)(\d{16,400})\s*$/

// Ids of networks have more digits than a number can hold.
function exactly(value: unknown): bigint | undefined {
  const match = typeof value === 'string' ? longInteger.exec(value) : null
  if (match === null) return undefined
  return match[1] === '-' ? -BigInt(match[2] ?? 0) : BigInt(match[2] ?? 0)
}

/** How two numbers, or texts that are numbers, compare; below 0, 0 or above. Undefined when one is neither. */
function compareNumbers(left: unknown, right: unknown): number | undefined {
  const [a, b] = [asNumber(left), asNumber(right)]
  if (a === undefined || b === undefined) return undefined
  if (a !== b) return a - b
  const [exactA, exactB] = [exactly(left), exactly(right)]
  return exactA === undefined || exactB === undefined ? 0 : Number(exactA - exactB)
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
  const difference = compareNumbers(left, right)
  return difference === undefined ? fold(asText(left)) === fold(asText(right)) : difference === 0
}

const contains = (left: unknown, right: unknown): boolean => {
  if (!exists(left) || !exists(right)) return false
  return Array.isArray(left)
    ? left.some((member) => same(member, right))
    : fold(asText(left)).includes(fold(asText(right)))
}

function ordered(left: unknown, right: unknown, holds: (difference: number) => boolean): boolean {
  const difference = compareNumbers(left, right)
  if (difference !== undefined) return holds(difference)
  const [from, to] = [asMoment(left), asMoment(right)]
  return from !== undefined && to !== undefined && holds(from - to)
}

type Operator = (left: unknown, right: unknown) => boolean

const operators: Readonly<Record<ConditionOperator, Operator>> = {
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

interface Tally {
  passed: boolean
  signals: Signal[]
}

// Judges one condition; true when the group is decided by it.
function take(tally: Tally, each: Prepared, all: boolean, at: Look): boolean {
  const { condition } = each
  const value = each.left(at.scope)
  const other = each.right(at.scope)
  const fired = applyOperator(condition.operator, value, other)
  if (fired !== all) tally.passed = !all
  if (!at.trail) return tally.passed !== all
  const { left, operator } = condition
  tally.signals.push({ left, operator, right: other ?? null, value: value ?? null, fired })
  return false
}

interface Look {
  scope: Scope
  /** Every condition is evaluated and reported; else the first one that decides is enough. */
  trail: boolean
}

/**
 * Prepares a group once; the returned function judges one item. With `trail` every condition is evaluated and
 * reported, without it the first one that decides is enough. An empty group passes with `and`, fails with `or`.
 */
export function compileGroup(group: ConditionGroup): (scope: Scope, trail: boolean) => Verdict {
  const prepared = group.conditions.map(prepare)
  const all = group.combinator === 'and'
  return (scope, trail) => {
    const tally: Tally = { passed: all, signals: [] }
    for (const each of prepared) if (take(tally, each, all, { scope, trail })) break
    return tally
  }
}

/** Runs work that may hold the process, when the process can spare it, and says how long it took. */
export type Aside = <T>(work: () => T) => Promise<{ value: T; millis: number }>

/** One look of more than 50 ms is more than any honest pattern takes; milliseconds for all items together. */
const patternLimits = { slow: 50, allSlow: 1_000, all: 30_000 } as const

/**
 * The same for groups with patterns: what may cost much is done `aside`, and there is an end to how long all of
 * it may take. Rejects with `PatternError`.
 */
export function compilePatternGroup(
  group: ConditionGroup,
  aside: Aside,
): (scope: Scope, trail: boolean) => Promise<Verdict> {
  const prepared = group.conditions.map(prepare)
  const all = group.combinator === 'and'
  const spent = { light: 0, slow: 0, all: 0 }
  const lightly = (each: Prepared, scope: Scope): boolean => {
    if (each.condition.operator !== 'matches') return true
    spent.light += workOf(asText(each.right(scope)), asText(each.left(scope)))
    return spent.light < costlyWork
  }
  return async (scope, trail) => {
    const tally: Tally = { passed: all, signals: [] }
    for (const each of prepared) {
      if (lightly(each, scope)) {
        if (take(tally, each, all, { scope, trail })) break
        continue
      }
      spent.light = 0
      const { value: decided, millis } = await aside(() => take(tally, each, all, { scope, trail }))
      spent.all += millis
      if (millis > patternLimits.slow) spent.slow += millis
      if (spent.slow > patternLimits.allSlow || spent.all > patternLimits.all) {
        throw new PatternError('The patterns take too long')
      }
      if (decided) break
    }
    return tally
  }
}
