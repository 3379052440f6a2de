import * as operations from '@atrium/contracts'
import { viewOf } from '@atrium/database'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { deletePin, getPin, listPins, putPin } from './manage-pins.ts'
import type { createTries } from './try-workflow.ts'

const pinView = viewOf(operations.WorkflowPin)
const pinSizeView = viewOf(operations.WorkflowPinSize)

export function tryRoutes(
  app: Hono<AppEnv>,
  deps: Deps,
  tries: Pick<ReturnType<typeof createTries>, 'attempt'>,
): void {
  mount(app, operations.tryWorkflow, (call) => tries.attempt(call, call.params.id, call.body ?? {}))
  mount(app, operations.listPins, async (call) => ({
    items: (await listPins(deps, call, call.params.id)).map(pinSizeView),
  }))
  mount(app, operations.getPin, async (call) => {
    const { id: workflowId, nodeId } = call.params
    return pinView(await getPin(deps, call, { workflowId, nodeId }))
  })
  mount(app, operations.putPin, async (call) => {
    const { id: workflowId, nodeId } = call.params
    return pinView(await putPin(deps, call, { workflowId, nodeId }, call.body))
  })
  mount(app, operations.deletePin, (call) => {
    const { id: workflowId, nodeId } = call.params
    return deletePin(deps, call, { workflowId, nodeId })
  })
}
