import type { InternalChain, WorkflowGraph } from '@atrium/contracts'
import { linearGraph, type Step } from '../nodes/linear-graph.ts'

/** The nodes of each chain; docs/reference/workflows.md, "One-off chains". */
const steps: Readonly<Record<InternalChain, readonly Omit<Step, 'id'>[]>> = {
  'link-enrichment': [{ type: 'read_url' }, { type: 'enrich' }, { type: 'update_link', runOnFailure: true }],
  'contact-enrichment': [
    { type: 'find_profile_page' },
    { type: 'enrich_contact' },
    { type: 'update_contact', runOnFailure: true },
  ],
  tts: [{ type: 'tts' }],
  'publish-now': [{ type: 'publish' }, { type: 'post_comment' }],
  implement: [{ type: 'implement_task' }],
  'next-action': [
    { type: 'agent', params: { tools: [] } },
    { type: 'log_activity', params: { bodyKey: 'text' }, runOnFailure: true },
  ],
}

/** The types of a chain's nodes. */
export const chainNodeTypes = (kind: InternalChain): string[] => steps[kind].map(({ type }) => type)

/** The synthetic workflow id of a chain's runs. */
export const chainWorkflowId = (kind: InternalChain, id: string): string => `internal:${kind}:${id}`

/** The graph of a chain over one card; every node has the card as a parameter, for `runOnFailure` nodes without items. */
export const chainGraph = (kind: InternalChain, taskId: string): WorkflowGraph =>
  linearGraph(
    { id: 'start', type: 'trigger.manual' },
    ...steps[kind].map((step) => ({ ...step, id: step.type, params: { taskId, ...step.params } })),
  )
