import type { NodeDescriptor } from '@atrium/contracts'

type Json = Readonly<Record<string, unknown>>

/** A worked example from `services/workflow-runner/examples/<type>.json`. */
export interface PageExample {
  about: string
  params: Json
  items: readonly Json[]
  others?: readonly (readonly Json[])[]
  world?: Json
  outputs?: Readonly<Record<string, readonly Json[]>>
  message?: string
  error?: string
  effects?: readonly { does: string; with: Json }[]
}

/** The pages' folder below the repository root. */
export const pagesFolder = 'docs/nodes'
export const writer = 'npm run program -- scripts/workflow/write-node-pages.ts'

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

// Cells are Markdown: a bar would end a cell, and `<kind>` would be a tag.
const bars = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
const cell = (text: string): string => bars(text).replaceAll('<', '&lt;')
const code = (value: unknown): string =>
  `\`${bars(typeof value === 'string' && value !== '' ? value : JSON.stringify(value))}\``
const block = (value: unknown): string =>
  `\`\`\`json\n${JSON.stringify(value, undefined, 2)}\n\`\`\``
const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`

const typeWords: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  null: 'nothing',
}

/** Returns a parameter's type in words, from its JSON Schema. */
export function typeInWords(schema: Json): string {
  const { type, format } = schema
  const alternatives = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(alternatives))
    return [...new Set(alternatives.filter(isJson).map(typeInWords))].join(' or ')
  if ('const' in schema) return code(schema['const'])
  const choices = schema['enum']
  if (Array.isArray(choices)) return choices.map(code).join(', ')
  if (format === 'skill' || format === 'connector') return format === 'skill' ? 'skill' : 'channel'
  if (type === 'array')
    return `list of ${isJson(schema['items']) ? typeInWords(schema['items']) : 'values'}`
  if (type === 'string' && format === 'date-time') return 'moment'
  const name = String(type ?? 'any value')
  return typeWords[name] ?? name
}

/**
 * Returns a row for each property in an object's schema, then for the objects inside it, as
 * `list[].name`.
 */
function parameterRows(inputs: Json, path = ''): string[] {
  const properties = isJson(inputs['properties']) ? inputs['properties'] : {}
  const needed: readonly unknown[] = Array.isArray(inputs['required']) ? inputs['required'] : []
  return Object.entries(properties).flatMap(([name, schema]) => {
    if (!isJson(schema)) return []
    const fallback =
      'default' in schema ? code(schema['default']) : needed.includes(name) ? 'required' : ''
    const description = typeof schema['description'] === 'string' ? cell(schema['description']) : ''
    const own = row(code(path + name), typeInWords(schema), fallback, description)
    const members = isJson(schema['items']) ? schema['items'] : undefined
    const inner =
      members === undefined
        ? parameterRows(schema, `${path}${name}.`)
        : parameterRows(members, `${path}${name}[].`)
    return [own, ...inner]
  })
}

const parameters = (node: NodeDescriptor): string[] => {
  const rows = parameterRows(node.inputs)
  if (rows.length === 0) return ['## Parameters', 'None.']
  return [
    '## Parameters',
    ['| name | type | default | |', '| --- | --- | --- | --- |', ...rows].join('\n'),
  ]
}

const fields = ({ emits }: NodeDescriptor): string[] => {
  if (emits.length === 0) return []
  const rows = emits.map(({ name, label, type, example }) =>
    row(code(name), cell(label), type, code(example)),
  )
  return [
    '## Fields',
    ['| name | label | type | example |', '| --- | --- | --- | --- |', ...rows].join('\n'),
  ]
}

const part = (title: string, value: unknown): string[] =>
  value === undefined ? [] : [`${title}:`, block(value)]

function example({
  about,
  params,
  items,
  others,
  world,
  outputs,
  message,
  error,
  effects,
}: PageExample): string[] {
  const emitted = Object.entries(outputs ?? {}).flatMap(([name, list]) =>
    part(`On \`${name}\``, list),
  )
  return [
    '## Example',
    about,
    ...part('Parameters', params),
    ...part('Items that reach it', items),
    ...(others ?? []).flatMap((each) => part('Items of another branch', each)),
    ...part('Before', world),
    ...emitted,
    ...(message === undefined ? [] : [`In the run view: "${message}"`]),
    ...(error === undefined ? [] : [`The run fails with: "${error}"`]),
    ...part('What it asks of other services', effects),
  ]
}

export function nodePage(node: NodeDescriptor, shown: PageExample | undefined): string {
  const { type, label, description, category, mode, outputs, outputsFrom: from, keywords } = node
  const named = from === undefined ? [] : [`one for each ${code(`${from.list}[].${from.key}`)}`]
  const facts = [
    '| | |',
    '| --- | --- |',
    row('type', code(type)),
    row('category', category),
    row('mode', mode),
    row('outputs', [...named, ...outputs.map(code)].join(', ')),
    ...(keywords.length === 0 ? [] : [row('found as', cell(keywords.join(', ')))]),
  ]
  const parts = [
    `<!-- Written by \`${writer}\`. -->`,
    `# ${label}`,
    `${description}.`,
    facts.join('\n'),
    ...parameters(node),
    ...fields(node),
    ...(shown === undefined ? [] : example(shown)),
  ]
  return `${parts.join('\n\n')}\n`
}

/** Returns a list with all nodes. */
export function indexPage(nodes: readonly NodeDescriptor[]): string {
  const rows = nodes.map(({ type, label, category, description }) =>
    row(`[${label}](${type}.md)`, code(type), category, cell(description)),
  )
  const parts = [
    `<!-- Written by \`${writer}\`. -->`,
    '# Nodes',
    'Each page describes one node with its parameters and a worked example, which a test runs. A deployment lists a node only if its integrations are configured. [Adding a node](../workflow-nodes.md) says how to add your own.',
    ['| node | type | category | |', '| --- | --- | --- | --- |', ...rows].join('\n'),
  ]
  return `${parts.join('\n\n')}\n`
}

/** Returns all pages by file name. */
export const nodePages = (
  nodes: readonly NodeDescriptor[],
  examples: Readonly<Record<string, PageExample>>,
): Map<string, string> =>
  new Map([
    ['README.md', indexPage(nodes)],
    ...nodes.map((node) => [`${node.type}.md`, nodePage(node, examples[node.type])] as const),
  ])
