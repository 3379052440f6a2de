import { randomBytes } from 'node:crypto'

// Crockford's alphabet, in which no letter looks like a digit.
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 16

/** Returns a new code: 80 random bits as 16 letters and digits that are easy to read out. */
export const newTicketCode = (): string =>
  Array.from(randomBytes(length), (byte) => letters[byte % letters.length]).join('')
