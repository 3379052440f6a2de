import { searchWords } from './0003-search-words.ts'

/** Parts of texts without blanks, letters such as ø, and phone numbers by their digits: older cards are indexed again. */
export const foldedSearch = searchWords
