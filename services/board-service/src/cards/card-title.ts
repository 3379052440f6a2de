import { visible } from '@atrium/contracts'

/** Trims a title. Returns an empty title if no character is visible. */
export const cleanTitle = (given: string): string => (visible.test(given) ? given.trim() : '')
