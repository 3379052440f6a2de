import type { WorkflowGraph } from '@atrium/contracts'
import { isRecord } from '../engine/index.ts'
import { isClearlySecret, isSecretName } from '../secret-names.ts'
import { hideSecrets, isInsertion } from './hide-secrets.ts'

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

const isText = (value: unknown): value is string => typeof value === 'string'

const isId = (text: string): boolean => credentialId.test(text) || skillId.test(text)

/** True for a text with more than an insertion or the id of a named record. */
const isSecret = (value: unknown): boolean => isText(value) && !isInsertion(value) && !isId(value)

/** A value to leave out. */
const nothing = Symbol('nothing')

function writeText(text: string, names: OrgNames): string | typeof nothing {
  const [, skill] = skillId.exec(text) ?? []
  if (skill !== undefined) return names.skills.get(skill) ?? nothing
  if (credentialId.test(text)) return names.credentials.get(text) ?? nothing
  return workflowId.test(text) || privateId.test(text) ? nothing : hideSecrets(text)
}

function writeValue(value: unknown, names: OrgNames): unknown {
  if (typeof value === 'string') return writeText(value, names)
  if (Array.isArray(value)) {
    return value.map((each) => writeValue(each, names)).filter((each) => each !== nothing)
  }
  return isRecord(value) ? writeRecord(value, names) : value
}

/** Writes a record without secrets. `known` are the names of a node's own parameters. */
function writeRecord(
  record: Record<string, unknown>,
  names: OrgNames,
  known?: ReadonlySet<string>,
): Record<string, unknown> {
  // A list may hold pairs such as `{ name: 'token', value: 'abc' }`.
  const label = [record['name'], record['key']].find(isText) ?? ''
  const hidesValue = known === undefined && isSecretName(label)
  const entries = Object.entries(record).flatMap(([key, value]): [string, unknown][] => {
    if (hidesValue && key === 'value' && isSecret(value)) return [[key, '']]
    const isHidden = known?.has(key) ? isClearlySecret(key) : isSecretName(key)
    if (isHidden && isSecret(value)) return []
    const shown = isHidden && Array.isArray(value) ? value.filter((each) => !isSecret(each)) : value
    const written = writeValue(shown, names)
    return written === nothing ? [] : [[key, written]]
  })
  return Object.fromEntries(entries)
}

/** The parameters of a node type. */
export interface ParamNames {
  known: ReadonlySet<string>
  /** Those that hold an account. */
  accounts: readonly string[]
}

/**
 * Returns a graph for another organisation: without secrets, workflow addresses, accounts,
 * endpoints and files. Called workflows are named by their place in the file, stored credentials by
 * name and writing guides by slug. Parameters in the format `connector` are left out as well.
 */
export function toPortableGraph(
  graph: WorkflowGraph,
  names: OrgNames,
  listParams: (type: string) => ParamNames,
): WorkflowGraph {
  const nodes = graph.nodes.map((node) => {
    const { known, accounts } = listParams(node.type)
    const params = writeRecord(node.params, names, known)
    const { workflow } = node.params as { workflow?: unknown }
    const at = isText(workflow) ? names.workflows.get(workflow) : undefined
    if (at !== undefined) params['workflow'] = `workflows[${at}]`
    // The address belongs to a member of this organisation only.
    const memberParams = node.type === 'ask_approval' ? ['to'] : []
    for (const key of [...accounts, ...memberParams]) {
      const value = params[key]
      if (!isText(value) || !isInsertion(value)) delete params[key]
    }
    return { ...node, params }
  })
  const notes = graph.notes?.map((note) => ({ ...note, text: hideSecrets(note.text) }))
  return { ...graph, nodes, ...(notes === undefined ? {} : { notes }) }
}

/** Replaces the places in the file by the ids of the imported workflows. */
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
