import type { NodeRun } from '@atrium/contracts'
import type { AppEnv } from '@atrium/http'
import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { Deps } from '../deps.ts'
import { onLiveText } from './live-texts.ts'
import { createRunChanges, type RunReader } from './run-changes.ts'
import type { RunEnds } from './run-ends.ts'
import { nodeRun, runHeader } from './run-view.ts'
import {
  findRun,
  getRun,
  nodeStamps,
  queuePosition,
  type RunKey,
  requireWorkflow,
  selectNodes,
} from './runs.db.ts'

const heartbeatMs = 15_000

const createReader = (
  { db, bus }: Pick<Deps, 'db' | 'bus'>,
  runEnds: Pick<RunEnds, 'listen'>,
): RunReader => ({
  async look(key) {
    const row = await findRun(db, key)
    if (row === undefined) return undefined
    return {
      header: JSON.stringify(runHeader(row, await queuePosition(db, row))),
      over: row.finished_at !== null,
      stamps: row.started_at === null ? new Map() : await nodeStamps(db, row.id),
    }
  },
  nodes: async (key, nodeIds) =>
    (await selectNodes(db, key.runId, nodeIds)).map((row) => ({
      id: row.node_id,
      data: JSON.stringify(nodeRun(row)),
    })),
  texts: ({ runId }, listener) => onLiveText(bus, runId, listener),
  end: ({ runId }, listener) => runEnds.listen(runId, listener),
  withText(data, text) {
    const node = JSON.parse(data) as NodeRun
    return node.status === 'running' ? JSON.stringify({ ...node, message: text }) : undefined
  },
})

/**
 * Streams from the rows, so every replica can serve every run. Throws `not_found` before the stream
 * begins.
 */
export function createRunWatching(deps: Deps, runEnds: Pick<RunEnds, 'listen'>) {
  const { changes } = createRunChanges(createReader(deps, runEnds))
  return async (c: Context<AppEnv>, key: RunKey): Promise<Response> => {
    await requireWorkflow(deps.db, key)
    await getRun(deps.db, key)
    const response = streamSSE(c, async (stream) => {
      const gone = new AbortController()
      stream.onAbort(() => gone.abort())
      for await (const change of changes(key, heartbeatMs, gone.signal)) {
        if (stream.aborted || stream.closed) return
        if (change === undefined) await stream.write(': still there\n\n')
        else await stream.writeSSE(change)
      }
    })
    response.headers.set('cache-control', 'no-store')
    return response
  }
}
