/** What `work` answers, or an error once `millis` have passed; the work itself is not interrupted. */
export async function withinTime<R>(work: Promise<R>, millis: number, what: string): Promise<R> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${millis} ms`)), millis)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
