/** Whether a text has every word of `q`, in any case; any text does where `q` has none. */
export function hasWords(text: string, q: string): boolean {
  const plain = text.toLowerCase()
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => plain.includes(word))
}
