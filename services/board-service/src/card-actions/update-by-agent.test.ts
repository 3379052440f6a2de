import { UpdateCard } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import { afterAll, expect, test } from 'vitest'
import { startHarness } from '../../test/harness.ts'

const harness = await startHarness()
afterAll(() => harness.stop())

test('applies a change once when it is repeated with its key, even after later changes', async () => {
  const caller = await harness.caller()
  const { id } = (await caller.call('POST', '/api/tasks', { title: 'One', body: 'theirs' })).body
  const change = (key: string) =>
    callRpc(harness.bus, UpdateCard, {
      orgId: caller.orgId,
      actorId: caller.principal.userId,
      taskId: id,
      patch: { body: 'ours', status: 'failed' },
      ifStatus: ['todo'],
      failure: 'It broke',
      key,
    })
  const answers = await Promise.all([change('run:node:0'), change('run:node:0')])
  for (const { card } of answers) expect(card).toMatchObject({ body: 'ours', status: 'failed' })
  await caller.call('PATCH', `/api/tasks/${id}`, { body: 'theirs again' })
  expect((await change('run:node:0')).card).toMatchObject({
    body: 'theirs again',
    status: 'failed',
  })
  const timeline = (await caller.call('GET', `/api/tasks/${id}/timeline?kind=entries`)).body
  expect(timeline.total).toBe(1)
  await expect(change('run:node:1')).rejects.toMatchObject({ code: 'precondition_failed' })
})

test('leaves the key unused if the change is refused', async () => {
  const caller = await harness.caller()
  const { id } = (await caller.call('POST', '/api/tasks', { title: 'One' })).body
  const change = (status: 'posted' | 'done') =>
    callRpc(harness.bus, UpdateCard, {
      orgId: caller.orgId,
      actorId: caller.principal.userId,
      taskId: id,
      patch: { status },
      key: 'k',
    })
  await expect(change('posted')).rejects.toMatchObject({ code: 'invalid_transition' })
  expect((await change('done')).card.status).toBe('done')
})
