import type { InternalChain, WorkflowGraph } from '@atrium/contracts'
import { linearGraph, type Step } from '../nodes/linear-graph.ts'

interface ChainStep extends Omit<Step, 'id'> {
  /** The step is left out if its type is not registered. */
  optional?: boolean
}

const nextActionPrompt = [
  'Read the card of a contact and the newest entries of its timeline.',
  'Name the one action that should come next, and why, in two sentences at most, in the language of the entries.',
  'Where nothing is open, say so.',
].join(' ')

/** The steps of each chain; docs/reference/workflows.md, "One-off chains". */
const steps: Readonly<Record<InternalChain, readonly ChainStep[]>> = {
  'link-enrichment': [
    { type: 'read_url', name: 'Read page', params: { keepThin: true } },
    { type: 'enrich', optional: true, params: { withoutModel: 'pass' } },
    { type: 'update_link', runOnFailure: true },
  ],
  'contact-enrichment': [
    { type: 'find_profile_page', name: 'Find profile page' },
    { type: 'enrich_contact', optional: true, params: { withoutModel: 'pass' } },
    { type: 'update_contact', runOnFailure: true },
  ],
  tts: [{ type: 'tts' }],
  'publish-now': [{ type: 'publish' }, { type: 'post_comment' }],
  implement: [{ type: 'implement_task' }],
  'next-action': [
    { type: 'agent', params: { tools: [], prompt: nextActionPrompt, timeline: 10 } },
    { type: 'log_activity', params: { bodyKey: 'text' }, runOnFailure: true },
  ],
}

export const chainNodeTypes = (kind: InternalChain): string[] =>
  steps[kind].filter(({ optional }) => optional !== true).map(({ type }) => type)

/** `publish-now` to this channel needs no comment step, because email has no comments. */
const mailChannel = 'email'

export const chainWorkflowId = (kind: InternalChain, id: string): string => `internal:${kind}:${id}`

/** Every node receives the card as a parameter, because `runOnFailure` nodes may have no items. */
export const chainGraph = (
  { kind, taskId, id = taskId }: { kind: InternalChain; taskId: string; id?: string },
  registered: (type: string) => boolean,
): WorkflowGraph => {
  return linearGraph(
    ...steps[kind].flatMap(({ optional, ...step }) => {
      if (optional === true && !registered(step.type)) return []
      if (step.type === 'post_comment' && id === mailChannel) return []
      const plain =
        step.type === 'update_link' && !registered('enrich') ? { needsOwnWords: true } : {}
      return [{ ...step, id: step.type, params: { taskId, ...step.params, ...plain } }]
    }),
  )
}
