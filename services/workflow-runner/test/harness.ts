import type { Principal } from '@atrium/contracts'
import type { Bus } from '@atrium/messaging'
import type { RunningService } from '@atrium/service-kit'
import { type Answer, startTestService, type TestCaller } from '@atrium/service-testkit'
import { eventually } from '@atrium/testkit'
import type { Db } from '../src/database.ts'
import type { NodeDefinition } from '../src/engine/index.ts'
import type { PortTimes } from '../src/nodes/connect-ports.ts'
import type { NodePorts } from '../src/nodes/ports.ts'
import { createWorkflowRunner } from '../src/service.ts'

export type { Answer }

export interface Caller {
  principal: Principal
  call: TestCaller
  create(graph: unknown, name?: string): Promise<string>
  /** Fires the workflow by hand and waits until the run ends. */
  runToEnd(workflowId: string, input?: Record<string, unknown>): Promise<RunBody>
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
  bus: Bus
  env: Record<string, string>
  caller(overrides?: Partial<Principal>): Caller
  replica(nodes?: NodeDefinition<NodePorts>[]): Promise<RunningService>
  stop(): Promise<void>
}

/** Starts a service on real servers for one test file, with extra nodes if needed. */
export async function startHarness(
  nodes: readonly NodeDefinition<NodePorts>[] = [],
  overrides: Record<string, string> = {},
  times: PortTimes = {},
): Promise<Harness> {
  const service = await startTestService(createWorkflowRunner({ furtherNodes: nodes, ...times }), {
    env: overrides,
  })
  return {
    service: service.running,
    db: service.handle.db,
    bus: service.bus,
    env: service.env,
    stop: service.stop,
    caller: (given = {}) => createCaller(service.caller(given)),
    replica: (more = []) =>
      service.startReplica(createWorkflowRunner({ furtherNodes: [...nodes, ...more] })),
  }
}

function createCaller(call: TestCaller): Caller {
  const caller: Caller = {
    principal: call.principal,
    call,
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
        const { status } = run.body
        if (run.status !== 200 || status === 'queued' || status === 'running')
          throw new Error('still going')
        return run.body
      }),
    open: (path) => call.raw(path),
  }
  return caller
}
