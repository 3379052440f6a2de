/** Called when the session acts in another organisation: work in the background must not go on there. */
export const onOtherOrg = new Set<() => void>()
