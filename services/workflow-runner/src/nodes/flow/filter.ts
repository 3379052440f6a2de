import { ConditionGroup, type WorkflowItem } from '@atrium/contracts'
import { compileGroup } from '../../engine/index.ts'
import { attemptItems, outputsResult } from '../act-on-items.ts'
import { defineNode } from '../define-node.ts'
import { checkConditions, hasPattern } from './check-conditions.ts'

const sampled = 3

export const filter = defineNode({
  type: 'filter',
  label: 'Filter',
  description: 'Passes the items that meet the conditions and drops all others',
  category: 'decide',
  keywords: ['where', 'keep', 'drop', 'remove', 'only', 'condition', 'exclude', 'if'],
  params: ConditionGroup,
  rawParams: ['conditions'],
  // A slow pattern has to appear in the run view and count against the deadline.
  instant: (params) => !hasPattern(params['conditions']),
  check: (params, budget) => checkConditions(params, budget),
  async execute(items, params, context) {
    const judge = compileGroup(params, { pace: context, match: context.match })
    const main: WorkflowItem[] = []
    const signalSamples: unknown[] = []
    const { refusals } = await attemptItems(items, context, async (item, at) => {
      const trail = at < sampled
      const verdict = await judge(context.scope(at), trail)
      if (trail) signalSamples.push({ item: at, ...verdict })
      if (verdict.passed) main.push(item)
    })
    const notes = [`${main.length} of ${items.length} items`]
    const result = outputsResult({ main }, refusals, { count: items.length, notes })
    return { ...result, signalSamples }
  },
})
