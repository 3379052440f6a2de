/** Sends a form of the sandbox's pages, as a person would in a browser. */
export async function submit(url: string, form: Record<string, string> = {}): Promise<void> {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
  await response.body?.cancel()
  if (response.status >= 400) throw new Error(`${url} answered ${response.status}`)
}
