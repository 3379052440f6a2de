/** The value of a JSON text; undefined for any other text. */
export function parsedJson(text: string, reviver?: Parameters<typeof JSON.parse>[1]): unknown {
  try {
    return JSON.parse(text, reviver)
  } catch {
    return undefined
  }
}
