/** Creates a jar that keeps a client's session outside a browser, for one origin. */
export function createCookieJar() {
  const cookies = new Map<string, string>()
  return {
    /** Returns the `Cookie` header, or undefined if there are no cookies. */
    header: () =>
      cookies.size === 0
        ? undefined
        : [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    take(response: Response): void {
      for (const line of response.headers.getSetCookie()) {
        const [pair = '', ...attributes] = line.split(';')
        const cut = pair.indexOf('=')
        if (cut <= 0) continue
        const name = pair.slice(0, cut).trim()
        const value = pair.slice(cut + 1).trim()
        const gone =
          value === '' || attributes.some((attribute) => /^\s*max-age=0\s*$/i.test(attribute))
        if (gone) cookies.delete(name)
        else cookies.set(name, value)
      }
    },
    clear: () => cookies.clear(),
  }
}
