import { setTimeout as sleep } from 'node:timers/promises'
import type { AppEnv } from '@atrium/http'
import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { Deps } from '../deps.ts'
import { requireWorkflow } from '../workflows/require-workflow.ts'
import { nodeRun, runHeader } from './run-view.ts'
import { getRun, nodesOf, queuePosition, type RunKey } from './runs.db.ts'

const lookEveryMs = 200
const breathEveryMs = 15_000

/**
 * Streams a run's header and its nodes whenever they change, from the rows, so that any replica may answer for
 * any worker; closes after the last change. Throws `not_found` before the stream begins.
 */
export async function watchRun(deps: Deps, c: Context<AppEnv>, key: RunKey): Promise<Response> {
  await requireWorkflow(deps, key.orgId, key.workflowId)
  await getRun(deps.db, key)
  const response = streamSSE(c, async (stream) => {
    const sent = new Map<string, string>()
    let lastWrite = Date.now()
    const send = async (event: 'run' | 'node', id: string, value: unknown): Promise<void> => {
      const data = JSON.stringify(value)
      if (sent.get(id) === data) return
      sent.set(id, data)
      lastWrite = Date.now()
      await stream.writeSSE({ event, data })
    }
    while (!stream.aborted && !stream.closed) {
      // The header is read first: when it says that all is over, the nodes read after it are complete.
      const row = await getRun(deps.db, key).catch(() => undefined)
      if (row === undefined) return
      const over = row.status !== 'queued' && row.status !== 'running'
      const position = row.status === 'queued' ? await queuePosition(deps.db, row) : undefined
      if (!over) await send('run', 'run', runHeader(row, position))
      for (const node of await nodesOf(deps.db, row.id))
        await send('node', `node ${node.node_id}`, nodeRun(node))
      if (over) {
        await send('run', 'run', runHeader(row))
        return
      }
      if (Date.now() - lastWrite > breathEveryMs) {
        lastWrite = Date.now()
        await stream.write(': still there\n\n')
      }
      await sleep(lookEveryMs)
    }
  })
  response.headers.set('cache-control', 'no-store')
  return response
}
