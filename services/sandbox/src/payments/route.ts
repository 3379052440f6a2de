import type { z } from 'zod'
import type { Emit } from './emit.ts'
import { missing, parseParams } from './provider-error.ts'
import { type AccountState, openAccount, type PaymentsState } from './state.ts'

/** One call with its parsed form or query and its account. */
export interface ApiCall {
  id: string
  form: unknown
  account: string | undefined
}

export interface ApiContext {
  state: PaymentsState
  /** The pages' origin. */
  readonly origin: string
  emit: Emit
}

/** Handles a call, or throws a `ProviderError`. */
export type Route = (context: ApiContext, call: ApiCall) => object
/** Returns a route for a connected account with strictly parsed parameters. */
export const on =
  <S extends z.ZodType>(
    schema: S,
    handle: (state: AccountState, input: z.output<S>, call: ApiCall, context: ApiContext) => object,
  ): Route =>
  (context, call) => {
    const state = openAccount(context.state, call.account)
    return handle(state, parseParams(schema, call.form), call, context)
  }

/** Returns an object by its id. Throws the provider's error if it is missing. */
export const found = <T>(map: Map<string, T>, what: string, id: string): T => {
  const object = map.get(id)
  if (object === undefined) throw missing(what, id)
  return object
}

/** Returns a list page in the provider's form. */
export function page<T extends { id: string }>(
  newestFirst: T[],
  input: { limit?: number | undefined; starting_after?: string | undefined },
  url: string,
): object {
  const start = newestFirst.findIndex(({ id }) => id === input.starting_after) + 1
  const end = start + (input.limit ?? 10)
  return {
    object: 'list',
    url,
    has_more: newestFirst.length > end,
    data: newestFirst.slice(start, end),
  }
}
