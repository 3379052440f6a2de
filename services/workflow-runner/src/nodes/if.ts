import { type ConditionGroup, ConditionGroup as Group, type WorkflowItem } from '@atrium/contracts'
import {
  type Aside,
  type CheckRoom,
  compileGroup,
  compilePattern,
  compilePatternGroup,
  isRecord,
  NodeError,
} from '../engine/index.ts'
import { defineNode } from './define-node.ts'

const sampled = 3
const breathEvery = 20_000

const patternProblem = (pattern: unknown, room: CheckRoom): string | undefined => {
  if (typeof pattern !== 'string' || pattern.includes('{{')) return undefined
  if (room.patterns <= 0) return 'The patterns of this graph are too large together'
  try {
    room.patterns -= compilePattern(pattern).programSize()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const hasPattern = (conditions: unknown): boolean =>
  Array.isArray(conditions) && conditions.some((each) => isRecord(each) && each['operator'] === 'matches')

const problems = (group: ConditionGroup, room: CheckRoom) =>
  group.conditions.flatMap((condition, at) => {
    const message = condition.operator === 'matches' ? patternProblem(condition.right, room) : undefined
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
  // Patterns may take their time, which the run view and the deadline should know of.
  instant: (params) => !hasPattern(params['conditions']),
  check: problems,
  async execute(items, params, context) {
    const patterns = hasPattern(params.conditions)
    const going = (): void => {
      if (context.signal.aborted) throw new NodeError('Cancelled')
    }
    const aside: Aside = (work) =>
      context.aside(() => {
        going()
        return work()
      })
    const judge = patterns ? compilePatternGroup(params, aside) : compileGroup(params)
    const passed: WorkflowItem[] = []
    const failed: WorkflowItem[] = []
    const signalSamples: unknown[] = []
    for (let at = 0; at < items.length; at += 1) {
      const item = items[at]
      if (item === undefined) continue
      const trail = at < sampled
      const judged = judge(context.scope(at), trail)
      const verdict = judged instanceof Promise ? await judged : judged
      if (trail) signalSamples.push({ item: at, ...verdict })
      ;(verdict.passed ? passed : failed).push(item)
      if (at % breathEvery === breathEvery - 1) {
        await context.breathe()
        going()
      }
    }
    return { outputs: { true: passed, false: failed }, signalSamples }
  },
})
