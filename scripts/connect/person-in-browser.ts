import { createClient } from '@atrium/sdk'

/** A signed-in user in a browser. Follows pages and presses buttons. */
export interface PersonInBrowser {
  /**
   * Connects a network through its own consent page. Returns the dashboard address where it ends.
   */
  connect(network: string): Promise<URL>
}

const keepRedirect: typeof fetch = async (input, init) => {
  const answer = await fetch(input, { ...init, redirect: 'manual' })
  const location = answer.headers.get('location')
  return location === null ? answer : new Response(null, { headers: { location } })
}

function readLocation(answer: Response): URL {
  const location = answer.headers.get('location')
  if (location === null) throw new Error(`sent nowhere, but answered ${answer.status}`)
  return new URL(location)
}

const attribute = (tag: string, name: string): string =>
  (new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '').replaceAll('&amp;', '&')

/**
 * Presses Approve on a page: sends its form with hidden and ticked fields. Returns the redirect
 * address.
 */
export async function approve(page: URL): Promise<URL> {
  const shown = await fetch(page)
  const markup = await shown.text()
  if (!shown.ok)
    throw new Error(`the consent page answered ${shown.status}: ${markup.slice(0, 300)}`)
  const form = new URLSearchParams({ decision: 'approve' })
  for (const [tag] of markup.matchAll(/<input\b[^<>]*>/g)) {
    const kind = attribute(tag, 'type')
    if (kind === 'hidden' || (kind !== 'submit' && / checked\b/.test(tag))) {
      form.append(attribute(tag, 'name'), attribute(tag, 'value'))
    }
  }
  const action = attribute(/<form\b[^<>]*>/.exec(markup)?.[0] ?? '', 'action')
  const target = action === '' ? page : new URL(action, page)
  return readLocation(await fetch(target, { method: 'POST', body: form, redirect: 'manual' }))
}

/** Signs in with an existing account. */
export async function personInBrowser(
  baseUrl: string,
  account: { email: string; password: string },
): Promise<PersonInBrowser & { sandboxOf(network: string): Promise<string> }> {
  const client = createClient({ baseUrl, fetch: keepRedirect })
  await client.auth.signIn(account)
  const openDialog = async (network: string) =>
    readLocation(await client.request(`/api/connect/${network}/start`))
  return {
    async connect(network) {
      const back = await approve(await openDialog(network))
      return readLocation(await client.request(back.pathname + back.search))
    },
    sandboxOf: async (network) => (await openDialog(network)).origin,
  }
}
