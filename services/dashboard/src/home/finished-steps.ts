const keyOf = (orgId: string | undefined) => `atrium.steps.${orgId}`

/** Whether the first steps of an organisation are done; this browser then neither asks for them nor keeps room. */
export const finishedSteps = {
  has(orgId: string | undefined): boolean {
    try {
      return localStorage.getItem(keyOf(orgId)) !== null
    } catch {
      return false
    }
  },
  add(orgId: string | undefined): void {
    try {
      localStorage.setItem(keyOf(orgId), 'done')
    } catch {
      // A browser without storage asks again.
    }
  },
}
