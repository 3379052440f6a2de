import type { NodeDescriptor, WorkflowGraph } from '@atrium/contracts'
import { expect, test } from 'vitest'
import { firstSteps, type Stock } from './first-step.ts'

const descriptor = (type: string, properties: Record<string, unknown>): NodeDescriptor => ({
  type,
  label: type,
  description: '',
  category: 'act',
  mode: 'deterministic',
  outputs: ['main'],
  emits: [],
  keywords: [],
  skillable: false,
  inputs: { type: 'object', properties, required: ['connector'] },
})
const palette = new Map(
  [
    descriptor('read_mailbox', {
      connector: { type: 'string', format: 'connector', network: 'mailbox' },
    }),
    descriptor('analyze', { skill: { type: 'string', format: 'skill', skillKind: 'writing' } }),
    descriptor('create_post', { destination: { type: 'string', format: 'connector' } }),
  ].map((each) => [each.type, each]),
)
const node = (id: string, type: string, params: Record<string, unknown> = {}) => ({
  id,
  type,
  name: id,
  params,
  position: { x: 0, y: 0 },
})
const graph: WorkflowGraph = {
  nodes: [
    node('Mail', 'read_mailbox'),
    node('Think', 'analyze'),
    node('Post', 'create_post', { destination: 'manual://x.com' }),
  ],
  edges: [],
}
const problems = [
  { node: 'Mail', param: 'connector', message: 'Channel: Fill in this field' },
  { node: undefined, message: 'Add a trigger to the workflow' },
]
const steps = (stock: Stock) =>
  firstSteps(graph, palette, problems, stock).map(({ words, lacks, isOptional }) => [
    words,
    lacks,
    isOptional,
  ])

test('asks for a channel and a skill if the organisation has neither', () => {
  expect(steps({ channels: [], skills: [] })).toEqual([
    ['Connect Google mailbox for “Mail”', 'channel', false],
    ['Add a trigger to the workflow', undefined, false],
    ['Write a writing guide for “Think”', 'skill', true],
    [
      '“Post” leaves its posts for you to publish. Connect an account to publish them automatically',
      'channel',
      true,
    ],
  ])
})

test('asks the user to choose if a channel and a skill exist', () => {
  const stock: Stock = { channels: [{ network: 'mailbox' }], skills: [{ kind: 'writing' }] }
  expect(steps(stock).map(([words, lacks]) => [words, lacks])).toEqual([
    ['Choose the account for “Mail”', undefined],
    ['Add a trigger to the workflow', undefined],
    ['Choose the writing guide for “Think”', undefined],
    [
      '“Post” leaves its posts for you to publish. Connect an account to publish them automatically',
      undefined,
    ],
  ])
})

test('ignores a channel of another network and a skill of another kind', () => {
  const stock: Stock = { channels: [{ network: 'notebook' }], skills: [{ kind: 'persona' }] }
  expect(steps(stock).map(([, lacks]) => lacks)).toEqual(['channel', undefined, 'skill', undefined])
})
