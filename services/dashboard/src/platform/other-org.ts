export interface Named {
  readonly name: string
}

/**
 * Called when the session changes its organisation. `now` is null if it has none, or if another
 * user has signed in.
 */
export const onOtherOrg = new Set<(former: Named, now: Named | null) => void>()
