import { commonErrors, invalidField, type Operation } from '@atrium/contracts'
import { z } from 'zod'
import { parseInput } from './problem.ts'
import { readFields } from './read-body.ts'

/** Returns a URL's parameters. A repeated parameter becomes a list. */
export function parseQuery(url: string): Record<string, string | string[]> {
  const start = url.indexOf('?')
  return readFields(new URLSearchParams(start === -1 ? '' : url.slice(start)))
}

const mostNamed = 20

const isList = ({ responses }: Operation): boolean => {
  const schema = responses[200]?.schema
  return schema instanceof z.ZodObject && 'items' in schema.shape
}

/**
 * Returns the paging parameters that every list accepts. A list without pages ignores them, and a
 * list that pages by `cursor` takes no `offset`.
 */
const listPagingNames = (known: readonly string[]): readonly string[] =>
  known.includes('cursor') ? ['limit'] : ['limit', 'offset']

const twoPlaces = 'Send either `cursor` or `offset`'

/**
 * Returns a query parser for an operation. A GET for a list, or with parameters, rejects unknown
 * ones, because a mistyped filter would return everything. If another site redirects to a page, the
 * page accepts any parameters of that site. Throws `validation_failed` (400).
 */
export function queryParser(operation: Operation): (raw: Record<string, unknown>) => unknown {
  const { method, query, responses } = operation
  const isExact =
    method === 'get' && responses[302] === undefined && (query !== undefined || isList(operation))
  if (!isExact) return (raw) => (query === undefined ? undefined : parseInput(query, raw))
  const parameterNames = Object.keys(query?.shape ?? {})
  const ignored = isList(operation) ? listPagingNames(parameterNames) : []
  const message =
    parameterNames.length === 0
      ? 'This takes no parameters'
      : `Not a parameter; there are: ${parameterNames.join(', ')}`
  return (raw) => {
    const unknown = Object.keys(raw).filter(
      (name) => !parameterNames.includes(name) && !ignored.includes(name),
    )
    if (unknown.length > 0) {
      const errors = unknown.slice(0, mostNamed).map((path) => ({ path, message }))
      throw commonErrors.validation_failed({ details: { errors } })
    }
    if (raw['cursor'] !== undefined && raw['offset'] !== undefined) {
      throw invalidField('offset', twoPlaces)
    }
    return query === undefined ? undefined : parseInput(query, raw)
  }
}
