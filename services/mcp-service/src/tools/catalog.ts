import * as contracts from '@atrium/contracts'
import { type Operation, operationsIn } from '@atrium/contracts'
import {
  type JsonObject,
  type OperationArguments,
  operationArguments,
} from './operation-arguments.ts'
import { shownSchema } from './operation-tool.ts'
import { findEffects } from './tool.ts'

export interface CatalogEntry {
  readonly operation: Operation
  readonly arguments: OperationArguments
}

/**
 * True if the operation is for signed-in callers, takes no raw body, and responds with JSON or 204.
 * Excludes operations for operators and visitors, and those that assistants may not call.
 */
function isCallable({ access, assistants, rawBody, responses }: Operation): boolean {
  if (access === 'public' || access === 'optional' || access === 'operator') return false
  if (rawBody !== undefined || assistants === false) return false
  const success = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  return success.some(([status, { schema }]) => status === '204' || schema !== undefined)
}

export const createCatalog = (): ReadonlyMap<string, CatalogEntry> =>
  new Map(
    operationsIn(contracts)
      .filter(isCallable)
      .map((operation) => [operation.id, { operation, arguments: operationArguments(operation) }]),
  )

const operationIds: ReadonlySet<string> = new Set(operationsIn(contracts).map(({ id }) => id))

/** True for every platform operation, even if assistants may not call it. */
export const isKnownOperation = (id: string): boolean => operationIds.has(id)

const splitWords = (text: string): string[] =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1)

const wordsAtMost = 20

/**
 * Finds the best entries for some words. A match in the id counts most, then one in the summary,
 * then one in the description.
 */
export function findOperations(
  catalog: ReadonlyMap<string, CatalogEntry>,
  query: string,
  limit: number,
) {
  const wanted = [...new Set(splitWords(query.slice(0, 500)))].slice(0, wordsAtMost)
  const scored = [...catalog.values()].map((entry) => {
    const { id, summary, tag, path, description = '' } = entry.operation
    const fields = [
      [6, splitWords(id)],
      [4, splitWords(summary)],
      [3, splitWords(`${tag} ${path}`)],
      [1, splitWords(description)],
    ] as const
    const score = wanted.reduce((sum, word) => {
      const hits = fields.filter(([, words]) => words.some((other) => isAlike(word, other)))
      return sum + Math.max(0, ...hits.map(([weight]) => weight))
    }, 0)
    return { entry, score }
  })
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.entry.operation.id.length - b.entry.operation.id.length)
    .slice(0, limit)
    .map(({ entry }) => entry)
}

/**
 * True if the words are equal or one begins with the other, for example `invoices` and `invoice`.
 */
const isAlike = (a: string, b: string): boolean =>
  a === b || (a.length > 3 && b.startsWith(a)) || (b.length > 3 && a.startsWith(b))

/** Describes an entry for a model: what the operation does, and its arguments. */
export function describeEntry({ operation, arguments: { schema } }: CatalogEntry): JsonObject {
  const { id, summary, description, access, errors } = operation
  return {
    operation: id,
    summary,
    ...(description === undefined ? {} : { description }),
    changes: !findEffects(operation).readOnlyHint,
    ...(access === 'admin' || access === 'owner' ? { role: access } : {}),
    ...(errors === undefined ? {} : { refusals: errors }),
    arguments: shownSchema(schema, operation),
  }
}
