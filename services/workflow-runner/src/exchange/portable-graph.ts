import type { WorkflowGraph } from '@atrium/contracts'
import { isRecord } from '../engine/index.ts'

/** What an organisation calls the records that its graphs name. */
export interface OrgNames {
  /** Places in the file by workflow id. */
  workflows: ReadonlyMap<string, number>
  /** Names by id. */
  credentials: ReadonlyMap<string, string>
  /** Slugs by id. */
  skills: ReadonlyMap<string, string>
}

const place = /^workflows\[(\d{1,6})\]$/
const workflowId = /^wf_[0-9a-f]{32}$/
const credentialId = /^crd_[0-9a-f]{32}$/
const skillId = /^(skill_[0-9a-f]{32})(?:@\d{1,9})?$/
// Channels, webhook endpoints, stored secrets and stored files. A destination may contain an id.
const privateId = /(?:chn|whe|hsec|hook|file)_[0-9a-f]{32}/
const hookAddress = /https?:\/\/[^\s"'<>{}]{1,300}\/api\/public\/hooks\/[^\s"'<>{}]{1,300}/g
const userInAddress = /(https?:\/\/)[^\s/@"'<>{}]{1,300}@/g
const secretInQuery =
  /([?&](?:[^=&\s]{0,40}[-_])?(?:key|token|secret|password|sig|signature|apikey)=)[^&\s"'<>{}#]{1,500}/gi
const secretName = /authorization|cookie|api[-_]?key|token|secret|password|signature/i

const expressions = /\{\{[^{}]{0,1000}\}\}/g

const isExpression = (value: unknown): boolean =>
  typeof value === 'string' && value.trim().replace(expressions, '') === ''

/** True for a text under a name such as `token`, unless it only inserts a value. */
const isSecret = (key: string, value: unknown): value is string =>
  secretName.test(key) &&
  typeof value === 'string' &&
  !/^(?:bearer|basic)?$/i.test(value.replace(expressions, '').trim())

/** A value to leave out. */
const nothing = Symbol('nothing')

function writeText(text: string, names: OrgNames): string | typeof nothing {
  const [, skill] = skillId.exec(text) ?? []
  if (skill !== undefined) return names.skills.get(skill) ?? nothing
  if (credentialId.test(text)) return names.credentials.get(text) ?? nothing
  if (workflowId.test(text)) {
    const at = names.workflows.get(text)
    return at === undefined ? nothing : `workflows[${at}]`
  }
  if (privateId.test(text)) return nothing
  return withoutAddresses(text)
}

const withoutAddresses = (text: string): string =>
  text.replace(hookAddress, '').replace(userInAddress, '$1').replace(secretInQuery, '$1')

function writeValue(value: unknown, names: OrgNames): unknown {
  if (typeof value === 'string') return writeText(value, names)
  if (Array.isArray(value)) {
    return value.map((each) => writeValue(each, names)).filter((each) => each !== nothing)
  }
  return isRecord(value) ? writeRecord(value, names) : value
}

function writeRecord(record: Record<string, unknown>, names: OrgNames): Record<string, unknown> {
  const entries = Object.entries(record).flatMap(([key, value]): [string, unknown][] => {
    const written = isSecret(key, value) ? nothing : writeValue(value, names)
    return written === nothing ? [] : [[key, written]]
  })
  return Object.fromEntries(entries)
}

/**
 * Returns a graph that another organisation can import: without secrets, addresses of workflows,
 * accounts, endpoints and files. Called workflows are named by their place in the file, stored
 * credentials by name and writing guides by slug. Parameters of the format `connector` are left out
 * as well.
 */
export function toPortableGraph(
  graph: WorkflowGraph,
  names: OrgNames,
  listAccountParams: (type: string) => readonly string[],
): WorkflowGraph {
  const nodes = graph.nodes.map((node) => {
    const params = writeRecord(node.params, names)
    // Only a member of the organisation can be asked.
    const own = node.type === 'ask_approval' ? ['to'] : []
    for (const key of [...listAccountParams(node.type), ...own]) {
      if (!isExpression(params[key])) delete params[key]
    }
    return { ...node, params }
  })
  const notes = graph.notes?.map((note) => ({ ...note, text: withoutAddresses(note.text) }))
  return { ...graph, nodes, ...(notes === undefined ? {} : { notes }) }
}

/** Returns the graph with the ids of the workflows that it names by their places in the file. */
export function fromPortableGraph(graph: WorkflowGraph, ids: readonly string[]): WorkflowGraph {
  const nodes = graph.nodes.map((node) => {
    const { workflow } = node.params as { workflow?: unknown }
    const [, at] = typeof workflow === 'string' ? (place.exec(workflow) ?? []) : []
    if (at === undefined) return node
    const id = ids[Number(at)]
    const { workflow: _, ...params } = node.params
    return { ...node, params: id === undefined ? params : { ...params, workflow: id } }
  })
  return { ...graph, nodes }
}
