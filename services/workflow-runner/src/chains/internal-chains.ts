import type { InternalChain, WorkflowGraph } from '@atrium/contracts'
import { linearGraph, type Step } from '../nodes/linear-graph.ts'

interface ChainStep extends Omit<Step, 'id'> {
  /** Left out of the chain while its type is not registered. */
  optional?: boolean
}

/** The nodes of each chain; docs/reference/workflows.md, "One-off chains". */
const steps: Readonly<Record<InternalChain, readonly ChainStep[]>> = {
  'link-enrichment': [
    { type: 'read_url', name: 'Read page', params: { keepThin: true } },
    { type: 'enrich', optional: true },
    { type: 'update_link', runOnFailure: true },
  ],
  'contact-enrichment': [
    { type: 'find_profile_page', name: 'Find profile page' },
    { type: 'enrich_contact', optional: true },
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

/** The types that a chain cannot run without. */
export const chainNodeTypes = (kind: InternalChain): string[] =>
  steps[kind].filter(({ optional }) => optional !== true).map(({ type }) => type)

/** The channel of `publish-now` for e-mail, which has no comments. */
const mailChannel = 'email'

/** The synthetic workflow id of a chain's runs. */
export const chainWorkflowId = (kind: InternalChain, id: string): string => `internal:${kind}:${id}`

/** The graph of a chain over one card; every node has the card as a parameter, for `runOnFailure` nodes without items. */
export const chainGraph = (
  { kind, taskId, id = taskId }: { kind: InternalChain; taskId: string; id?: string },
  registered: (type: string) => boolean,
): WorkflowGraph =>
  linearGraph(
    { id: 'start', type: 'trigger.manual' },
    ...steps[kind].flatMap(({ optional, ...step }) => {
      if (optional === true && !registered(step.type)) return []
      if (step.type === 'post_comment' && id === mailChannel) return []
      return [{ ...step, id: step.type, params: { taskId, ...step.params } }]
    }),
  )
