import { type ConditionGroup, ConditionGroup as Group, type WorkflowItem } from '@atrium/contracts'
import { compileGroup, compilePattern } from '../engine/index.ts'
import { defineNode } from './define-node.ts'

const sampled = 3
const breathEvery = 20_000

const patternProblem = (pattern: unknown): string | undefined => {
  if (typeof pattern !== 'string' || pattern.includes('{{')) return undefined
  try {
    compilePattern(pattern)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const problems = (group: ConditionGroup) =>
  group.conditions.flatMap((condition, at) => {
    const message = condition.operator === 'matches' ? patternProblem(condition.right) : undefined
    return message === undefined
      ? []
      : [{ code: 'invalid_params' as const, path: `conditions.${at}.right`, message }]
  })

export const ifNode = defineNode({
  type: 'if',
  label: 'If',
  description: 'Sends each item to true or to false by one group of conditions',
  category: 'decide',
  mode: 'deterministic',
  outputs: ['true', 'false'],
  params: Group,
  rawParams: ['conditions'],
  emits: [],
  skillable: false,
  instant: true,
  check: problems,
  async execute(items, params, context) {
    const judge = compileGroup(params)
    const passed: WorkflowItem[] = []
    const failed: WorkflowItem[] = []
    const signalSamples: unknown[] = []
    for (let at = 0; at < items.length; at += 1) {
      const item = items[at]
      if (item === undefined) continue
      const trail = at < sampled
      const verdict = judge(context.scope(at), trail)
      if (trail) signalSamples.push({ item: at, ...verdict })
      ;(verdict.passed ? passed : failed).push(item)
      if (at % breathEvery === breathEvery - 1) await context.breathe()
    }
    return { outputs: { true: passed, false: failed }, signalSamples }
  },
})
