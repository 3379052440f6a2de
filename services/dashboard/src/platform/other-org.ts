export interface Named {
  readonly name: string
}

/** Called when the session acts in another organisation; `now` is null without one, or for another person. */
export const onOtherOrg = new Set<(former: Named, now: Named | null) => void>()
