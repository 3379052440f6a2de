import type { ModelFailureClass } from '@atrium/contracts'
import { describe, expect, it } from 'vitest'
import { startFakeModel } from '../../../test/fake-model.ts'
import { edge, graph, node } from '../../../test/graphs.ts'
import { aPost, publishingWorld } from '../../../test/publishing-world.ts'
import { closedPorts, recordedRun } from '../../../test/recorded-run.ts'
import { allNodes } from '../index.ts'
import type { BoardPort } from '../ports.ts'

const reason = 'Reading aloud is not configured, because the speech provider has no key'

it('fails each card once with the reason on its timeline if there is no provider key', async () => {
  const { ports, asked } = publishingWorld([])
  const flow = graph(
    [node('start', 'trigger.manual'), node('speak', 'tts')],
    [edge('start', 'speak')],
  )
  const seeds = ['a', 'b', 'a'].map((taskId) => ({ json: { taskId } }))
  const { outcome } = await recordedRun(flow, { ports, seeds: { start: seeds } })
  expect(outcome).toMatchObject({ status: 'failed', error: `speak: ${reason} (2 cards)` })
  expect(asked).toMatchObject(
    ['a', 'b'].map((taskId) => ({
      what: 'timeline',
      input: { orgId: 'org_1', taskId, entry: { body: reason } },
    })),
  )
})

it('stays registered without configuration, and reports a missing card', async () => {
  expect(allNodes.find(({ type }) => type === 'tts')?.available?.(closedPorts)).toBe(true)
  const { ports } = publishingWorld([])
  const flow = graph(
    [node('start', 'trigger.manual'), node('speak', 'tts')],
    [edge('start', 'speak')],
  )
  const { outcome } = await recordedRun(flow, { ports })
  expect(outcome.error).toBe('speak: Missing field "taskId"')
})

describe('with a speech provider', () => {
  const flow = (params = {}) =>
    graph([node('start', 'trigger.manual'), node('speak', 'tts', params)], [edge('start', 'speak')])
  const speaking = async (
    refuse: (text: string) => ModelFailureClass | undefined,
    params: Record<string, unknown> = {},
  ) => {
    const model = await startFakeModel()
    model.rule(
      () => ({ fail: 'no_model' }),
      ({ text }) => refuse(text),
    )
    const changes: unknown[] = []
    const entries: unknown[] = []
    const { ports } = publishingWorld(['a', 'b', 'c'].map((id) => aPost(id)))
    const board: BoardPort = {
      ...ports.board,
      updateCard: async ({ taskId, patch }) => {
        changes.push([taskId, patch])
        return { card: aPost(taskId) }
      },
      appendTimeline: async ({ taskId, entry, author }) => {
        entries.push([taskId, entry.body])
        return {
          entry: {
            id: 'tle',
            kind: 'system',
            body: entry.body,
            author,
            createdAt: '2026-01-01T00:00:00.000Z',
          },
        }
      },
    }
    const seeds = ['a', 'b', 'a'].map((taskId) => ({ json: { taskId } }))
    const run = await recordedRun(flow(params), {
      ports: { ...ports, board, speech: model.port.speak },
      seeds: { start: seeds },
    })
    model.stop()
    return { ...run, spoken: model.spoken, changes, entries }
  }

  it('reads each card aloud once and stores the file address in its fields', async () => {
    const { outcome, nodes, spoken, changes, entries } = await speaking(() => undefined, {
      voice: 'ada',
    })
    expect(outcome.status).toBe('completed')
    expect(spoken).toMatchObject([
      {
        text: 'Post a',
        voice: 'ada',
        idempotencyKey: 'run_1:speak:0',
        origin: { runId: 'run_1', node: 'speak' },
      },
      { text: 'Post b' },
    ])
    const url = (n: number) => `http://api/api/assets/org_1/pub/speech-${n}.mp3`
    expect(changes).toEqual([
      ['a', { fields: { audio: url(1), audioKey: 'org_1/pub/speech-1.mp3' } }],
      ['b', { fields: { audio: url(2), audioKey: 'org_1/pub/speech-2.mp3' } }],
    ])
    expect(entries).toEqual([
      ['a', `The text was read aloud: ${url(1)}`],
      ['b', `The text was read aloud: ${url(2)}`],
    ])
    expect(nodes['speak']).toMatchObject({
      itemsOut: 3,
      usage: { provider: 'speech', calls: 2, credits: 2 },
    })
  })

  it('reads the other cards when one fails, and notes the reason on that card', async () => {
    const { outcome, nodes, entries } = await speaking((text) =>
      text.includes('a') ? 'provider_refused' : undefined,
    )
    expect(outcome.status).toBe('completed')
    expect(nodes['speak']?.itemsOut).toBe(1)
    expect(entries).toContainEqual(['a', 'provider_refused'])
  })

  it('halts with a link to top up if there are no credits', async () => {
    const { outcome, nodes } = await speaking(() => 'credits_exhausted')
    expect(outcome.status).toBe('failed')
    expect(nodes['speak']?.fix).toEqual({ label: 'Top up credits', href: '/settings/billing' })
  })
})
