import type { ExampleStep } from './example-step.ts'

/** A workflow with a node that uses the skill. */
export const skillExamples: readonly ExampleStep[] = [
  {
    operation: 'listSkillUses',
    before: async ({ client }, seen) => {
      const id = seen.text('createSkill.id')
      const nodes = [
        { id: 'start', type: 'trigger.manual', name: 'Run button' },
        { id: 'polish', type: 'remove_ai_slop', name: 'Our own words', params: { skill: id } },
      ]
      const edges = [{ from: { node: 'start' }, to: { node: 'polish' } }]
      await client('owner').workflows.create({
        body: { name: 'Polish drafts', graph: { nodes, edges } },
      })
    },
  },
]
