import { type Card, commonErrors, type UpdateCard } from '@atrium/contracts'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { edge, graph, node } from '../../../test/graphs.ts'
import { aPost, publishingWorld } from '../../../test/publishing-world.ts'
import { recordedRun } from '../../../test/recorded-run.ts'

type Update = z.input<typeof UpdateCard.input>

const contact = (more: Partial<Card> = {}): Card => {
  const { post: _, ...card } = aPost('task_1')
  return {
    ...card,
    kind: 'contact',
    status: 'enriching',
    title: 'Millside Baker',
    body: '',
    fields: {},
    ...more,
  }
}
const found = {
  company: 'Harbour Bakery',
  jobTitle: 'Head baker',
  profileUrl: 'https://www.linkedin.com/in/millside-baker',
  summary: 'Bread and people',
  rawContent: 'The baker leads the bakery.',
  tags: ['baker'],
  phone: ' ',
  other: 'x',
}

const run = async (card: Card | undefined, before: 'pass' | 'boom' | 'none' = 'pass') => {
  const changes: Update[] = []
  let status: string = card?.status ?? ''
  const { ports } = publishingWorld([])
  const board = {
    ...ports.board,
    getCards: async () => ({ items: card === undefined ? [] : [card] }),
    async updateCard(input: Update) {
      if (input.ifStatus?.includes(status) !== true) throw commonErrors.precondition_failed()
      changes.push(input)
      status = input.patch.status ?? status
      return { card: card ?? contact() }
    },
  }
  const flow = graph(
    [
      node('start', 'trigger.manual'),
      node('find', before),
      node('contact', 'update_contact', { taskId: 'task_1' }, { runOnFailure: true }),
    ],
    [edge('start', 'find'), edge('find', 'contact')],
  )
  const { outcome, nodes } = await recordedRun(flow, {
    ports: { board },
    seeds: { start: [{ json: found }] },
  })
  return { outcome, node: nodes['contact'], changes }
}

describe('update_contact', () => {
  it('fills the empty fields of its card and adds tags', async () => {
    const { changes, outcome } = await run(
      contact({ fields: { company: '', email: 'ana@example.com' } }),
    )
    expect(outcome.status).toBe('completed')
    expect(changes).toMatchObject([{ ifStatus: ['enriching', 'enriched'], addTags: ['baker'] }])
    expect(changes[0]?.patch).toEqual({
      status: 'enriched',
      body: 'The baker leads the bakery.',
      fields: {
        company: 'Harbour Bakery',
        jobTitle: 'Head baker',
        summary: 'Bread and people',
        profileUrl: 'https://www.linkedin.com/in/millside-baker',
      },
    })
  })

  it('keeps a field if a user has filled it', async () => {
    const own = {
      company: 'Her own',
      jobTitle: 'Founder',
      profileUrl: 'https://baker.example',
      summary: 'Known',
    }
    const { changes } = await run(contact({ fields: own, body: 'Call on Monday' }))
    expect(changes[0]?.patch).toEqual({ status: 'enriched', fields: {} })
  })

  it('marks the card as failed with the actual reason', async () => {
    expect((await run(contact(), 'boom')).changes).toMatchObject([
      { patch: { status: 'failed' }, failure: 'find: it broke', ifStatus: ['enriching', 'todo'] },
    ])
    expect((await run(contact(), 'none')).changes).toMatchObject([
      { failure: 'The step "find" returned no items' },
    ])
  })

  it('leaves a card alone if a user has moved it, and reports that', async () => {
    const { changes, node } = await run(contact({ status: 'done' }))
    expect([changes, node?.message]).toEqual([[], '1 moved in the meantime and left unchanged'])
  })

  it('fails if the card is deleted or is not a contact', async () => {
    expect((await run(undefined)).outcome.error).toBe('contact: The card task_1 was deleted')
    const other = await run(contact({ kind: 'task', status: 'todo' }))
    expect(other.outcome.error).toBe('contact: The card task_1 is not a contact')
  })
})
