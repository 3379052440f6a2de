import { ConditionGroup as Group, type WorkflowItem } from '@atrium/contracts'
import { compileGroup } from '../engine/index.ts'
import { checkConditions, hasPattern } from './check-conditions.ts'
import { defineNode } from './define-node.ts'

const sampled = 3

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
  check: (params, budget) => checkConditions(params, budget),
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
