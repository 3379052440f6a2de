import { findLine, isObject, type Json, parsed, walkNodes } from './find-patterns.ts'

/**
 * The lines in one file with an `sql` template, and the lines with the table `outbox` in a query.
 */
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

/** Finds the SQL in a TypeScript source. Throws if the source does not parse. */
export function findSql(file: string, source: string): SqlOfFile {
  const readText = (node: Json): string => source.slice(Number(node['start']), Number(node['end']))
  const found: SqlOfFile = { templates: [], outbox: [] }
  for (const node of walkNodes(parsed(file, source))) {
    if (isSqlTemplate(node)) {
      found.templates.push(findLine(node, source))
      if (outboxName.test(readText(node))) found.outbox.push(findLine(node, source))
    } else if (isQueryBuilder(node) && outboxName.test(firstArgument(node))) {
      found.outbox.push(findLine(node, source))
    }
  }
  return found
}

const isSqlTemplate = ({ type, tag }: Json): boolean =>
  type === 'TaggedTemplateExpression' && isObject(tag) && tag['name'] === 'sql'

function isQueryBuilder({ type, callee }: Json): boolean {
  if (type !== 'CallExpression' || !isObject(callee) || !isObject(callee['property'])) return false
  return queryBuilders.has(String(callee['property']['name']))
}

function firstArgument({ arguments: given }: Json): string {
  const first: unknown = Array.isArray(given) ? given[0] : undefined
  return isObject(first) && typeof first['value'] === 'string' ? first['value'] : ''
}
