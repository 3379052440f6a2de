import type { WorkflowGraph } from '@atrium/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeWorkflow } from './sentence.ts'

const events = new Map([
  ['invoice.paid', 'An invoice was paid'],
  ['customer.created', 'A customer was added'],
])

type Step = readonly [type: string, params?: Record<string, unknown>, runOnFailure?: boolean]

const toGraph = (
  steps: readonly Step[],
  edges: readonly (readonly [from: number, to: number, output?: string])[],
): WorkflowGraph => ({
  nodes: steps.map(([type, params = {}, runOnFailure = false], at) => ({
    id: `n${at}`,
    type,
    name: `Step ${at}`,
    params,
    position: { x: 0, y: 0 },
    ...(runOnFailure ? { runOnFailure } : {}),
  })),
  edges: edges.map(([from, to, output = 'main']) => ({
    from: { node: `n${from}`, output },
    to: { node: `n${to}`, input: 'main' },
  })),
})

const chain = (...steps: Step[]): WorkflowGraph =>
  toGraph(
    steps,
    steps.slice(1).map((_, at) => [at, at + 1]),
  )

const paid: Step = ['trigger.event', { eventType: 'invoice.paid' }]

describe('describeWorkflow', () => {
  it.each([
    [
      [paid, ['log_activity'], ['create_post']],
      'When an invoice is paid, add a note to the card and draft a post.',
    ],
    [
      [paid, ['find_record', { kind: 'task' }], ['log_activity']],
      'When an invoice is paid, find the card and add a note to the card.',
    ],
    [[paid], 'When an invoice is paid, nothing happens yet.'],
    [[['trigger.manual'], ['limit']], 'When you press Run, look at the items.'],
    [
      [['trigger.schedule', { cron: '0 9 * * *' }], ['send_email']],
      'Every day at 9:00, send an email.',
    ],
    [
      [['trigger.schedule', { cron: '5 17 * * 1-5' }], ['send_email']],
      'On weekdays at 17:05, send an email.',
    ],
    [
      [['trigger.schedule', { cron: '0 9 * * 1' }], ['send_email']],
      'Every Monday at 9:00, send an email.',
    ],
    [
      [['trigger.schedule', { cron: '0 9 1 * *' }], ['send_email']],
      'On day 1 of each month at 9:00, send an email.',
    ],
    [
      [['trigger.schedule', { cron: '*/15 * * * *' }], ['send_email']],
      'Every 15 minutes, send an email.',
    ],
    [
      [['trigger.schedule', { cron: 'not a schedule' }], ['send_email']],
      'On a schedule, send an email.',
    ],
    [[['trigger.event', {}], ['send_email']], 'When something happens, send an email.'],
    [[['trigger.manual'], ['of_a_newer_version']], 'When you press Run, run “Step 1”.'],
    [[['send_email']], 'Without a trigger, send an email.'],
    [[], 'This workflow has no steps yet.'],
  ] satisfies [Step[], string][])('describes %j', (steps, sentence) => {
    expect(describeWorkflow(chain(...steps), events)).toBe(sentence)
  })

  it('names several triggers, and says once what happens twice', () => {
    const steps: Step[] = [paid, ['trigger.manual'], ['send_email'], ['send_email']]
    expect(
      describeWorkflow(
        toGraph(steps, [
          [0, 2],
          [1, 2],
          [2, 3],
        ]),
        events,
      ),
    ).toBe('When an invoice is paid or when you press Run, send an email.')
  })

  it('describes both branches of a decision, and what follows them', () => {
    const steps: Step[] = [paid, ['if'], ['create_post'], ['send_email'], ['merge'], ['publish']]
    const edges = [
      [0, 1],
      [1, 2, 'true'],
      [1, 3, 'false'],
      [2, 4],
      [3, 4],
      [4, 5],
    ] as const
    expect(describeWorkflow(toGraph(steps, edges), events)).toBe(
      'When an invoice is paid: if the conditions hold, draft a post; otherwise, send an email. Then publish the posts.',
    )
  })

  it('summarises a decision with many outputs, and steps that run on failure', () => {
    const steps: Step[] = [
      paid,
      ['read_tasks'],
      ['switch'],
      ['create_post'],
      ['send_email'],
      ['create_card'],
      ['publish'],
      ['send_email', {}, true],
    ]
    const edges = [
      [0, 1],
      [1, 2],
      [2, 3, 'a'],
      [2, 4, 'b'],
      [2, 5, 'c'],
      [2, 6, 'd'],
      [1, 7],
    ] as const
    expect(describeWorkflow(toGraph(steps, edges), events)).toBe(
      'When an invoice is paid, read cards. Depending on the result, draft a post, or send an email, or create a card, or do something else. If a step fails, send an email.',
    )
  })

  it('summarises a long workflow', () => {
    const types = ['read_tasks', 'enrich', 'create_card', 'send_email', 'create_post', 'publish']
    expect(describeWorkflow(chain(paid, ...types.map((type): Step => [type])), events)).toBe(
      'When an invoice is paid, read cards, summarise it with AI, create a card, send an email and do 2 more things.',
    )
  })

  it('leaves out steps that no trigger reaches', () => {
    const steps: Step[] = [paid, ['send_email'], ['create_post']]
    expect(describeWorkflow(toGraph(steps, [[0, 1]]), events)).toBe(
      'When an invoice is paid, send an email.',
    )
  })

  it('describes a draft with a circle, and ignores edges without an end', () => {
    const steps: Step[] = [paid, ['send_email'], ['create_post']]
    expect(
      describeWorkflow(
        toGraph(steps, [
          [0, 1],
          [1, 2],
          [2, 1],
          [2, 9],
        ]),
        events,
      ),
    ).toBe('When an invoice is paid, send an email and draft a post.')
  })

  it('stays short for every graph', () => {
    const types = ['trigger.manual', 'trigger.event', 'if', 'switch', 'send_email', 'x'.repeat(50)]
    const steps = fc.array(fc.constantFrom(...types), { maxLength: 30 })
    const edges = fc.array(
      fc.tuple(fc.nat(30), fc.nat(30), fc.constantFrom('main', 'true', 'false', 'a')),
      { maxLength: 60 },
    )
    fc.assert(
      fc.property(steps, edges, (drawn, links) => {
        const text = describeWorkflow(
          toGraph(
            drawn.map((type) => [type]),
            links,
          ),
          events,
        )
        expect(text.endsWith('.')).toBe(true)
        expect(text.length).toBeLessThan(1_000)
      }),
    )
  })
})
