import { z } from 'zod'
import { hasCode, isLasting, rescued } from '../../network/network-error.ts'
import { statedTime } from '../../network/stated-time.ts'
import type { Api } from '../api.ts'
import { describeGrant, Permissions } from '../graph/describe-grant.ts'
import type { DebugToken, TokenFacts } from '../graph/graph-app.ts'
import { nodePath } from '../graph/graph-client.ts'
import { managedPages } from '../graph/managed-pages.ts'
import type { Account, Accounts, Grant } from '../provider.ts'

const Page = z.object({
  id: z.coerce.string(),
  name: z.string().catch('Page'),
  access_token: z.string().nullish(),
  picture: z
    .object({ data: z.object({ url: z.string().optional() }) })
    .optional()
    .catch(undefined),
})

const fields = 'id,name,access_token,category,tasks'
const pictured = `${fields},picture{url}`

const account = (page: z.output<typeof Page>, token: string): Account => ({
  id: page.id,
  name: page.name,
  pictureUrl: page.picture?.data.url ?? null,
  accessToken: token,
  // A Page token does not expire if it was obtained with a long-lived user token.
  expiresAt: null,
})

export async function listPages(graph: Api, by: Grant): Promise<Account[]> {
  const found = new Map<string, Account>()
  // Pictures are only for display, so list the Pages without them if the network refuses the field.
  const listed = managedPages(graph, by, pictured, Page)
  const pages = await rescued(listed, hasCode(100), () => managedPages(graph, by, fields, Page))
  for (const page of pages) {
    if (page.access_token) found.set(page.id, account(page, page.access_token))
  }
  return [...found.values()]
}

/** Returns the Pages of a grant, else the configured Page, else the reason why there is none. */
export async function fetchPages(
  graph: Api,
  grant: Grant,
  candidate: string | undefined,
  debug: DebugToken,
): Promise<Accounts> {
  const accounts = await listPages(graph, grant)
  if (accounts.length > 0) return { accounts }
  if (candidate !== undefined) {
    const page = await fetchPage(graph, grant, candidate)
    if (page !== undefined) return { accounts: [page] }
  }
  return { accounts: [], reason: await explainNoPages(graph, grant, debug) }
}

async function fetchPage(graph: Api, by: Grant, pageId: string): Promise<Account | undefined> {
  const call = {
    path: nodePath(pageId),
    schema: Page.extend({ id: z.coerce.string().default(pageId) }),
  }
  const asked = graph({ ...call, by, query: { fields: 'access_token' } })
  const page = await rescued(asked, isLasting, () => undefined)
  if (!page?.access_token) return undefined
  // The name is only for display, so a Page that hides its name can still be connected.
  const query = { fields: 'id,name,picture{url}' }
  const named = await graph({ ...call, by: { accessToken: page.access_token }, query }).catch(
    () => page,
  )
  return account({ ...named, id: page.id }, page.access_token)
}

async function explainNoPages(graph: Api, by: Grant, debug: DebugToken): Promise<string> {
  const { who, what, granted } = await describeGrant(graph, by, debug)
  const hint =
    granted === undefined || granted.includes('pages_show_list')
      ? 'It may administer no Page, the Page may belong to a business portfolio, or no Page was chosen in the dialog.'
      : 'The permission pages_show_list is missing.'
  return `No Pages found for ${who}; ${what}. ${hint}`
}

/**
 * Returns the Page that a token belongs to, or undefined if the token belongs to a user. `debug`
 * states the token type. If it does not, a category shows a Page and listed permissions show a
 * user. Throws if the token is refused.
 */
export async function pageBehind(
  graph: Api,
  by: Grant,
  debug: DebugToken,
): Promise<Account | undefined> {
  const { accessToken: token } = by
  const schema = Page.extend({ category: z.string().nullish() })
  const me = (fields: string) =>
    rescued(graph({ path: '/me', by, query: { fields }, schema }), hasCode(100), () => undefined)
  // A user has no category, so the network refuses the field but not the token.
  const categorised = await me('id,name,category')
  // An app may not inspect every token. That alone is no reason to refuse the token.
  const facts = await debug(token).catch(() => undefined)
  const isPage = facts?.type?.toUpperCase() === 'PAGE'
  if (categorised === undefined) {
    if (!isPage) return undefined
    const page = await me('id,name')
    const id = page?.id ?? facts?.profile_id ?? onlyTarget(facts)
    return id
      ? { ...account(page ?? { id, name: 'Page' }, token), expiresAt: findExpiry(facts) }
      : undefined
  }
  const found = { ...account(categorised, token), expiresAt: findExpiry(facts) }
  if (categorised.category || isPage) return found
  if (facts?.type) return undefined
  const permissions = await graph({ path: '/me/permissions', by, schema: Permissions }).catch(
    () => undefined,
  )
  return permissions === undefined || permissions.data.length === 0 ? found : undefined
}

function onlyTarget(facts: TokenFacts | undefined): string | undefined {
  const targets = new Set(facts?.granular_scopes.flatMap(({ target_ids: ids }) => ids ?? []))
  return targets.size === 1 ? [...targets][0] : undefined
}

const findExpiry = (facts: TokenFacts | undefined): Date | null =>
  facts !== undefined && facts.expires_at > 0 ? statedTime(facts.expires_at * 1_000) : null
