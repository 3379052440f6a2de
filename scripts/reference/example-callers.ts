import { type Client, createClient } from '@atrium/sdk'
import type { ExampleCaller } from './examples/example-step.ts'
import type { Seen } from './seen.ts'

/** The administrator's mail address. */
export const operatorAddress = 'operator@example.com'
const password = 'a long passphrase of your own'

/** A caller in the examples, with its SDK and the raw response to a request of any status. */
interface Caller {
  readonly client: Client
  send(path: string, init: RequestInit): Promise<Response>
}

export type Callers = Readonly<Record<ExampleCaller, Caller>>

function openCaller(baseUrl: string, apiKey?: string): Caller {
  let refused: Response | undefined
  const client = createClient({
    baseUrl,
    maxRetries: 0,
    ...(apiKey === undefined ? {} : { apiKey }),
    fetch: async (input, init) => {
      const response = await fetch(input, init)
      if (!response.ok) refused = response.clone()
      return response
    },
  })
  return {
    client,
    async send(path, init) {
      refused = undefined
      try {
        return await client.request(path, init)
      } catch (error) {
        if (refused === undefined) throw error
        return refused
      }
    },
  }
}

/** Opens the callers of an area with their own organisation, and keeps them in `seen`. */
export async function openCallers(baseUrl: string, area: string, seen: Seen): Promise<Callers> {
  const owner = openCaller(baseUrl)
  const member = openCaller(baseUrl)
  const operator = openCaller(baseUrl)
  const signUp = async (caller: Caller, role: string, name: string, email: string) => {
    const { id } = await caller.client.auth.signUp({ name, email, password })
    seen.keep(role, { id, email, password })
  }
  await signUp(owner, 'owner', 'Shop owner', `owner+${area}@example.com`)
  const org = await owner.client.auth.createOrg({
    name: 'Example Bakery',
    slug: `example-bakery-${area}`,
  })
  seen.keep('org', org)
  const key = await owner.client.auth.createApiKey({ name: 'Till' })
  seen.keep('key', key)
  await signUp(member, 'member', 'Shop assistant', `assistant+${area}@example.com`)
  const invitation = await owner.client.auth.inviteMember({
    email: seen.text('member.email'),
    role: 'member',
  })
  await member.client.auth.acceptInvitation(invitation.id)
  await member.client.auth.setActiveOrg(org.id)
  await openOperator(operator, seen)
  return {
    owner,
    member,
    operator,
    key: openCaller(baseUrl, key.key),
    nobody: openCaller(baseUrl),
    guest: openCaller(baseUrl),
  }
}

/** Opens the administrator, the same user for all areas. */
async function openOperator(operator: Caller, seen: Seen): Promise<void> {
  const email = operatorAddress
  const signedIn = await operator.client.auth.signIn({ email, password }).catch(() => undefined)
  const signedInUser = signedIn !== undefined && 'user' in signedIn ? signedIn.user : undefined
  const user =
    signedInUser ?? (await operator.client.auth.signUp({ name: 'Operator', email, password }))
  seen.keep('operator', { id: user.id, email, password })
}
