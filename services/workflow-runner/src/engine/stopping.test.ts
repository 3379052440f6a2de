import { describe, expect, it } from 'vitest'
import { edge, graph, node } from '../../test/graphs.ts'
import { recordedRun, testNode, toStatuses } from '../../test/recorded-run.ts'

const start = node('start', 'trigger.manual')

describe('stopping a run', () => {
  it('fails the run when a node exceeds its deadline, even if the node ignores the signal', async () => {
    const deaf = testNode('deaf', () => new Promise(() => {}))
    const { outcome, nodes } = await recordedRun(
      graph([start, node('d', 'deaf')], [edge('start', 'd')]),
      {
        nodes: [deaf],
        deadlineMs: 20,
      },
    )
    expect(outcome.status).toBe('failed')
    expect(nodes['d']?.error).toBe('The step took longer than 840 seconds and was stopped')
  })

  it('stops at once when the run is cancelled, calls no further node and commits no watermark', async () => {
    const cancel = new AbortController()
    const slow = testNode('slow', (_items, _params, { signal }) => {
      setTimeout(() => cancel.abort(), 10)
      return new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(new Error('aborted'))),
      )
    })
    const { outcome, nodes } = await recordedRun(
      graph(
        [
          start,
          node('s', 'slow'),
          node('a', 'pass'),
          node('c', 'pass', {}, { runOnFailure: true }),
        ],
        [edge('start', 's'), edge('s', 'a'), edge('a', 'c')],
      ),
      { nodes: [slow], cancel },
    )
    expect(outcome).toEqual({ status: 'cancelled', error: null, watermarks: {} })
    expect(toStatuses(nodes)).toEqual({
      start: 'completed',
      s: 'cancelled',
      a: 'cancelled',
      c: 'cancelled',
    })
  })
})
