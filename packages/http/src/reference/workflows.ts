import type { ReferenceTable } from './table.ts'

const name = 'The name that people read, of at most 200 characters'
const node = {
  id: 'The id of the node, once in the graph',
  type: 'The type of the palette, such as `read_url`',
  name: 'The name that people read and expressions use, once in the graph',
  params: 'The parameters by the JSON Schema of the type; texts may hold expressions',
  position: 'The place on the canvas; runs do not read it',
  runOnFailure: 'Whether the node also runs after a failure of the run, with the error',
}
const edge = {
  from: 'The output that the items leave',
  'from.node': 'The id of the node before',
  'from.output': 'The name of the output; `main` by default',
  to: 'The input that the items enter',
  'to.node': 'The id of the node behind',
  'to.input': 'The name of the input; `main` by default',
}
const graph = {
  nodes: 'The nodes, at most 5,000',
  edges: 'The edges between them, at most 20,000; they make no cycle',
  notes: 'Texts beside the nodes, at most 500; runs do not read them',
}
const item = {
  externalId: 'The identity of the item at its source; an item with one has its effects once',
  source: 'The origin of the item',
  'source.scheme': 'The kind of source',
  'source.host': 'The host of the source',
  json: 'The values that expressions read as `$json`',
}
const workflowHead = {
  name,
  description: 'What the workflow is for; null for none',
  active: 'Whether its triggers start runs',
  ownerId: 'The id of the person on whose authority it runs',
  callableBy:
    'Whose workflows may call it when its steps use the rights of its owner: `owner` (those of the owner) or `members` (those of everybody in the organisation)',
}
const written = {
  name,
  description: 'What the workflow is for, of at most 5,000 characters; null for none',
  graph: 'The nodes and edges; an active workflow takes a valid graph alone',
  callableBy:
    '`members` lets the workflows of colleagues call it with the rights of its owner; `owner` by default',
}
const version = {
  authorId: 'The id of the person who saved it',
  restoredFrom: 'The version whose graph was saved again; null for a new graph',
}
const credential = {
  name: 'The name by which nodes refer to it, once in the organisation',
  host: 'The host that the header is sent to, with a port where it is not the usual one',
  header: 'The name of the header that is sent',
}
const valueOfCredential = 'The value of the header, stored encrypted and never answered'
const zenPrompt = {
  prompt: 'The question, of at most 20,000 characters',
  skill: 'A skill by its id or slug, with or without `@<version>`',
  text: 'Material for the question, marked as data; at most 20,000 characters',
}
const skill = {
  slug: 'The word that references use, once in the organisation',
  name: 'The name that people read',
  kind: 'What the text is for; a node takes one kind, and it never changes',
  description: 'What the skill does; empty by default',
  body: 'The text for the language model, of at most 50,000 characters',
}

