/** True if each typed word is the beginning of a word in the label, in any order. */
export function matches(label: string, typed: string): boolean {
  const words = label.toLowerCase().split(/\s+/)
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)))
}
