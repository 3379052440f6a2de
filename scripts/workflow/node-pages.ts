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
const markExpressions = (text: string): string =>
  text.replaceAll(/(?<!`)\{\{[^{}]*\}\}(?!`)/g, (expression) => `\`${expression}\``)
const cell = (text: string): string => markExpressions(bars(text)).replaceAll('<', '&lt;')
const code = (value: unknown): string =>
  `\`${bars(typeof value === 'string' && value !== '' ? value : JSON.stringify(value))}\``
const block = (value: unknown): string =>
  `\`\`\`json\n${JSON.stringify(value, undefined, 2)}\n\`\`\``
const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`

const typeWords: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  null: 'null',
  boolean: 'yes or no',
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
  if (format === 'skill' || format === 'connector')
    return format === 'skill' ? 'writing guide' : 'account'
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
    const parameterRow = row(code(path + name), typeInWords(schema), fallback, description)
    const members = isJson(schema['items']) ? schema['items'] : undefined
    const inner =
      members === undefined
        ? parameterRows(schema, `${path}${name}.`)
        : parameterRows(members, `${path}${name}[].`)
    return [parameterRow, ...inner]
  })
}

const parameters = (node: NodeDescriptor): string[] => {
  const rows = parameterRows(node.inputs)
  if (rows.length === 0) return ['## Parameters', 'None.']
  return [
    '## Parameters',
    ['| name | type | default | meaning |', '| --- | --- | --- | --- |', ...rows].join('\n'),
  ]
}

const fields = ({ emits }: NodeDescriptor): string[] => {
  if (emits.length === 0) return []
  const rows = emits.map(({ name, label, type, example }) =>
    row(code(name), cell(label), type, code(example)),
  )
  return [
    '## Fields that it sets',
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
    part(`Items that leave on \`${name}\``, list),
  )
  return [
    '## Example',
    about,
    ...part('Parameters', params),
    ...part('Items that arrive', items),
    ...(others ?? []).flatMap((each) => part('Items that arrive from another branch', each)),
    ...part('What exists before the run', world),
    ...emitted,
    ...(message === undefined ? [] : [`The run shows: "${message}"`]),
    ...(error === undefined ? [] : [`The run fails with: "${error}"`]),
    ...part('What it does in other services', effects),
  ]
}

const modelUse: Readonly<Record<NodeDescriptor['mode'], string>> = {
  deterministic: 'never used',
  hybrid: 'used if needed',
  ai: 'always used',
}

/** Returns a step's page in Markdown. */
export function nodePage(node: NodeDescriptor, shown: PageExample | undefined): string {
  const { type, label, description, category, mode, outputs, outputsFrom: from, keywords } = node
  const named = from === undefined ? [] : [`one for each ${code(`${from.list}[].${from.key}`)}`]
  const facts = [
    '| | |',
    '| --- | --- |',
    row('name in the API', code(type)),
    row('category', category),
    row('language model', modelUse[mode]),
    row('outputs', [...named, ...outputs.map(code)].join(', ')),
    ...(keywords.length === 0 ? [] : [row('search words', cell(keywords.join(', ')))]),
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

const intro =
  'A workflow is a chain of steps (nodes in the API). Each page describes one step. Atrium offers a step only if the services that it needs are configured. [Adding a node](../workflow-nodes.md) says how to write your own.'

const howToRead = `How to read a page:

| part | meaning |
| --- | --- |
| outputs | Where items leave the step. The canvas shows a dot for each output. |
| Parameters | The settings of the step. In the dashboard you fill them in a form. In the API they are \`params\`. |
| \`{{ $json.title }}\` | An [expression](../reference/expressions.md): it is replaced by a value of the item. |
| \`items[].name\` | The field \`name\` of each entry in the list \`items\`. |
| Fields that it sets | What later steps can use. Other fields of the item usually stay. |
| Example | A test runs it with the real step. Items are shown as JSON. |`

/** Returns a list with all steps. */
export function indexPage(nodes: readonly NodeDescriptor[]): string {
  const rows = nodes.map(({ type, label, category, description }) =>
    row(`[${label}](${type}.md)`, code(type), category, cell(description)),
  )
  const parts = [
    `<!-- Written by \`${writer}\`. -->`,
    '# Workflow steps',
    intro,
    howToRead,
    [
      '| step | name in the API | category | what it does |',
      '| --- | --- | --- | --- |',
      ...rows,
    ].join('\n'),
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
