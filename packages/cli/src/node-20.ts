// The packed command line supports Node 20.3, which lacks both functions.
Promise.withResolvers ??= function withResolvers<T>() {
  let resolve: (value: T | PromiseLike<T>) => void = () => {}
  let reject: (reason?: unknown) => void = () => {}
  const promise = new Promise<T>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}
URL.parse ??= (text: string | URL, base?: string | URL) =>
  URL.canParse(String(text), base === undefined ? undefined : String(base))
    ? new URL(text, base)
    : null
