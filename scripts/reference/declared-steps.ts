import type { Operation } from '@atrium/contracts'
import * as contracts from '@atrium/contracts'
import { type ExampleCaller, type ExampleStep, listReferences } from './examples/example-step.ts'
import { withoutExample } from './examples/without-example.ts'

const declared = new Map(
  contracts.operationsIn(contracts).map((operation) => [operation.id, operation]),
)

/** Returns the declaration of an operation. Undefined for a route of the sign-in library. */
export const findDeclared = (id: string): Operation | undefined => declared.get(id)

/** Returns the operation that adds a record at the start of this path: `POST /api/tasks`. */
function findCreator(path: string): Operation | undefined {
  const [collection = ''] = path.split('/{', 1)
  return [...declared.values()].find((one) => one.method === 'post' && one.path === collection)
}

/**
 * Returns a step with the request that the declaration has as its example. The step's own parts
 * replace it. The record of a path is the one that the example of its `POST` has made.
 */
export function completeStep(step: ExampleStep): ExampleStep {
  const operation = declared.get(step.operation)
  if (operation === undefined) return step
  const creator = operation.path.includes('/{id}') ? findCreator(operation.path) : undefined
  const made = creator && { id: `{${creator.id}.id}` }
  const params = step.params ?? { ...made, ...operation.example?.params }
  return {
    ...operation.example,
    as: callers[operation.access] ?? 'owner',
    ...step,
    ...(Object.keys(params).length > 0 && { params }),
  }
}

const callers: Readonly<Partial<Record<Operation['access'], ExampleCaller>>> = {
  public: 'nobody',
  operator: 'operator',
}

/** A step that no story contains, because the declaration says all about it. */
export interface DeclaredStep {
  readonly step: ExampleStep
  /** What the step needs: `createCard.id`. */
  readonly needs: readonly string[]
  /** True if it ends a record, so it is sent after all others. */
  readonly isLast: boolean
}

/** Returns the steps of the operations with one of these tags, except of those in a story. */
export const listDeclaredSteps = (
  tags: readonly string[],
  told: ReadonlySet<string>,
): DeclaredStep[] =>
  [...declared.values()]
    .filter(({ id, tag }) => tags.includes(tag) && !told.has(id))
    .map(({ id, method, path }) => {
      const step = completeStep({ operation: id })
      // A list is more useful with a record.
      const creator = method === 'get' ? findCreator(path) : undefined
      const hasRecord = creator?.path === path && !(creator.id in withoutExample)
      const record = hasRecord ? [creator.id] : []
      return { step, needs: [...listReferences(step), ...record], isLast: method === 'delete' }
    })
