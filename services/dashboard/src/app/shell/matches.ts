/** Whether every word of a text begins a word of the label, in any order. */
export function matches(label: string, typed: string): boolean {
  const words = label.toLowerCase().split(/\s+/)
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)))
}
