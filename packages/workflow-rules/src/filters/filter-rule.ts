import type { ArgumentKinds } from './argument-kinds.ts'
import type { InputKind, InputKinds } from './input-kinds.ts'
import type { ArgumentRule, FilterName, signatures } from './signatures.ts'

/** Where a value is formatted: the organisation's language and time zone. */
export interface Place {
  locale: string
  zone: string
}

/** The longest result of a filter: characters while it is made, bytes at the end. */
export const longestResult = 1_048_576

/** Thrown if a filter's result would exceed `longestResult`. */
export class LongResultError extends Error {}

/** A filter's rules, without the types of its values. */
export interface FilterRule {
  label: string
  takes: InputKind
  /** True if the filter is called for missing values and null. Other filters pass them through. */
  takesNothing?: boolean
  /** The call behind the bar, an input and its result in English. */
  example: { call: string; value: unknown; result: unknown }
  apply(value: unknown, args: readonly unknown[], place: Place): unknown
}

type Values<A extends readonly ArgumentRule[]> = {
  readonly [I in keyof A]: A[I] extends { optional: true }
    ? ArgumentKinds[A[I]['kind']] | undefined
    : ArgumentKinds[A[I]['kind']]
}

interface TypedRule<N extends FilterName, K extends InputKind> extends Omit<FilterRule, 'apply'> {
  takes: K
  apply(value: InputKinds[K], args: Values<(typeof signatures)[N]>, place: Place): unknown
}

/** Declares a filter. Its function is only called with values of the declared kinds. */
export const defineFilter = <N extends FilterName, K extends InputKind>(
  _name: N,
  rule: TypedRule<N, K>,
): FilterRule => rule
