import { parseSync } from 'oxc-parser'
import { type Json, nodesOf } from './find-patterns.ts'

/** The lines of one file with a template that `sql` tags, and those that name the table `outbox` in a query. */
export type SqlOfFile = { readonly templates: number[]; readonly outbox: number[] }

const queryBuilders = new Set([
  'selectFrom',
  'insertInto',
  'updateTable',
  'deleteFrom',
  'mergeInto',
  'innerJoin',
  'leftJoin',
  'table',
])
const outboxName = /\boutbox\b/

/** Finds the SQL of a TypeScript source. Throws when the source does not parse. */
export function findSql(file: string, source: string): SqlOfFile {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const lineOf = (node: Json): number => source.slice(0, Number(node['start'])).split('\n').length
  const textOf = (node: Json): string => source.slice(Number(node['start']), Number(node['end']))
  const found: SqlOfFile = { templates: [], outbox: [] }
  for (const node of nodesOf(program)) {
    if (isSqlTemplate(node)) {
      found.templates.push(lineOf(node))
      if (outboxName.test(textOf(node))) found.outbox.push(lineOf(node))
    } else if (isQueryBuilder(node) && outboxName.test(firstArgument(node))) found.outbox.push(lineOf(node))
  }
  return found
}

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null

const isSqlTemplate = ({ type, tag }: Json): boolean =>
  type === 'TaggedTemplateExpression' && isJson(tag) && tag['name'] === 'sql'

function isQueryBuilder({ type, callee }: Json): boolean {
  if (type !== 'CallExpression' || !isJson(callee) || !isJson(callee['property'])) return false
  return queryBuilders.has(String(callee['property']['name']))
}

function firstArgument({ arguments: given }: Json): string {
  const first: unknown = Array.isArray(given) ? given[0] : undefined
  return isJson(first) && typeof first['value'] === 'string' ? first['value'] : ''
}