/** Workflows with graphs, palette and URLs, skills and credentials. */
export const workflows: ReferenceTable = {
  Workflow: {
    ...workflowHead,
    graph: 'The nodes and edges as they were saved last',
    warnings:
      'What keeps steps from working if the caller runs it, when one workflow is read or changed: `no_model` for steps without a usable language model. It may be activated all the same',
  },
  WorkflowWarning: {
    code: 'A stable word',
    message: 'The steps and the reason',
    fix: 'What to do, and where',
  },
  WorkflowSummary: {
    ...workflowHead,
    nextRunAt: 'The moment at which a schedule of it fires next; null for none',
    lastRun: 'The newest run; null before the first one',
    problems: 'Why it cannot be activated, at most 20; empty for a valid graph',
    'problems.code': 'A stable word, such as `cycle` or `invalid_params`',
    'problems.path': 'The place in the graph, in dots',
    'problems.message': 'The problem in words',
  },
  WorkflowGraph: graph,
  WorkflowGraphInput: graph,
  WorkflowNode: node,
  WorkflowNodeInput: {
    ...node,
    params: `${node.params}; none by default`,
    position: `${node.position}; the corner by default`,
  },
  WorkflowEdge: edge,
  WorkflowEdgeInput: edge,
  WorkflowNote: {
    id: 'The id of the note, once in the graph',
    text: 'The words of the note',
    position: 'The place on the canvas',
  },
  WorkflowItem: item,
  WorkflowItemInput: item,
  WorkflowVersion: { ...version, graph: 'The graph as it was saved' },
  WorkflowVersionHeader: version,
  WorkflowTemplate: {
    id: 'The stable word of the template',
    group: 'The part of the gallery that it stands in',
    name,
    description: 'What the workflow does',
    graph: 'The graph to start from',
  },
  WorkflowNodeDescriptor: {
    type: 'The type that a node of a graph names',
    label: 'The name that people read',
    description: 'What the node does',
    category: 'The part of the palette that it stands in',
    mode: '`ai` asks a language model, `hybrid` only where it has to, `deterministic` never',
    outputs: 'The names of its fixed outputs',
    outputsFrom: 'A list parameter whose members name further outputs, before those of `outputs`',
    'outputsFrom.list': 'The name of the list parameter',
    'outputsFrom.key': 'The field of a member that has the name of its output',
    inputs: 'The JSON Schema of the parameters; a field may have the format `skill` or `connector`',
    emits: 'The keys that the node writes into `json` of an item',
    skillable: 'Whether the node takes a skill',
  },
  WorkflowEventType: {
    type: 'The type, such as `link.captured`',
    description: 'What has happened',
    payload: 'The fields that `$json` has in a run that the event starts',
    'payload.name': 'The name of the field',
    'payload.type': 'The type of the value, such as `string` or `string[]`',
    'payload.description': 'What the field means; may be empty',
  },
  WorkflowHook: { id: 'The part of the address that names it' },
  NewWorkflowHook: {
    id: 'The part of the address that names it',
    url: 'The whole address with its secret, which is answered here alone',
  },
  WorkflowCursor: {
    kind: '`watermark` of the runs, or `calendar` for the sync token of a calendar',
    key: 'The name of the cursor in its workflow',
    value: 'How far the source has been read, in the form of its node',
  },
  WorkflowImport: {
    source: 'The source of the item',
    externalId: 'The identity of the item at its source',
    verdict: 'What the workflow decided; `pending` while a run has claimed the item',
    runId: 'The run that decided; null for a verdict from before runs were recorded',
    createdAt: 'The moment of the verdict',
  },
  WaitingItem: {
    source: 'The reading step and its source, as in the cursors',
    externalId: 'The identity of the item at its source',
    title: 'The words by which a person knows the item; its identity if it has none',
    reason: 'Why a step refused it last; empty if the step only did not reach it',
    attempts: 'The runs in which a step refused it',
    updatedAt: 'The moment of the last attempt',
  },
  Credential: credential,
  Skill: { ...skill, version: 'The number of the newest version, counted from 1' },
  CreateSkill: { ...skill, slug: `${skill.slug}; made from the name by default` },
  UpdateSkill: {
    slug: skill.slug,
    name: skill.name,
    description: skill.description,
    body: 'The text for the language model; another text makes the next version',
  },
  SkillVersion: {
    body: 'The text of the version',
    authorId: 'The id of the person who wrote it',
  },
  SkillUse: {
    version: 'The pinned version; null for the newest',
    workflowName: 'The name of the workflow',
    active: 'Whether the workflow is active: its skills cannot be deleted',
  },

  createWorkflow: {
    ...written,
    graph: 'The nodes and edges; a broken graph may be saved',
    active: 'Ignored: a new workflow is never active',
  },
  updateWorkflow: { ...written, active: '`true` activates a workflow whose graph is valid' },
  listNodes: { items: 'The types that this deployment has' },
  listEventTypes: { items: 'The event types, of all parts of the platform' },
  listWorkflowTemplates: { items: 'The templates whose nodes this deployment has' },
  listCursors: { items: 'All cursors of the workflow' },
  createCredential: {
    ...credential,
    header: `${credential.header}; \`Authorization\` by default`,
    value: valueOfCredential,
  },
  updateCredential: {
    ...credential,
    value: `${valueOfCredential}; needed for another host or header`,
  },
  listSkillUses: {
    items: 'The uses by workflow, the newest first; at most 2,000',
    truncated: 'Whether there are more',
  },
  askZen: {
    ...zenPrompt,
    id: 'The id that the answer is read by',
    runId: 'The id of the run that asks',
  },
}
