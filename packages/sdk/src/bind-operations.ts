import type { Operation } from '@atrium/contracts'
import { eachItem, type ItemOf } from './each-item.ts'
import { type FileAnswer, readFile } from './read-file.ts'
import type { CallInput, CallOptions, CallOutput, Transport } from './transport.ts'

type Taking<O extends Operation, A> =
  Record<never, never> extends CallInput<O>
    ? (input?: CallInput<O>, options?: CallOptions) => A
    : (input: CallInput<O>, options?: CallOptions) => A

/**
 * A bound operation. If it returns a file, the call reads that file. If it returns a list, the call
 * also has `each`, which fetches page after page.
 */
type Bound<O extends Operation> = O extends { responses: { 200: { content: object } } }
  ? Taking<O, Promise<FileAnswer>>
  : Taking<O, Promise<CallOutput<O>>> &
      ([ItemOf<O>] extends [never] ? unknown : { each: Taking<O, AsyncGenerator<ItemOf<O>>> })

type Group = Readonly<Record<string, Operation>>
type BoundGroups<G extends Readonly<Record<string, Group>>> = {
  [N in keyof G]: { [K in keyof G[N]]: Bound<G[N][K]> }
}

const mapValues = <A, B>(
  from: Readonly<Record<string, A>>,
  change: (value: A) => B,
): Record<string, B> =>
  Object.fromEntries(Object.entries(from).map(([name, value]) => [name, change(value)]))

/** Returns the client's namespaces. Each name calls its operation. */
export const bindGroups = <const G extends Readonly<Record<string, Group>>>(
  transport: Transport,
  groups: G,
): BoundGroups<G> =>
  mapValues(groups, (operations) =>
    mapValues(operations, (operation) => bind(transport, operation)),
  ) as unknown as BoundGroups<G>

function bind(transport: Transport, operation: Operation) {
  if (operation.responses[200]?.content !== undefined) {
    return (input: CallInput<Operation> = {}, options: CallOptions = {}) =>
      readFile(transport, operation, input, options)
  }
  return Object.assign(
    (input: CallInput<Operation> = {}, options: CallOptions = {}) =>
      transport.call(operation, input, options),
    {
      each: (input: CallInput<Operation> = {}, options: CallOptions = {}) =>
        eachItem(transport, operation, input, options),
    },
  )
}
