/** A typed or scanned ticket code in its stored form: upper case, without blanks and hyphens, O as 0, I and L as 1. */
export const readTicketCode = (typed: string): string =>
  typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')

/** A ticket code in groups of four, to read it. */
export const groupedCode = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? code
