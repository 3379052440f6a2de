import { searchWords } from './0003-search-words.ts'

/** Rebuilds the search vectors, because emoji can now be searched. */
export const searchPictures = searchWords
