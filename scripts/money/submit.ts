/** Submits a form on a sandbox page, as a user would in a browser. */
export async function submit(url: string, form: Record<string, string> = {}): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  })
  await response.body?.cancel()
  if (response.status >= 400) throw new Error(`${url} answered ${response.status}`)
}
