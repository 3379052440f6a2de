import { newId, type Principal } from '@atrium/contracts'
import { createDatabase, type PlatformTables } from '@atrium/database'
import { createPrincipalTokens, principalHeader } from '@atrium/http'
import { type RunningService, startService } from '@atrium/service-kit'
import { createTestDatabase, createTestEnv, eventually } from '@atrium/testkit'
import type { Db, WorkflowDatabase } from '../src/database.ts'
import type { NodeDefinition } from '../src/engine/index.ts'
import type { NodePorts } from '../src/nodes/ports.ts'
import { createWorkflowRunner } from '../src/service.ts'

export interface Answer<T = Record<string, unknown>> {
  status: number
  body: T
  headers: Headers
}

export interface Caller {
  principal: Principal
  call<T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<T>>
  /** Creates a workflow and answers its id. */
  create(graph: unknown, name?: string): Promise<string>
  /** Fires by hand and waits for the run's end. */
  runToEnd(workflowId: string, input?: Record<string, unknown>): Promise<RunBody>
  /** The run once it has ended. */
  ended(workflowId: string, runId: string): Promise<RunBody>
  open(path: string): Promise<Response>
}

export interface RunBody {
  id: string
  status: string
  trigger: string
  error: string | null
  queuePosition?: number
  nodes: Record<string, unknown>[]
}

export interface Harness {
  service: RunningService
  db: Db
  env: Record<string, string>
  caller(overrides?: Partial<Principal>): Caller
  /** Another replica on the same database and bus. */
  replica(nodes?: NodeDefinition<NodePorts>[]): Promise<RunningService>
  stop(): Promise<void>
}

/** A running service of its own on real servers, with more nodes when a test needs them. */
export async function startHarness(
  nodes: readonly NodeDefinition<NodePorts>[] = [],
  overrides: Record<string, string> = {},
): Promise<Harness> {
  const database = await createTestDatabase()
  const env = createTestEnv({ databaseUrl: database.url, overrides })
  const service = await startService(createWorkflowRunner({ furtherNodes: nodes }), { env, port: 0 })
  const handle = createDatabase<WorkflowDatabase>({ url: database.url, schema: 'workflow', poolSize: 3 })
  const tokens = await createPrincipalTokens(env['AUTH_SESSION_SECRET'] ?? '')
  const replicas: RunningService[] = []
  return {
    service,
    db: handle.db,
    env,
    caller(given = {}) {
      const principal: Principal = {
        userId: newId('usr'),
        orgId: newId('org'),
        role: 'member',
        isAdmin: false,
        via: 'session',
        credentialId: newId('ses'),
        ...given,
      }
      return createCaller(service.url, principal, () => tokens.sign(principal))
    },
    async replica(more = []) {
      const replica = await startService(createWorkflowRunner({ furtherNodes: [...nodes, ...more] }), {
        env,
        port: 0,
      })
      replicas.push(replica)
      return replica
    },
    async stop() {
      for (const replica of replicas) await replica.stop()
      await service.stop()
      await handle.close()
      await database.drop()
    },
  }
}

function createCaller(url: string, principal: Principal, token: () => string | Promise<string>): Caller {
  const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    fetch(`${url}${path}`, {
      method,
      headers: {
        [principalHeader]: await token(),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const caller: Caller = {
    principal,
    async call(method, path, body, headers) {
      const response = await send(method, path, body, headers)
      const text = await response.text()
      return {
        status: response.status,
        body: text === '' ? (undefined as never) : JSON.parse(text),
        headers: response.headers,
      }
    },
    async create(graph, name = 'A workflow') {
      const answer = await caller.call<{ id: string }>('POST', '/api/workflows', { name, graph })
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
      return answer.body.id
    },
    async runToEnd(workflowId, input) {
      const fired = await caller.call<{ runId: string }>(
        'POST',
        `/api/workflows/${workflowId}/run`,
        input === undefined ? undefined : { input },
      )
      if (fired.status !== 202) throw new Error(JSON.stringify(fired.body))
      return caller.ended(workflowId, fired.body.runId)
    },
    ended: (workflowId, runId) =>
      eventually(async () => {
        const run = await caller.call<RunBody>('GET', `/api/workflows/${workflowId}/runs/${runId}`)
        if (run.body.status === 'queued' || run.body.status === 'running') throw new Error('still going')
        return run.body
      }, 10_000),
    open: (path) => send('GET', path),
  }
  return caller
}

export type { PlatformTables }
