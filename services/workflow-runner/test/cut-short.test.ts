import { WorkflowNodesLost } from '@atrium/contracts'
import { eventually } from '@atrium/testkit'
import { afterAll, expect, it } from 'vitest'
import { edge, graph, node } from './graphs.ts'
import { startHarness } from './harness.ts'
import { pass, testNode } from './recorded-run.ts'

let entered = 0
const endless = testNode('endless', () => {
  entered += 1
  return new Promise(() => {})
})
const harness = await startHarness([pass, endless], { SHUTDOWN_TIMEOUT_MS: '100' })
afterAll(() => harness.stop())

it('reports the nodes that a stopping worker interrupts as lost, unless they have a result or their run was cancelled', async () => {
  const caller = harness.caller()
  const lost: unknown[] = []
  const { bus } = harness
  bus.nc.subscribe(bus.subject(`events.${caller.principal.orgId}.${WorkflowNodesLost.type}`), {
    callback: (_error, message) => void lost.push(message.json<{ data: unknown }>().data),
  })
  const id = await caller.create(
    graph(
      [
        node('start', 'trigger.manual'),
        node('paid', 'pass'),
        node('ask', 'endless'),
        node('behind', 'pass'),
      ],
      [edge('start', 'paid'), edge('paid', 'ask'), edge('ask', 'behind')],
    ),
  )
  // A manual fire returns the pending run if one is queued. So the first run has to enter its node
  // before the second is fired.
  const entry = async () => {
    const before = entered
    const { body } = await caller.call<{ runId: string }>('POST', `/api/workflows/${id}/run`)
    await eventually(() => void expect(entered).toBe(before + 1))
    return body.runId
  }
  const [cancelled, cut] = [await entry(), await entry()]
  const rows = harness.db.selectFrom('runs').select(['id', 'status', 'error']).orderBy('id')
  const running = { status: 'running', error: null }
  await eventually(async () => void expect(await rows.execute()).toMatchObject([running, running]))
  await caller.call('POST', `/api/workflows/${id}/runs/${cancelled}/cancel`)
  await harness.service.stop()
  // Another process relays the events of the stopped worker.
  await harness.replica()
  await eventually(() => void expect(lost).toEqual([{ runId: cut, nodeIds: ['ask'] }]))
  expect(await rows.execute()).toMatchObject([
    { id: cancelled, status: 'cancelled' },
    { id: cut, status: 'failed', error: expect.stringContaining('server restarted') },
  ])
})
