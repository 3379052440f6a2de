export interface FileWorkflow {
  name: string
  steps: number
}

/** What a person gave to the import. */
export type Given =
  | { kind: 'nothing' }
  | { kind: 'refused'; message: string }
  | { kind: 'atrium'; document: unknown; workflows: readonly FileWorkflow[] }
  | { kind: 'n8n'; document: unknown }

/** One request's limit, with some room for its other fields. */
const longest = 8_388_608 - 1_000
const longestOfN8n = 1_048_576

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const readWorkflow = (value: unknown): FileWorkflow => {
  const { name, graph } = isRecord(value) ? value : {}
  const nodes = isRecord(graph) ? graph['nodes'] : undefined
  return {
    name: typeof name === 'string' ? name : 'Without a name',
    steps: Array.isArray(nodes) ? nodes.length : 0,
  }
}

/** Reads a file’s text and says which system wrote it. */
export function readGiven(text: string): Given {
  if (text.trim() === '') return { kind: 'nothing' }
  const bytes = new TextEncoder().encode(text).length
  if (bytes > longest) {
    return {
      kind: 'refused',
      message: 'The file is larger than 8 MB. Import its workflows in parts.',
    }
  }
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch {
    return {
      kind: 'refused',
      message: 'This is not a workflow file. Choose the file again, or paste its whole text.',
    }
  }
  if (isRecord(document) && Array.isArray(document['workflows'])) {
    return { kind: 'atrium', document, workflows: document['workflows'].map(readWorkflow) }
  }
  const first: unknown = Array.isArray(document) ? document[0] : document
  if (isRecord(first) && Array.isArray(first['nodes'])) {
    return bytes > longestOfN8n
      ? {
          kind: 'refused',
          message: 'The file is larger than 1 MB. Split the workflow in n8n first.',
        }
      : { kind: 'n8n', document }
  }
  return {
    kind: 'refused',
    message: 'This is neither an exported file of Atrium nor a workflow of n8n.',
  }
}
