import type { WorkflowGraph } from '@atrium/contracts'
import type { GraphProblem } from '@atrium/workflow-rules'
import type { Checked, ToCheck } from './check-worker.ts'
import type { Palette } from './graph.ts'

let worker: Worker | undefined
let known: { palette: Palette; eventTypes: readonly string[] | undefined } | undefined
let last = 0
const waiting = new Map<number, (problems: readonly GraphProblem[]) => void>()

function started(): Worker {
  if (worker !== undefined) return worker
  worker = new Worker(new URL('./check-worker.ts', import.meta.url), { type: 'module' })
  worker.addEventListener('message', ({ data: { id, problems } }: MessageEvent<Checked>) => {
    waiting.get(id)?.(problems)
    waiting.delete(id)
  })
  return worker
}

/**
 * Checks a graph by the platform's rules. Event types are checked only once their list has loaded.
 */
export function checkInWorker(
  graph: WorkflowGraph,
  palette: Palette,
  eventTypes: readonly string[] | undefined,
): Promise<readonly GraphProblem[]> {
  const port = started()
  const send = (message: ToCheck) => port.postMessage(message)
  if (known?.palette !== palette || known.eventTypes !== eventTypes) {
    known = { palette, eventTypes }
    send({ facts: { descriptors: [...palette.values()], eventTypes } })
  }
  last += 1
  const id = last
  return new Promise((resolve) => {
    waiting.set(id, resolve)
    send({ id, graph })
  })
}
