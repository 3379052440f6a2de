import { expect, test } from 'vitest'
import type { Transport } from '../transport.ts'
import { publishAndWatch } from './publish-and-watch.ts'

/** Returns a platform whose card has these statuses, one per read. The last one repeats. */
function platformWith(statuses: readonly string[]) {
  const asked: string[] = []
  const call = async ({ id }: { id: string }) => {
    asked.push(id)
    if (id === 'publishPostNow') return { runId: 'run_1' }
    return { id: 'task_1', status: statuses[Math.min(asked.length - 2, statuses.length - 1)] }
  }
  return { asked, transport: { call } as unknown as Pick<Transport, 'call'> }
}

test.each([
  [['reviewed', 'posting', 'posted'], 'posted', 4],
  [['posting', 'failed'], 'failed', 3],
  [['posting', 'reviewed'], 'reviewed', 3],
  [['unconfirmed'], 'unconfirmed', 2],
])('watches %j to its end', async (statuses, status, calls) => {
  const { asked, transport } = platformWith(statuses)
  const watched = await publishAndWatch(transport, 'task_1')
  expect(watched).toMatchObject({ runId: 'run_1', settled: true, card: { status } })
  expect(asked).toEqual(['publishPostNow', ...Array<string>(calls - 1).fill('getCard')])
})

test('times out and reports that nothing is settled', async () => {
  const { transport } = platformWith(['posting'])
  const watched = await publishAndWatch(transport, 'task_1', undefined, { withinMs: 60 })
  expect(watched).toMatchObject({ settled: false, card: { status: 'posting' } })
})

test('stops when the caller aborts', async () => {
  const { transport } = platformWith(['posting'])
  const stop = AbortSignal.abort(new Error('left the page'))
  await expect(publishAndWatch(transport, 'task_1', stop)).rejects.toThrow('left the page')
})
