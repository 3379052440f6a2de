import type { WorkflowGraph, WorkflowNode } from '@atrium/contracts'

/** The kinds of one-off chains that the board starts. */
export type ChainKind =
  | 'publish-now'
  | 'next-action'
  | 'link-enrichment'
  | 'contact-enrichment'
  | 'tts'
  | 'implement'

type Step = [type: string, params?: Record<string, unknown>, more?: Partial<WorkflowNode>]

/** The nodes of each chain, as docs/reference/workflows.md lists them. */
const steps: Readonly<Record<ChainKind, readonly Step[]>> = {
  'link-enrichment': [['read_url'], ['enrich'], ['update_link', {}, { runOnFailure: true }]],
  'contact-enrichment': [
    ['find_profile_page'],
    ['enrich_contact'],
    ['update_contact', {}, { runOnFailure: true }],
  ],
  tts: [['tts']],
  'publish-now': [['publish'], ['post_comment']],
  implement: [['implement_task']],
  'next-action': [
    ['agent', { tools: [] }],
    ['log_activity', { bodyKey: 'text' }, { runOnFailure: true }],
  ],
}

/** The types of a chain's nodes. */
export const chainNodeTypes = (kind: ChainKind): string[] => steps[kind].map(([type]) => type)

/** The synthetic id under which a chain's runs are saved. */
export const chainWorkflowId = (kind: ChainKind, id: string): string => `internal:${kind}:${id}`

/** The graph of a chain over one card; the card is a parameter of every node, so that closers know it too. */
export function chainGraph(kind: ChainKind, taskId: string): WorkflowGraph {
  const start: WorkflowNode = {
    id: 'start',
    type: 'trigger.manual',
    name: 'start',
    params: {},
    position: { x: 0, y: 0 },
  }
  const nodes = steps[kind].map(
    ([type, params = {}, more = {}], at): WorkflowNode => ({
      id: type,
      type,
      name: type,
      params: { taskId, ...params },
      position: { x: (at + 1) * 260, y: 0 },
      ...more,
    }),
  )
  const all = [start, ...nodes]
  return {
    nodes: all,
    edges: nodes.map((node, at) => ({
      from: { node: all[at]?.id ?? '', output: 'main' },
      to: { node: node.id, input: 'main' },
    })),
  }
}
