import type { Condition, ConditionGroup, ConditionOperator } from '@atrium/contracts'
import {
  compileParameters,
  LimitError,
  ownPath,
  type Pace,
  type Scope,
} from '@atrium/workflow-rules'
import { boundedCopy } from '../samples/sample.ts'
import { type ComparedTexts, createComparedTexts } from './compared-texts.ts'
import { decide, type Operand } from './operators.ts'
import { isLightWork, type Match, matchesPattern, PatternError } from './pattern.ts'

export interface Signal {
  left: string
  operator: ConditionOperator
  right: unknown
  value: unknown
  fired: boolean
}

export interface Verdict {
  passed: boolean
  signals: readonly Signal[]
}

interface Prepared {
  condition: Condition
  left(scope: Scope): unknown
  right(scope: Scope): unknown
  /** True if `right` is the same for every item. */
  fixed: boolean
}

const steps = /[^.[\]]+/g
/**
 * If a text has other characters, for example a URL from a variable, it is a literal and no path.
 */
const pathLike = /^[\p{L}\p{N}\p{M}_$.\-[\]'" ]*$/u
const isTemplate = (text: string): boolean => text.includes('{{') || text.startsWith('${')

function prepare(condition: Condition): Prepared {
  const right = compileParameters(condition.right)
  const both = { condition, right: right.resolve, fixed: !right.dynamic }
  if (isTemplate(condition.left))
    return { ...both, left: compileParameters(condition.left).resolve }
  const text = condition.left.trim()
  const path = (text.startsWith('$json.') ? text.slice(6) : text).match(steps) ?? []
  const left = (scope: Scope): unknown => {
    const direct = ownPath(scope.json, [text])
    const found = direct === undefined ? ownPath(scope.json, path) : direct
    return found === undefined && !pathLike.test(text) ? text : found
  }
  return { ...both, left }
}

/**
 * Pattern limits in milliseconds. An honest pattern matches within `slow`. `allSlow` and `all`
 * bound the sums over all items. `failed` is not a time: it limits the failed matches in the other
 * thread.
 */
const patternLimits = { slow: 50, allSlow: 1_000, all: 30_000, failed: 10 } as const
const tooSlow = (): LimitError =>
  new LimitError('The patterns take too long to match. Use simpler patterns.')
const tooManyFailed = (last: unknown): LimitError =>
  new LimitError(
    `More than ${patternLimits.failed} matches of patterns failed. The last reason: ${last instanceof Error ? last.message : String(last)}`,
  )
const shownBytes = 500

/**
 * Compiles a condition group. With `trail` every condition is evaluated. An empty group passes with
 * `and` and fails with `or`.
 */
export function compileGroup(
  group: ConditionGroup,
  { pace, match }: { pace: Pace; match: Match },
): (scope: Scope, trail: boolean) => Promise<Verdict> {
  const prepared = group.conditions.map(prepare)
  const all = group.combinator === 'and'
  const fixed = createComparedTexts()
  const spent = { slow: 0, all: 0, failed: 0 }

  const matches = async (left: Operand, right: Operand): Promise<boolean> => {
    if (left.value === undefined || left.value === null || left.value === '') return false
    const source = right.texts.text(right.value)
    const text = left.texts.text(left.value)
    if (isLightWork(source, text)) return matchesPattern(source, text)
    const { found, millis } = await match(source, text).catch((error: unknown) => {
      // A failed match may have used the other thread for seconds.
      if (error instanceof PatternError) spent.failed += 1
      throw spent.failed > patternLimits.failed ? tooManyFailed(error) : error
    })
    spent.all += millis
    if (millis > patternLimits.slow) spent.slow += millis
    if (spent.slow > patternLimits.allSlow || spent.all > patternLimits.all) {
      throw tooSlow()
    }
    return found
  }
  const fires = (
    operator: ConditionOperator,
    left: Operand,
    right: Operand,
  ): boolean | Promise<boolean> =>
    operator === 'matches' ? matches(left, right) : decide(operator, left, right, pace)

  return async (scope, trail) => {
    const texts: ComparedTexts = createComparedTexts()
    const signals: Signal[] = []
    let passed: boolean = all
    for (const each of prepared) {
      if (pace.due()) await pace.yield()
      const { left, operator } = each.condition
      const value = each.left(scope)
      const right = each.right(scope)
      const fired = fires(
        operator,
        { value, texts },
        { value: right, texts: each.fixed ? fixed : texts },
      )
      const holds = typeof fired === 'boolean' ? fired : await fired
      if (holds !== all) passed = !all
      if (trail)
        signals.push({ left, operator, right: shown(right), value: shown(value), fired: holds })
      else if (passed !== all) break
    }
    return { passed, signals }
  }
}

const shown = (value: unknown): unknown => boundedCopy(value ?? null, shownBytes)
