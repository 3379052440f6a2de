import { readFileSync } from 'node:fs'
import {
  plannedVariables,
  type ServiceVariables,
  sharedVariables,
  type Variable,
  type VariableTable,
} from '@atrium/config'

const readProse = (name: 'introduction' | 'rules'): string =>
  readFileSync(new URL(`./page/${name}.md`, import.meta.url), 'utf8')

/** Renders `docs/configuration.md` from the services' tables and the prose in `page/`. */
export function renderConfigurationPage(services: readonly ServiceVariables<never>[]): string {
  const readers = new Map<string, string[]>()
  for (const { owner, table } of services) {
    for (const name of Object.keys(table)) readers.set(name, [...(readers.get(name) ?? []), owner])
  }
  const all = services.flatMap(({ table }) => Object.entries(table))
  const readBy = (wanted: (owners: readonly string[]) => boolean): VariableTable =>
    Object.fromEntries(
      all.filter(([name]) => !(name in sharedVariables) && wanted(readers.get(name) ?? [])),
    )
  const groups = [
    section('Every service', sharedVariables),
    section(
      'Several services',
      readBy((owners) => owners.length > 1),
      readers,
    ),
    ...services.map(({ owner }) => {
      const own = readBy((owners) => owners.length === 1 && owners[0] === owner)
      return Object.keys(own).length === 0 ? '' : section(capitalized(owner), own)
    }),
    section('Planned', plannedVariables),
  ]
  const parts = [
    readProse('introduction'),
    ...groups,
    dormantTable(services),
    readProse('rules'),
  ].map((part) => part.trim())
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

function section(
  title: string,
  variables: VariableTable,
  readers?: ReadonlyMap<string, readonly string[]>,
): string {
  const rows = Object.entries(variables).map(([name, variable]) => [
    `\`${name}\``,
    variable.kind,
    cell(formatDefault(variable)),
    cell(formatMeaning(variable)),
    ...(readers === undefined ? [] : [(readers.get(name) ?? []).join(', ')]),
  ])
  const head = [
    'Variable',
    'Kind',
    'Default',
    'Meaning',
    ...(readers === undefined ? [] : ['Read by']),
  ]
  return [`## ${title}`, '', ...formatTable(head, rows)].join('\n')
}

const formatTable = (head: readonly string[], rows: readonly (readonly string[])[]): string[] =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)

function formatDefault(variable: Variable): string {
  if (variable.required) return '**required**'
  if (variable.requiredUnless) return `**required** without \`${variable.requiredUnless}\``
  if (variable.derived) return `\`${variable.derived}\``
  const value = variable.default
  if (value === undefined || value === '') return ''
  const stated =
    typeof value === 'object' ? value.map((item) => `\`${item}\``).join(', ') : `\`${value}\``
  return variable.inProduction === undefined
    ? stated
    : `${stated}, in production \`${variable.inProduction}\``
}

function formatMeaning(variable: Variable): string {
  const choices =
    variable.type === 'choice'
      ? `One of ${variable.choices.map((choice) => `\`${choice}\``).join(', ')}.`
      : ''
  const unset = variable.whenUnset ? `*Unset:* ${variable.whenUnset}` : ''
  const lenient =
    variable.lenient && variable.type === 'port' ? 'A malformed value is ignored.' : ''
  return [variable.about, choices, unset, lenient].filter((part) => part !== '').join(' ')
}

function dormantTable(services: readonly ServiceVariables<never>[]): string {
  const rows = services.flatMap(({ owner, integrations }) =>
    integrations.map(({ subsystem, needs, instead, feature }) => [
      subsystem,
      owner,
      needs.map((name) => `\`${name}\``).join(', ') +
        (instead === undefined ? '' : ` or \`${instead}\``),
      cell(feature),
    ]),
  )
  return [
    '## Dormant integrations',
    '',
    'What is unavailable while any of the named variables is unset.',
    '',
    ...formatTable(['Subsystem', 'Service', 'Needs', 'Unavailable'], rows),
  ].join('\n')
}

const cell = (text: string): string => text.replaceAll('|', '\\|')
