import type { ReferenceTable } from './table.ts'

const header = {
  status: 'The state of the run; the last three are final',
  trigger: 'What started it: a person, a schedule or an event',
  queuePosition: 'An estimate of the runs that are picked before it; only while it is queued',
  error: 'Why it failed or was cancelled; null otherwise',
  createdAt: 'The moment at which it was queued',
  startedAt: 'The moment at which a worker took it; null before',
  finishedAt: 'The moment of its end; null before',
}
const run = { ...header, nodes: 'The nodes that the run has reached' }
const fromNode = 'The id of the node to begin at; by default the first that failed'
const endpoint = {
  url: 'The address that events are sent to, http or https, without credentials',
  events: 'The event types that are sent; `*` for all',
  enabled: 'Whether events are sent to it',
}
const delivery = {
  endpointId: 'The id of the endpoint',
  eventId: 'The id of the event, the same in all attempts',
  eventType: 'The type of the event',
  status: '`pending` until an attempt succeeds or the last one has failed',
  attempts: 'The number of attempts so far',
  responseStatus: 'The HTTP status of the last attempt; null without an answer',
  error: 'Why the last attempt failed; null otherwise',
  nextAttemptAt: 'The moment of the next attempt; null when none follows',
  createdAt: 'The moment at which it was queued',
  finishedAt: 'The moment of its end; null while it is pending',
}
const agentRunKind = 'The kind of work; `implement` carries out a task in a workspace'
const prompt = 'The task for the agent, of at most 100,000 characters'

