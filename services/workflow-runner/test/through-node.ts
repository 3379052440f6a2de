import type { WorkflowItem } from '@atrium/contracts'
import { validateGraph } from '@atrium/workflow-rules'
import { createTurns } from '../src/lanes/turns.ts'
import { allNodes } from '../src/nodes/index.ts'
import { edge, graph, node } from './graphs.ts'
import { memoryLedger, recordedRun, testNode } from './recorded-run.ts'

export type Json = Record<string, unknown>
export const items = (...jsons: Json[]): WorkflowItem[] => jsons.map((json) => ({ json }))

/** Runs one node over items. Returns the JSON per output and the node's error. */
export async function through(
  type: string,
  params: Json,
  given: WorkflowItem[],
  { outputs = ['main'], ledger = memoryLedger() } = {},
) {
  const seen = new Map<string, WorkflowItem[]>()
  const catchers = outputs.map((name) =>
    testNode(`catch-${name}`, (caught) => {
      seen.set(name, [...caught])
      return { outputs: { main: caught } }
    }),
  )
  const { nodes, outcome } = await recordedRun(
    graph(
      [
        node('start', 'trigger.manual'),
        node('it', type, params),
        ...outputs.map((name) => node(`c-${name}`, `catch-${name}`)),
      ],
      [edge('start', 'it'), ...outputs.map((name) => edge(`it:${name}`, `c-${name}`))],
    ),
    { nodes: catchers, seeds: { start: given }, ledger },
  )
  const toJson = (name: string): Json[] => (seen.get(name) ?? []).map(({ json }) => json)
  return { main: toJson('main'), toJson, items: seen.get('main') ?? [], node: nodes['it'], outcome }
}

/** Validates a graph with this node. Returns its problems as `code path`. */
export const readProblems = async (type: string, params: Json, output = 'main') =>
  (
    await validateGraph(
      graph(
        [node('start', 'trigger.manual'), node('it', type, params), node('next', 'limit')],
        [edge('start', 'it'), edge(`it:${output}`, 'next')],
      ),
      (wanted) => allNodes.find((each) => each.type === wanted),
      createTurns()('org_1'),
    )
  ).map(({ code, path }) => `${code} ${path}`)
