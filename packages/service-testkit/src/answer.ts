/** A body of unknown shape for tests to read freely. The assertions check its values. */
export type FreeBody = Record<string, never> & { [key: string]: unknown }

export interface Answer<T = FreeBody> {
  status: number
  headers: Headers
  /** The parsed JSON, else the text. */
  body: T
  text: string
}

/** Reads a response to its end. */
export async function readAnswer<T = FreeBody>(response: Response): Promise<Answer<T>> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') === true && text !== ''
  return {
    status: response.status,
    headers: response.headers,
    body: isJson ? JSON.parse(text) : text,
    text,
  }
}
