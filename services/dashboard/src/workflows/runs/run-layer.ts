import type { NodeRun, RunHeader, RunView } from '@atrium/contracts'

/** A run as shown above the graph: its header and its started nodes. */
export interface RunLayer {
  readonly header: RunHeader
  readonly nodes: ReadonlyMap<string, NodeRun>
}

export const toLayer = ({ nodes, ...header }: RunView): RunLayer => ({
  header,
  nodes: new Map(nodes.map((node) => [node.nodeId, node])),
})

export function changedLayer(
  layer: RunLayer | undefined,
  change: { readonly event: 'run' | 'node'; readonly data: unknown },
  unknownHeader: RunHeader,
): RunLayer {
  const { header, nodes } = layer ?? { header: unknownHeader, nodes: new Map<string, NodeRun>() }
  if (change.event === 'run') return { header: change.data as RunHeader, nodes }
  const node = change.data as NodeRun
  return { header, nodes: new Map([...nodes, [node.nodeId, node]]) }
}

export const isGoing = ({ status }: Pick<RunHeader, 'status'>): boolean =>
  status === 'queued' || status === 'running'

/** Finds the node at which a run ended early, because it failed or stopped with a remedy. */
export const firstFailure = ({ nodes }: RunLayer): NodeRun | undefined =>
  [...nodes.values()].find(({ status }) => status === 'failed' || status === 'halted')

/** Finds the node at which a run waits, for example for a decision. */
export const findWaiting = ({ nodes }: RunLayer): NodeRun | undefined =>
  [...nodes.values()].find(({ status, message }) => status === 'running' && message !== null)

/** Returns an edge's item count: its output's count. Undefined until the source has finished. */
export function itemsAlong(layer: RunLayer, node: string, output: string): number | undefined {
  const run = layer.nodes.get(node)
  if (run === undefined || run.status === 'running' || run.status === 'skipped') return undefined
  return Object.hasOwn(run.outputs, output) ? run.outputs[output] : 0
}
