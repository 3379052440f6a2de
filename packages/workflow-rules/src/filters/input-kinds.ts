import Big from 'big.js'
import { argumentKinds, type KindReader } from './argument-kinds.ts'
import { type Moment, readMoment } from './moment.ts'

/** The values in front of a filter. */
export interface InputKinds {
  any: unknown
  text: string
  number: Big
  list: readonly unknown[]
  moment: Moment
}

export type InputKind = keyof InputKinds

const { any, text, number } = argumentKinds
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)

export const inputKinds: { readonly [K in InputKind]: KindReader<InputKinds[K]> } = {
  any,
  text,
  number: {
    words: number.words,
    read: (value) => {
      const numeral = number.read(value)
      return numeral === undefined ? undefined : new Big(numeral)
    },
  },
  list: { words: 'a list', read: (value) => (isList(value) ? value : undefined) },
  moment: { words: 'a date, such as 2026-11-30', read: readMoment },
}
