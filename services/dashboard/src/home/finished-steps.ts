import { keptByBrowser } from '../platform/kept-text.ts'

const storageKey = (orgId: string | undefined) => `atrium.steps.${orgId}`

/** Whether the first steps of an organisation are done; this browser then neither asks for them nor keeps room. */
export const finishedSteps = {
  has: (orgId: string | undefined): boolean => keptByBrowser.read(storageKey(orgId)) !== null,
  add: (orgId: string | undefined): void => keptByBrowser.write(storageKey(orgId), 'done'),
}
