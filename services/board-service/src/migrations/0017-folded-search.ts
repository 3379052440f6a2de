import { searchWords } from './0003-search-words.ts'

/**
 * Rebuilds the search vectors. Search now finds parts of texts without spaces, letters such as ø,
 * and phone numbers by their digits.
 */
export const foldedSearch = searchWords
