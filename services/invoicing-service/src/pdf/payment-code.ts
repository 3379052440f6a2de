import { encode } from 'uqr'

/** Returns the rows of a QR code without a margin. True is a dark module. */
export const paymentCodeRows = (text: string): boolean[][] =>
  encode(text, { ecc: 'M', border: 0 }).data
