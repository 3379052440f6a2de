import { type Card, commonErrors, type UpdateCard } from '@atrium/contracts'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { edge, graph, node } from '../../../test/graphs.ts'
import { aPost, publishingWorld } from '../../../test/publishing-world.ts'
import { boom, none, recordedRun } from '../../../test/recorded-run.ts'

type Update = z.input<typeof UpdateCard.input>

const link = (more: Partial<Card> = {}): Card => {
  const { post: _, ...card } = aPost('task_1')
  const fields = { url: 'https://www.news.example/story' }
  return {
    ...card,
    kind: 'link',
    status: 'enriching',
    title: 'news.example',
    body: '',
    fields,
    ...more,
  }
}

/** Builds a board with one card. The board refuses a change if the card has another status. */
function buildBoard(card: Card | undefined) {
  const changes: Update[] = []
  let status: string = card?.status ?? ''
  const { ports } = publishingWorld([])
  const board = {
    ...ports.board,
    getCards: async () => ({ items: card === undefined ? [] : [card] }),
    async updateCard(input: Update) {
      if (input.ifStatus?.includes(status) !== true) {
        throw commonErrors.precondition_failed({ message: `The card is ${status}` })
      }
      changes.push(input)
      status = input.patch.status ?? status
      return { card: card ?? link() }
    },
  }
  return { board, changes }
}

const page = {
  title: 'The story',
  summary: 'About it',
  image: 'https://news.example/a.jpg',
  rawContent: 'Once upon a time',
  tags: ['news'],
  siteName: 'News',
  author: '',
  publishedAt: '',
  contentType: 'text/html',
}
const run = async (
  card: Card | undefined,
  before: 'pass' | 'boom' | 'none' = 'pass',
  json: object = page,
) => {
  const { board, changes } = buildBoard(card)
  const flow = graph(
    [
      node('start', 'trigger.manual'),
      node('read', before),
      node('link', 'update_link', { taskId: 'task_1' }, { runOnFailure: true }),
    ],
    [edge('start', 'read'), edge('read', 'link')],
  )
  const { outcome, nodes } = await recordedRun(flow, {
    ports: { board },
    nodes: [boom, none],
    seeds: { start: [{ json: { ...json } }] },
  })
  return { outcome, node: nodes['link'], changes }
}

describe('update_link', () => {
  it('writes only the first item to its card', async () => {
    const { outcome, changes } = await run(link())
    expect(outcome.status).toBe('completed')
    expect(changes).toEqual([
      {
        orgId: 'org_1',
        actorId: 'usr_1',
        taskId: 'task_1',
        runId: 'run_1',
        key: 'run_1:link:0:enrich',
        ifStatus: ['enriching', 'enriched'],
        keepEdits: true,
        addTags: ['news'],
        patch: {
          status: 'enriched',
          title: 'The story',
          body: 'Once upon a time',
          fields: {
            summary: 'About it',
            image: 'https://news.example/a.jpg',
            siteName: 'News',
            pageTitle: 'The story',
            author: null,
            publishedAt: null,
            contentType: 'text/html',
          },
        },
      },
    ])
  })

  it('keeps the title and the notes if a user has written them', async () => {
    const { changes } = await run(link({ title: 'Read this!', body: 'For Monday' }))
    expect(changes[0]?.patch).not.toHaveProperty('title')
    expect(changes[0]?.patch).not.toHaveProperty('body')
  })

  it('enriches a card that was captured when no chain could run', async () => {
    const { changes } = await run(link({ status: 'todo' }))
    expect(changes.map(({ patch }) => patch.status)).toEqual(['enriching', 'enriched'])
  })

  it('leaves a card alone if a user has moved it, and reports that', async () => {
    for (const status of ['done', 'archived', 'failed'] as const) {
      const { changes, outcome, node } = await run(link({ status }))
      expect([changes, outcome.status]).toEqual([[], 'completed'])
      expect(node?.message).toBe('The card was moved in the meantime and left unchanged')
    }
  })

  it('marks the card as failed with the actual reason', async () => {
    const failed = await run(link(), 'boom')
    expect(failed.outcome).toMatchObject({ status: 'failed', error: 'read: it broke' })
    expect(failed.changes).toMatchObject([
      { patch: { status: 'failed' }, failure: 'read: it broke' },
    ])
    const empty = await run(link(), 'none')
    expect(empty.changes).toMatchObject([
      { patch: { status: 'failed' }, failure: 'The step "read" returned no items' },
    ])
  })

  it('fails if the card is deleted or is not a link', async () => {
    expect((await run(undefined)).outcome.error).toBe('link: The card task_1 was deleted')
    expect((await run(link({ kind: 'task', status: 'todo' }))).outcome.error).toBe(
      'link: The card task_1 is not a link',
    )
  })
})
