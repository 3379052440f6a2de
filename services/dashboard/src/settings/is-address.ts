/** Whether a text has the form of an email address; the platform decides. */
export function isAddress(text: string): boolean {
  const at = text.lastIndexOf('@')
  return at > 0 && at < text.length - 1 && !/\s/.test(text)
}
