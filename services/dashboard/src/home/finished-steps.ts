import { keptByBrowser } from '../platform/kept-text.ts'

const keyOf = (orgId: string | undefined) => `atrium.steps.${orgId}`

/** Whether the first steps of an organisation are done; this browser then neither asks for them nor keeps room. */
export const finishedSteps = {
  has: (orgId: string | undefined): boolean => keptByBrowser.read(keyOf(orgId)) !== null,
  add: (orgId: string | undefined): void => keptByBrowser.write(keyOf(orgId), 'done'),
}
