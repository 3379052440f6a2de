import { searchWords } from './0003-search-words.ts'

/** Emoji are looked for too: the vectors of older cards are made anew, as they were for their words. */
export const searchPictures = searchWords
