import { keptByBrowser } from '../platform/store.ts'

const storageKey = (orgId: string | undefined) => `atrium.steps.${orgId}`

/**
 * Remembers in this browser that an organisation's first steps are done. The page then neither
 * requests them nor reserves space for them.
 */
export const finishedSteps = {
  has: (orgId: string | undefined): boolean => keptByBrowser.read(storageKey(orgId)) !== null,
  add: (orgId: string | undefined): void => keptByBrowser.write(storageKey(orgId), 'done'),
}
