import { ConditionGroup, type WorkflowItem } from '@atrium/contracts'
import { otherwise, outputProblems } from '@atrium/workflow-rules'
import { z } from 'zod'
import { compileGroup, isRecord } from '../../engine/index.ts'
import { attemptItems, outputsResult } from '../act-on-items.ts'
import { defineNode } from '../define-node.ts'
import { checkConditions, hasPattern } from './check-conditions.ts'

const sampled = 3

const Rule = ConditionGroup.extend({
  output: z
    .string()
    .min(1)
    .max(100)
    .regex(/^[\w .:/-]*$/, { error: 'Use letters, digits, spaces and . : / - _' })
    .describe('The name of the output for items that pass'),
})

export const switchNode = defineNode({
  type: 'switch',
  label: 'Switch',
  description: 'Sends each item to the output of the rule that it meets, or to else',
  category: 'decide',
  keywords: ['route', 'case', 'branch', 'router', 'several conditions', 'if', 'sort into'],
  outputs: [otherwise],
  outputsFrom: { list: 'rules', key: 'output' },
  params: z.object({
    rules: z
      .array(Rule)
      .min(1)
      .max(20)
      .describe('The rules in order, each with its conditions and its output'),
    match: z
      .enum(['first', 'all'])
      .default('first')
      .describe('Uses the first rule that an item meets, or every rule that it meets'),
  }),
  rawParams: ['rules'],
  instant: ({ rules }) =>
    !(
      Array.isArray(rules) && rules.some((rule) => isRecord(rule) && hasPattern(rule['conditions']))
    ),
  async check({ rules }, budget) {
    const problems = outputProblems({ rules })
    for (const [at, rule] of rules.entries()) {
      problems.push(...(await checkConditions(rule, budget, `rules.${at}.`)))
    }
    return problems
  },
  async execute(items, { rules, match }, context) {
    const rest: WorkflowItem[] = []
    // A map, because an output may be named like an object method, for example "constructor".
    const lists = new Map<string, WorkflowItem[]>()
    const prepared = rules.map((rule) => {
      const list = lists.get(rule.output) ?? []
      lists.set(rule.output, list)
      const judge = compileGroup(rule, { pace: context, match: context.match })
      return { output: rule.output, list, judge }
    })
    const signalSamples: unknown[] = []
    const { refusals } = await attemptItems(items, context, async (item, at) => {
      const trail = at < sampled
      const passed: WorkflowItem[][] = []
      for (const { output, list, judge } of prepared) {
        const verdict = await judge(context.scope(at), trail)
        if (trail) signalSamples.push({ item: at, output, ...verdict })
        if (!verdict.passed) continue
        passed.push(list)
        if (match === 'first') break
      }
      // Items are added after all rules have run, so an item leaves on no output if a later rule
      // refuses it.
      for (const list of passed.length === 0 ? [rest] : passed) list.push(item)
    })
    const outputs = Object.fromEntries([...lists, [otherwise, rest]])
    return { ...outputsResult(outputs, refusals, { count: items.length }), signalSamples }
  },
})
