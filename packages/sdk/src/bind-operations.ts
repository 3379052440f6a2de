import type { Operation } from '@atrium/contracts'
import type { CallInput, CallOptions, CallOutput, Transport } from './transport.ts'

type Bound<O extends Operation> =
  Record<never, never> extends CallInput<O>
    ? (input?: CallInput<O>, options?: CallOptions) => Promise<CallOutput<O>>
    : (input: CallInput<O>, options?: CallOptions) => Promise<CallOutput<O>>

type Groups = Readonly<Record<string, Readonly<Record<string, Operation>>>>
type BoundGroups<G extends Groups> = { [N in keyof G]: { [K in keyof G[N]]: Bound<G[N][K]> } }

const mapValues = <A, B>(from: Readonly<Record<string, A>>, change: (value: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(from).map(([name, value]) => [name, change(value)]))

/** The namespaces of the client: each name calls its operation. */
export const bindGroups = <const G extends Groups>(transport: Transport, groups: G): BoundGroups<G> =>
  mapValues(groups, (operations) =>
    mapValues(
      operations,
      (operation) =>
        (input: CallInput<Operation> = {}, options: CallOptions = {}) =>
          transport.call(operation, input, options),
    ),
  ) as BoundGroups<G>
