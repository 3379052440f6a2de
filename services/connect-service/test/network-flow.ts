import { type Caller, toLocation } from './harness.ts'

export interface Decision {
  decision?: 'approve' | 'deny'
  /** The permissions to untick. */
  without?: readonly string[]
  /** The user who signs in at the network. Defaults to the network's first user. */
  user?: string
  /** The query of the request that starts the connect. */
  query?: string
}

/** Returns the path of the callback. */
export async function consentAt(
  caller: Caller,
  network: string,
  choice: Decision = {},
): Promise<string> {
  const dialog = toLocation(
    await caller('GET', `/api/connect/${network}/start${choice.query ?? ''}`),
  )
  const shown = await fetch(dialog)
  const page = await shown.text()
  if (shown.status !== 200) throw new Error(page)
  const form = new URLSearchParams({ decision: choice.decision ?? 'approve' })
  for (const [, scope = ''] of page.matchAll(/name="permission" value="([^"]+)"/g)) {
    if (!choice.without?.includes(scope)) form.append('permission', scope)
  }
  if (choice.user !== undefined) form.set('user', choice.user)
  const answer = await fetch(dialog, { method: 'POST', body: form, redirect: 'manual' })
  const back = new URL(answer.headers.get('location') ?? '')
  return back.pathname + back.search
}

/** Connects an account and returns the channel id. */
export async function connectAt(
  caller: Caller,
  network: string,
  choice: Decision = {},
): Promise<string> {
  const back = toLocation(await caller('GET', await consentAt(caller, network, choice)))
  const id = back.searchParams.get('connected')
  if (id === null) throw new Error(`not connected: ${back.href}`)
  return id
}
