import { ConditionGroup as Group, type WorkflowItem } from '@atrium/contracts'
import { compileGroup } from '../../engine/index.ts'
import { attemptItems, outputsResult } from '../act-on-items.ts'
import { defineNode } from '../define-node.ts'
import { checkConditions, hasPattern } from './check-conditions.ts'

const sampled = 3

export const ifNode = defineNode({
  type: 'if',
  label: 'If',
  description: 'Sends each item to Yes or No, depending on its conditions',
  category: 'decide',
  keywords: ['condition', 'branch', 'filter', 'yes no', 'decide', 'check', 'compare', 'when'],
  outputs: ['true', 'false'],
  params: Group,
  rawParams: ['conditions'],
  // With a pattern the node is not instant: a slow pattern has to appear in the run view and count
  // against the deadline.
  instant: (params) => !hasPattern(params['conditions']),
  check: (params, budget) => checkConditions(params, budget),
  async execute(items, params, context) {
    const judge = compileGroup(params, { pace: context, match: context.match })
    const passed: WorkflowItem[] = []
    const failed: WorkflowItem[] = []
    const signalSamples: unknown[] = []
    const { refusals } = await attemptItems(items, context, async (item, at) => {
      const trail = at < sampled
      const verdict = await judge(context.scope(at), trail)
      if (trail) signalSamples.push({ item: at, ...verdict })
      ;(verdict.passed ? passed : failed).push(item)
    })
    const outputs = { true: passed, false: failed }
    return { ...outputsResult(outputs, refusals, { count: items.length }), signalSamples }
  },
})
