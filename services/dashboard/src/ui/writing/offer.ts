import type { TextCount } from '@atrium/contracts'

/** The room of a text, as the network behind it counts. */
export interface Limit {
  readonly place: string
  readonly max: number
  readonly count: TextCount
}

export type Want =
  | { readonly kind: 'rewrite' }
  /** Without a limit: clearly shorter. */
  | { readonly kind: 'shorten'; readonly limit: Limit | null }
  | { readonly kind: 'comment'; readonly limit: Limit | null }
  | { readonly kind: 'adapt'; readonly limit: Limit }

/** A kind of help as a person chooses it, and the place of its suggestion. */
export interface Offer {
  readonly id: string
  readonly label: string
  readonly want: Want
  /** The text in whose place the suggestion goes, as it is now. */
  readonly replaced: string
  /** Writes the suggestion; answers its undo. */
  readonly take: (suggestion: string) => () => void
}

/** The limit of a kind of help; null without one. */
export const findLimit = (want: Want): Limit | null => (want.kind === 'rewrite' ? null : want.limit)

/** The offers of a text that goes to no network. */
export const plainOffers = (replaced: string, take: Offer['take']): Offer[] => [
  { id: 'rewrite', label: 'Rewrite', want: { kind: 'rewrite' }, replaced, take },
  { id: 'shorten', label: 'Shorten', want: { kind: 'shorten', limit: null }, replaced, take },
]
