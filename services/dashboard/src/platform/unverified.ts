const key = 'atrium.unverified'

/** Whether the address of a person is known not to be verified: the page keeps room for the hint before it has asked. */
export const unverified = {
  is(userId: string): boolean {
    try {
      return localStorage.getItem(key) === userId
    } catch {
      return false
    }
  },
  set(userId: string, isUnverified: boolean): void {
    try {
      if (isUnverified) localStorage.setItem(key, userId)
      else localStorage.removeItem(key)
    } catch {
      // The hint then appears a moment after the page.
    }
  },
}
