import { keptByBrowser } from './kept-text.ts'

const key = 'atrium.unverified'

/** Whether the address of a person is known not to be verified: the page keeps room for the hint before it has asked. */
export const unverified = {
  is: (userId: string): boolean => keptByBrowser.read(key) === userId,
  set: (userId: string, isUnverified: boolean): void =>
    keptByBrowser.write(key, isUnverified ? userId : null),
}
