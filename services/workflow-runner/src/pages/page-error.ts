/** A page that could not be read; the message is for the user who named it. */
export class PageError extends Error {
  override readonly name = 'PageError'
}
