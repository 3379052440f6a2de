import {
  checkHook,
  deleteWorkflowHook,
  getWorkflowHook,
  receiveHook,
  renewWorkflowHook,
} from '@atrium/contracts'
import { type AppEnv, clientNetwork, mount, readBytes } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import type { RunEnds } from '../runs/run-ends.ts'
import type { RunStarts } from '../runs/run-starts.ts'
import { answerSeal } from '../system/answer-seal.ts'
import { answerCheck, createHookFiring } from './fire-by-hook.ts'
import { readHook, removeHook, renewHook } from './manage-hook.ts'

export function hookRoutes(
  app: Hono<AppEnv>,
  deps: Deps & { starts: RunStarts },
  runEnds: RunEnds,
): void {
  const { db, now } = deps
  mount(app, getWorkflowHook, (call) => readHook(deps, call, call.params.id))
  mount(app, renewWorkflowHook, { db, sealed: answerSeal(deps) }, (call) =>
    renewHook(deps, call, call.params.id),
  )
  mount(app, deleteWorkflowHook, { db }, (call) => removeHook(deps, call, call.params.id))
  const fire = createHookFiring(deps, runEnds)
  mount(app, receiveHook, async ({ c, params }) => {
    const { raw } = c.req
    const read = async () => ({ request: raw, bytes: await readBytes(raw), now: now() })
    const received = { headers: raw.headers, read, network: clientNetwork(c.req) }
    const { runId, result } = await fire(params, received, raw.signal)
    return result === undefined ? c.json({ runId }, 202) : c.json({ runId, ...result }, 200)
  })
  mount(app, checkHook, async ({ c, params }) => {
    const text = await answerCheck(deps, params, new URL(c.req.raw.url).searchParams)
    // Keeps a browser from rendering sent markup as a page of this site.
    return c.text(text, 200, { 'x-content-type-options': 'nosniff' })
  })
}
