import { defineOperation, type Operation, type Principal } from '@atrium/contracts'
import { createMetrics, propagateOnly } from '@atrium/telemetry'
import { capturedLog } from '@atrium/testkit'
import { pino } from 'pino'
import { z } from 'zod'
import { createApp, derivedPrincipalTokens, principalHeader } from '../src/index.ts'

export const secret = 's'.repeat(40)

export const owner: Principal = {
  userId: 'usr_owner',
  orgId: 'org_1',
  role: 'owner',
  isAdmin: false,
  via: 'session',
  credentialId: 'ses_1',
}

/**
 * Creates an application with captured log lines, metrics and the headers that carry a principal.
 */
export async function createTestApp() {
  const log = capturedLog()
  const metrics = createMetrics('probe')
  const tokens = derivedPrincipalTokens('probe', secret)
  const app = createApp({
    logger: pino({}, log.destination),
    metrics,
    tracing: propagateOnly,
    tokens,
  })
  const as = async (principal: Partial<Principal> = {}): Promise<Record<string, string>> => ({
    [principalHeader]: await tokens.sign({ ...owner, ...principal }),
  })
  return { app, log, metrics, tokens, as }
}
export type TestApp = Awaited<ReturnType<typeof createTestApp>>

const plain = defineOperation({
  id: 'probe',
  method: 'get',
  path: '/api/probe',
  tag: 'Probe',
  summary: 'A probe',
  access: 'public',
  responses: { 200: { description: 'Fine', schema: z.object({ ok: z.boolean() }) } },
})

/** Returns a plain public GET operation with the given changes. */
export const operation = <const T extends Partial<Operation>>(
  changes: T,
): Omit<typeof plain, keyof T> & T => ({
  ...plain,
  ...changes,
})

/** Returns the options for a JSON request. */
export const jsonBody = (
  body: unknown,
  headers: Record<string, string> = {},
  method = 'POST',
): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

/** Returns a refusal's status and body. */
export const problem = async (response: Response) => ({
  status: response.status,
  ...((await response.json()) as {
    code: string
    detail: string
    errors?: Array<{ path: string }>
  }),
})

/** A body with an array of objects, closed at every level. */
export const Note = z.strictObject({
  title: z.string().min(1),
  tags: z.array(z.strictObject({ name: z.string() })).optional(),
})
