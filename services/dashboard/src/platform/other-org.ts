export interface Named {
  readonly name: string
}

/**
 * Called when the session acts in another organisation: work in the background must not go on there by itself. `now` is
 * null where no organisation is active, or another person is signed in.
 */
export const onOtherOrg = new Set<(former: Named, now: Named | null) => void>()
