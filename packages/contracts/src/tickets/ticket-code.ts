/**
 * Returns the stored form of a typed or scanned ticket code: upper case, without blanks and
 * hyphens, O as 0, I and L as 1.
 */
export const readTicketCode = (typed: string): string =>
  typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')

/** Returns a ticket code in readable groups of four. */
export const groupedCode = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? code
