import type { Operation } from '@atrium/contracts'
import type { CallInput, CallOptions, CallOutput, Transport } from './transport.ts'

type Bound<O extends Operation> =
  Record<never, never> extends CallInput<O>
    ? (input?: CallInput<O>, options?: CallOptions) => Promise<CallOutput<O>>
    : (input: CallInput<O>, options?: CallOptions) => Promise<CallOutput<O>>

/** A namespace of the client: each name calls its operation. */
export const bindOperations = <const M extends Readonly<Record<string, Operation>>>(
  transport: Transport,
  operations: M,
): { [K in keyof M]: Bound<M[K]> } =>
  Object.fromEntries(
    Object.entries(operations).map(([name, operation]) => [
      name,
      (input: CallInput<Operation> = {}, options: CallOptions = {}) =>
        transport.call(operation, input, options),
    ]),
  ) as { [K in keyof M]: Bound<M[K]> }
