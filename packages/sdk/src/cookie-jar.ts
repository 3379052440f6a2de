/** Keeps the session of a client outside a browser; a browser keeps its cookies itself. */
export interface CookieJar {
  /** The `Cookie` header, or undefined while there is nothing to send. */
  header(): string | undefined
  take(response: Response): void
  clear(): void
}

/** A jar for one origin: names and values, removal by `Max-Age=0` or an empty value. */
export function createCookieJar(): CookieJar {
  const cookies = new Map<string, string>()
  return {
    header: () =>
      cookies.size === 0 ? undefined : [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    take(response) {
      for (const line of response.headers.getSetCookie()) {
        const [pair = '', ...attributes] = line.split(';')
        const cut = pair.indexOf('=')
        if (cut <= 0) continue
        const name = pair.slice(0, cut).trim()
        const value = pair.slice(cut + 1).trim()
        const gone = value === '' || attributes.some((attribute) => /^\s*max-age=0\s*$/i.test(attribute))
        if (gone) cookies.delete(name)
        else cookies.set(name, value)
      }
    },
    clear: () => cookies.clear(),
  }
}
