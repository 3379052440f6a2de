import { NodeError } from '@atrium/workflow-rules'
import { describe, expect, it } from 'vitest'
import { edge, graph, node } from '../../test/graphs.ts'
import { recordedRun, testNode, toStatuses } from '../../test/recorded-run.ts'

const start = node('start', 'trigger.manual')

describe('the `runOnFailure` option', () => {
  const errors: unknown[] = []
  const closer = testNode('closer', (items, _params, context) => {
    errors.push({ items: items.length, error: context.runError })
    return {}
  })
  const closing = node('close', 'closer', {}, { runOnFailure: true })

  it('calls the node with an empty batch and the reason when the run fails', async () => {
    errors.length = 0
    const { outcome, nodes } = await recordedRun(
      graph([start, node('x', 'boom'), closing], [edge('start', 'x'), edge('x', 'close')]),
      { nodes: [closer] },
    )
    expect(errors).toEqual([{ items: 0, error: { message: 'x: it broke', nodeId: 'x' } }])
    expect(nodes['close']?.status).toBe('completed')
    expect(outcome.status).toBe('failed')
  })

  it('calls the node at the end if a completed run never reached it', async () => {
    errors.length = 0
    const quiet = testNode('quiet', () => ({ outputs: { main: [] }, message: 'page not found' }))
    const { outcome, nodes } = await recordedRun(
      graph(
        [start, node('q', 'quiet'), node('a', 'pass'), closing],
        [edge('start', 'q'), edge('q', 'a'), edge('a', 'close')],
      ),
      { nodes: [closer, quiet] },
    )
    expect(errors).toEqual([{ items: 0, error: { message: 'page not found', nodeId: 'q' } }])
    expect(outcome.status).toBe('completed')
    expect(toStatuses(nodes)).toMatchObject({ a: 'no_input', close: 'completed' })
  })

  it('calls the node once with its items if items reach it', async () => {
    errors.length = 0
    await recordedRun(graph([start, closing], [edge('start', 'close')]), { nodes: [closer] })
    expect(errors).toEqual([{ items: 1, error: null }])
  })

  it('skips the node after a deliberate halt, even if another branch fails', async () => {
    errors.length = 0
    const stop = testNode('stop', () => ({ halt: { success: true, message: 'enough' } }))
    for (const other of ['pass', 'boom']) {
      const { nodes } = await recordedRun(
        graph(
          [start, node('s', 'stop'), closing, node('o', other)],
          [edge('start', 's'), edge('s', 'close'), edge('start', 'o')],
        ),
        { nodes: [closer, stop] },
      )
      expect(toStatuses(nodes)).toMatchObject({ s: 'halted', close: 'branch_halted' })
    }
    expect(errors).toEqual([])
  })

  it('fails the run if the node itself fails', async () => {
    const bad = testNode('bad', () => {
      throw new NodeError('cannot close')
    })
    const { outcome } = await recordedRun(
      graph(
        [start, node('e', 'none'), node('close', 'bad', {}, { runOnFailure: true })],
        [edge('start', 'e'), edge('e', 'close')],
      ),
      { nodes: [bad] },
    )
    expect(outcome).toMatchObject({ status: 'failed', error: 'close: cannot close' })
  })
})
