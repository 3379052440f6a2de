import { type ExampleStep, from, one } from './example-step.ts'

const skill = one('skill')

/** Skills, their versions, and the nodes with them. */
export const skillExamples: readonly ExampleStep[] = [
  {
    operation: 'createSkill',
    name: 'skill',
    body: {
      name: 'Voice of the bakery',
      slug: 'voice-of-the-bakery',
      kind: 'writing',
      description: 'How we write to our customers',
      body: 'Write briefly and warmly. Name prices in euros. No exclamation marks.',
    },
  },
  { operation: 'listSkills', query: { kind: 'writing', q: 'bakery' } },
  { operation: 'getSkill', ...skill },
  {
    operation: 'updateSkill',
    ...skill,
    body: { body: 'Write briefly and warmly. Name prices in euros. One thought in a sentence.' },
  },
  { operation: 'listSkillVersions', ...skill },
  { operation: 'getSkillVersion', params: { id: from('skill.id'), n: 1 } },
  {
    operation: 'listSkillUses',
    before: async ({ client }, seen) => {
      const id = seen.text('skill.id')
      const nodes = [
        { id: 'start', type: 'trigger.manual', name: 'Run button' },
        { id: 'polish', type: 'remove_ai_slop', name: 'Our own words', params: { skill: id } },
      ]
      const edges = [{ from: { node: 'start' }, to: { node: 'polish' } }]
      await client('owner').workflows.create({
        body: { name: 'Polish drafts', graph: { nodes, edges } },
      })
    },
    query: { skill: from('skill.id') },
  },
  { operation: 'deleteSkill', ...skill },
]
