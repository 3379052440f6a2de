import { type Operation, operationsIn } from '@atrium/contracts'
import * as operations from '@atrium/contracts/operations'
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

type Operations = typeof operations

/** The platform's operations by their `sdk` names, such as `invoices.finalize`. */
type OperationsByName = {
  [K in keyof Operations as Operations[K] extends { sdk: infer N extends string }
    ? N
    : never]: Extract<Operations[K], Operation>
}

type Head<N> = N extends `${infer H}.${string}` ? H : N
type Below<T, H extends string> = {
  [N in keyof T as N extends `${H}.${infer Rest}` ? Rest : never]: T[N]
}

/** Nests names at their dots: `invoices.finalize` becomes `invoices: { finalize }`. */
type Nested<T> = {
  [H in Head<keyof T> & string]: H extends keyof T
    ? Bound<Extract<T[H], Operation>>
    : Nested<Below<T, H>>
}

interface Branch {
  [name: string]: Branch | ReturnType<typeof bind>
}

/** Returns the client's methods: each operation with an `sdk` name, nested at its dots. */
export function bindOperations(transport: Transport): Nested<OperationsByName> {
  const client: Branch = {}
  for (const operation of operationsIn(operations)) {
    if (operation.sdk == null) continue
    const groups = operation.sdk.split('.')
    const name = groups.pop() ?? ''
    let branch = client
    for (const group of groups) {
      branch[group] ??= {}
      branch = branch[group] as Branch
    }
    branch[name] = bind(transport, operation)
  }
  return client as unknown as Nested<OperationsByName>
}

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
