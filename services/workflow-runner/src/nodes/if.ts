import { type ConditionGroup, ConditionGroup as Group, type WorkflowItem } from '@atrium/contracts'
import {
  type CheckBudget,
  compileGroup,
  compilePattern,
  isRecord,
  type ParamProblem,
} from '../engine/index.ts'
import { defineNode } from './define-node.ts'

const sampled = 3

const patternProblem = (pattern: unknown, budget: CheckBudget): string | undefined => {
  if (typeof pattern !== 'string' || pattern.includes('{{')) return undefined
  if (budget.patterns <= 0) return 'The patterns of this graph are too large together'
  try {
    budget.patterns -= compilePattern(pattern).programSize()
    return undefined
  } catch (error) {
    budget.patterns -= pattern.length
    return error instanceof Error ? error.message : String(error)
  }
}

const hasPattern = (conditions: unknown): boolean =>
  Array.isArray(conditions) && conditions.some((each) => isRecord(each) && each['operator'] === 'matches')

async function problems(group: ConditionGroup, budget: CheckBudget): Promise<ParamProblem[]> {
  const found: ParamProblem[] = []
  for (const [at, condition] of group.conditions.entries()) {
    if (budget.due()) await budget.yield()
    const message = condition.operator === 'matches' ? patternProblem(condition.right, budget) : undefined
    if (message !== undefined) found.push({ code: 'invalid_params', path: `conditions.${at}.right`, message })
  }
  return found
}

export const ifNode = defineNode({
  type: 'if',
  label: 'If',
  description: 'Sends each item to true or to false by one group of conditions',
  category: 'decide',
  outputs: ['true', 'false'],
  params: Group,
  rawParams: ['conditions'],
  // A slow pattern appears in the run view and counts against the deadline.
  instant: (params) => !hasPattern(params['conditions']),
  check: problems,
  async execute(items, params, context) {
    const judge = compileGroup(params, { pace: context, match: context.match })
    const passed: WorkflowItem[] = []
    const failed: WorkflowItem[] = []
    const signalSamples: unknown[] = []
    for (const [at, item] of items.entries()) {
      const trail = at < sampled
      const verdict = await judge(context.scope(at), trail)
      if (trail) signalSamples.push({ item: at, ...verdict })
      ;(verdict.passed ? passed : failed).push(item)
      if (context.due()) await context.yield()
    }
    return { outputs: { true: passed, false: failed }, signalSamples }
  },
})
