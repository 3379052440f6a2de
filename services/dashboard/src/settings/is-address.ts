/** Returns true if a text looks like an email address. The platform makes the final check. */
export function isAddress(text: string): boolean {
  const at = text.lastIndexOf('@')
  return at > 0 && at < text.length - 1 && !/\s/.test(text)
}