/** Workflow runs, tries, queues, webhook deliveries and agent runs. */
export const runs: ReferenceTable = {
  WorkflowRunHeader: header,
  WorkflowRun: run,
  WorkflowTry: {
    ...run,
    wouldDo: 'The effects that the nodes would have had, at most 500',
  },
  WorkflowWouldDo: {
    action: 'What the node does, such as `create_card`; else the type of the node',
    target: 'The card, address, channel or other thing that it acts on; null for none',
    detail: 'What it writes or sends, cut to the size of a sample',
  },
  WorkflowNodeRun: {
    name: 'The name of the node in the graph of the run',
    type: 'The type of the node',
    status: 'The state of the node; `halted` stopped its branch without a failure',
    skipReason: 'Why it was skipped; null unless it was',
    itemsIn: 'The number of items that it was given',
    itemsOut: 'The number of items on all outputs',
    outputs: 'The number of items by output',
    message: 'What the node says of its work; null for nothing',
    error: 'Why it failed; null otherwise',
    fix: 'The remedy that the node knows; null for none',
    incomplete: 'Whether a limit cut its result',
    signalSamples: 'How the first items were judged, at most 3; null for nodes that judge none',
    sample: 'The first items that it put out, at most 3 and 8 KB; null for none',
    'sample.items': 'The items, cut to the size of a sample',
    'sample.truncated': 'Whether there was more',
    startedAt: 'The moment at which it began; null for a skipped node',
    finishedAt: 'The moment of its end; null while it runs',
  },
  WorkflowFix: {
    label: 'The words of the link',
    href: 'The page of the dashboard with the remedy',
  },
  WorkflowPin: {
    outputs: 'The items by output',
    updatedAt: 'The moment at which the output was pinned',
  },
  WorkflowPinSize: { updatedAt: 'The moment at which the output was pinned' },
  PutWorkflowPin: { outputs: 'The items by output, at most 100 on each' },
  TryWorkflow: {
    input: 'What the triggers or the one `node` begin with: items, or the samples of a run',
    'input.items': 'The items, at most 100',
  },
  ZenAnswer: {
    id: 'The id of the answer',
    status: 'The state of the run that asks',
    answer: 'The text of the model; null until the run has completed',
    truncated: 'Whether the answer was cut to the size of a sample',
    error: 'Why there is no answer; null otherwise',
    fix: 'The remedy that is known; null for none',
    createdAt: 'The moment of the question',
    finishedAt: 'The moment of the end; null before',
  },
  QueueStats: {
    queues: 'One entry for each queue',
    'queues.name': 'The queue; `workflow-run-adhoc` is that of one-off chains',
    'queues.depth': 'The number of entries that wait',
    'queues.oldestSeconds': 'The seconds for which the oldest of them has waited; 0 for none',
    'queues.active': 'The number of entries at work',
    'queues.last24h': 'The entries that ended in the last 24 hours, by their end',
    'queues.last24h.completed': 'The number that succeeded',
    'queues.last24h.failed': 'The number that failed',
    'queues.last24h.cancelled': 'The number that were cancelled; always 0 for deliveries',
  },
  QueueHistory: {
    queues: 'One entry for each queue',
    'queues.name': 'The queue; `workflow-run-adhoc` is that of one-off chains',
    'queues.samples': 'The highest of each five minutes, the oldest first',
  },
  WebhookEndpoint: endpoint,
  NewWebhookEndpoint: {
    ...endpoint,
    secret: 'The key of the signatures (Standard Webhooks), which is answered here alone',
  },
  WebhookDelivery: delivery,
  WebhookDeliveryDetail: { ...delivery, request: 'The request as it is sent' },
  AgentRun: {
    kind: agentRunKind,
    status: 'The state of the run; `lost` is one whose agent fell silent, until it is queued again',
    prompt: 'The task for the agent',
    result: 'What the agent reported at the end; null before and for none',
    error: 'Why it failed or was lost; null otherwise',
    createdAt: 'The moment at which it was first queued',
    finishedAt: 'The moment of its end, or at which it was lost; null before',
  },
  Agent: { name: 'The name that the agent gave itself' },
  CreateAgentRun: {
    kind: agentRunKind,
    taskId: 'The id of the card that it is about',
    prompt,
  },
  ClaimAgentRun: {
    agent: 'The agent that asks',
    'agent.name': 'The name of the agent, of at most 200 characters',
    'agent.host': 'The name of its machine',
    kinds: 'The kinds of work that it takes; all by default',
    workspaces: 'The workspaces that it knows; a run without one goes to any agent',
    waitSeconds: 'The seconds to wait for a run, at most 30; 0 by default',
  },
  AppendTranscript: { entries: 'The entries in their order, at most 5,000' },
  FinishAgentRun: {
    status: 'How the run ended',
    result: 'What came of it, of at most 100,000 characters; null for nothing',
    error: 'Why it failed, of at most 10,000 characters; null otherwise',
  },

  listRuns: { items: 'The headers, the newest first; at most 25' },
  runWorkflow: {
    input: 'The values of the item that the manual trigger puts out; none by default',
    alreadyPending: 'Whether the run was queued before this request',
    run: 'The queued run',
  },
  runAgain: { node: fromNode, run: 'The queued run' },
  receiveHook: {
    items: 'The items of the last nodes',
    truncated: 'Whether there were more',
  },
  listPins: { items: 'All pins of the workflow, at most 200' },
  createWebhookEndpoint: {
    ...endpoint,
    enabled: 'Whether events are sent to it; `true` by default',
  },
  updateWebhookEndpoint: endpoint,
  claimAgentRun: {
    run: 'The claimed run',
    lease: 'The proof of the claim, for `X-Lease` in all further calls of the agent',
  },
  beatAgentRun: {
    leaseExpiresAt: 'The moment at which the lease ends without another heartbeat',
    cancelRequested: 'Whether the agent has to stop and to finish the run as `cancelled`',
  },
  appendTranscript: { next: 'The place of the next entry, counted from 0' },
  readTranscript: {
    entries: 'The entries from `from` on, in their order',
    next: 'The `from` of the next page; the same as before at the end',
  },
  publishPostNow: { runId: 'The id of the run that publishes' },
  startNextAction: { runId: 'The id of the run that proposes' },
  readCardAloud: { runId: 'The id of the run that reads aloud' },
  startProcess: { runId: 'The id of the run that enriches' },
  implementCard: { runId: 'The id of the run that waits for the agent' },
}
