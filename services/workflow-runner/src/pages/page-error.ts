/** A page could not be read. The message is shown to the user who entered the address. */
export class PageError extends Error {
  override readonly name = 'PageError'
}
