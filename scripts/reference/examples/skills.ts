import type { ExampleStep } from './example-step.ts'

const one: Pick<ExampleStep, 'request'> = {
  request: (seen) => ({ params: { id: seen.text('skill.id') } }),
}

/** Skills, their versions, and the nodes that name them. */
export const skillExamples: readonly ExampleStep[] = [
  {
    operation: 'createSkill',
    name: 'skill',
    request: () => ({
      body: {
        name: 'Voice of the bakery',
        slug: 'voice-of-the-bakery',
        kind: 'writing',
        description: 'How we write to our customers',
        body: 'Write briefly and warmly. Name prices in euros. No exclamation marks.',
      },
    }),
  },
  { operation: 'listSkills', request: () => ({ query: { kind: 'writing', q: 'bakery' } }) },
  { operation: 'getSkill', ...one },
  {
    operation: 'updateSkill',
    request: (seen) => ({
      params: { id: seen.text('skill.id') },
      body: { body: 'Write briefly and warmly. Name prices in euros. One thought in a sentence.' },
    }),
  },
  { operation: 'listSkillVersions', ...one },
  {
    operation: 'getSkillVersion',
    request: (seen) => ({ params: { id: seen.text('skill.id'), n: 1 } }),
  },
  {
    operation: 'listSkillUses',
    before: async ({ client }, seen) => {
      const skill = seen.text('skill.id')
      const nodes = [
        { id: 'start', type: 'trigger.manual', name: 'Run button' },
        { id: 'polish', type: 'remove_ai_slop', name: 'Our own words', params: { skill } },
      ]
      const edges = [{ from: { node: 'start' }, to: { node: 'polish' } }]
      await client('owner').workflows.create({ body: { name: 'Polish drafts', graph: { nodes, edges } } })
    },
    request: (seen) => ({ query: { skill: seen.text('skill.id') } }),
  },
  { operation: 'deleteSkill', ...one },
]
