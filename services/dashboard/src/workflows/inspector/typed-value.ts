/** The JSON value that a typed text stands for: a number, true or false as such, else the text. */
export function typedValue(text: string): unknown {
  if (/^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,10})?$/.test(text)) return Number(text)
  if (text === 'true') return true
  if (text === 'false') return false
  return text
}
