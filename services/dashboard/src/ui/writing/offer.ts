import type { TextCount } from '@atrium/contracts'

/** A text's length limit, counted as the network counts. */
export interface Limit {
  readonly place: string
  readonly max: number
  readonly count: TextCount
}

export type Want =
  | { readonly kind: 'rewrite' }
  /** Null asks for a clearly shorter text. */
  | { readonly kind: 'shorten'; readonly limit: Limit | null }
  | { readonly kind: 'comment'; readonly limit: Limit | null }
  | { readonly kind: 'adapt'; readonly limit: Limit }

/** A kind of help for the user to choose, and the text replaced by the suggestion. */
export interface Offer {
  readonly id: string
  readonly label: string
  readonly want: Want
  /** The current text, which the suggestion replaces. */
  readonly replaced: string
  /** Writes the suggestion into the field. Returns its undo. */
  readonly take: (suggestion: string) => () => void
}

/** Returns the length limit for a kind of help. Null if it has none. */
export const findLimit = (want: Want): Limit | null => (want.kind === 'rewrite' ? null : want.limit)

/** Returns the kinds of help for a text without a network. */
export const plainOffers = (replaced: string, take: Offer['take']): Offer[] => [
  { id: 'rewrite', label: 'Rewrite', want: { kind: 'rewrite' }, replaced, take },
  { id: 'shorten', label: 'Shorten', want: { kind: 'shorten', limit: null }, replaced, take },
]
