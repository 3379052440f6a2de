import {
  commonErrors,
  deleteWorkflowHook,
  getWorkflowHook,
  receiveHook,
  renewWorkflowHook,
  type WorkflowItem,
  WorkflowJson,
} from '@atrium/contracts'
import { type AppEnv, fieldsOf, isForm, mount, readBytes, readForm, readJson } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { answerSeal } from '../system/answer-seal.ts'
import { createHookFiring } from './fire-by-hook.ts'
import { readHook, removeHook, renewHook } from './manage-hook.ts'

const json = /^application\/(?:[a-z0-9.+-]+\+)?json\s*(?:;|$)/i

/** The body of a call: JSON, the fields of a form, or text; null without one. Throws `validation_failed` and 413. */
async function bodyOf(request: Request): Promise<unknown> {
  if (isForm(request)) return readForm(request)
  if (json.test(request.headers.get('content-type') ?? '')) return (await readJson(request)) ?? null
  const bytes = await readBytes(request)
  return bytes.byteLength === 0 ? null : new TextDecoder().decode(bytes)
}

async function itemOf(request: Request, now: Date): Promise<WorkflowItem> {
  const given = {
    body: await bodyOf(request),
    query: { ...fieldsOf(new URL(request.url).searchParams) },
    contentType: request.headers.get('content-type'),
    receivedAt: now.toISOString(),
  }
  const parsed = WorkflowJson.safeParse(given)
  if (!parsed.success)
    throw commonErrors.validation_failed({ message: parsed.error.issues[0]?.message ?? 'The body' })
  return { json: parsed.data }
}

export function hookRoutes(app: Hono<AppEnv>, deps: Deps): void {
  const { db, now } = deps
  mount(app, getWorkflowHook, (call) => readHook(deps, call, call.params.id))
  mount(app, renewWorkflowHook, { db, sealed: answerSeal(deps) }, (call) =>
    renewHook(deps, call, call.params.id),
  )
  mount(app, deleteWorkflowHook, { db }, (call) => removeHook(deps, call, call.params.id))
  const fire = createHookFiring(deps)
  mount(app, receiveHook, async ({ c, params }) => {
    const { raw } = c.req
    const { runId, result } = await fire(params, () => itemOf(raw, now()), raw.signal)
    return result === undefined ? c.json({ runId }, 202) : c.json({ runId, ...result }, 200)
  })
}
