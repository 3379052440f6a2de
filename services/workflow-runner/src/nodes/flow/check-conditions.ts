import type { ConditionGroup } from '@atrium/contracts'
import {
  type CheckBudget,
  compilePattern,
  isRecord,
  type ParamProblem,
} from '../../engine/index.ts'

const patternProblem = (pattern: unknown, budget: CheckBudget): string | undefined => {
  if (typeof pattern !== 'string' || pattern.includes('{{')) return undefined
  if (budget.patterns <= 0)
    return 'The patterns in this workflow are too large in total. Shorten some.'
  try {
    budget.patterns -= compilePattern(pattern).programSize()
    return undefined
  } catch (error) {
    budget.patterns -= pattern.length
    return error instanceof Error ? error.message : String(error)
  }
}

/** Returns true if a condition matches a pattern. Accepts unvalidated conditions. */
export const hasPattern = (conditions: unknown): boolean =>
  Array.isArray(conditions) &&
  conditions.some((each) => isRecord(each) && each['operator'] === 'matches')

/**
 * Returns the pattern problems of a group. `path` is the group's path with a final dot, or empty.
 */
export async function checkConditions(group: ConditionGroup, budget: CheckBudget, path = '') {
  const found: ParamProblem[] = []
  for (const [at, condition] of group.conditions.entries()) {
    if (budget.due()) await budget.yield()
    const message =
      condition.operator === 'matches' ? patternProblem(condition.right, budget) : undefined
    if (message !== undefined) {
      found.push({ code: 'invalid_params', path: `${path}conditions.${at}.right`, message })
    }
  }
  return found
}
