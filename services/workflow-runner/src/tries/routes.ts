import * as operations from '@atrium/contracts'
import { createView } from '@atrium/database'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Ctx, Deps } from '../deps.ts'
import { deletePin, listPins, putPin } from './manage-pins.ts'
import { getPinRow } from './pins.db.ts'
import type { createTries } from './try-workflow.ts'

const pinView = createView(operations.WorkflowPin)
const pinSizeView = createView(operations.WorkflowPinSize)

type PinCall = Pick<Ctx, 'principal'> & { params: { id: string; nodeId: string } }
const toPin = ({ principal: { orgId }, params: { id, nodeId } }: PinCall) => ({
  orgId,
  workflowId: id,
  nodeId,
})

export function tryRoutes(
  app: Hono<AppEnv>,
  deps: Deps,
  tries: Pick<ReturnType<typeof createTries>, 'attempt'>,
): void {
  mount(app, operations.tryWorkflow, (call) => tries.attempt(call, call.params.id, call.body ?? {}))
  mount(app, operations.listPins, async (call) => ({
    items: (await listPins(deps, call, call.params.id)).map(pinSizeView),
  }))
  mount(app, operations.getPin, async (call) => pinView(await getPinRow(deps.db, toPin(call))))
  mount(app, operations.putPin, async (call) =>
    pinView(await putPin(deps, call, { pin: toPin(call), input: call.body })),
  )
  mount(app, operations.deletePin, (call) => deletePin(deps, call, toPin(call)))
}
