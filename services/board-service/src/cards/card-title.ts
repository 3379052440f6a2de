import { visible } from '@atrium/contracts'

/** A title as it is stored: without surrounding blanks, and empty if none of its characters can be seen. */
export const cleanTitle = (given: string): string => (visible.test(given) ? given.trim() : '')
