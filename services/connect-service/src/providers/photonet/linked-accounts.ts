import { z } from 'zod'
import type { DebugToken } from '../graph/debug-token.ts'
import { describeGrant } from '../graph/describe-grant.ts'
import type { Graph } from '../graph/graph-client.ts'
import { managedPages } from '../graph/managed-pages.ts'
import type { Account, Accounts, Grant } from '../provider.ts'

const Linked = z.looseObject({
  id: z.coerce.string().min(1),
  username: z.string().nullish(),
  profile_picture_url: z.string().nullish(),
})
const Page = z.looseObject({
  id: z.coerce.string(),
  name: z.string().catch('Page'),
  access_token: z.string().nullish(),
  instagram_business_account: Linked.nullish(),
})

const fields = 'id,name,access_token,instagram_business_account{id,username,profile_picture_url}'
const mostNamed = 5

/**
 * The photo accounts linked to the Pages of a grant; a Page without one is not offered. When there is none the
 * reason names the identity, the permissions and the Pages (core specification, "Connect", 3).
 */
export async function linkedAccounts(graph: Graph, grant: Grant, debug: DebugToken): Promise<Accounts> {
  const pages = await managedPages(graph, grant.accessToken, fields, Page)
  const accounts = new Map<string, Account>()
  for (const { access_token: accessToken, instagram_business_account: linked, name } of pages) {
    if (!accessToken || !linked) continue
    accounts.set(linked.id, {
      id: linked.id,
      name: linked.username ?? name,
      pictureUrl: linked.profile_picture_url ?? null,
      // The account is acted for with its Page's token, which does not expire.
      accessToken,
      expiresAt: null,
    })
  }
  if (accounts.size > 0) return { accounts: [...accounts.values()] }
  const { who, what } = await describeGrant(graph, grant.accessToken, debug)
  return { accounts: [], reason: `No photo account found for ${who}; ${what}. ${hint(pages)}` }
}

function hint(pages: readonly z.output<typeof Page>[]): string {
  if (pages.length === 0) {
    return 'It lists no Page: it may administer none, or no Page was chosen in the dialog.'
  }
  const named = pages.slice(0, mostNamed).map(({ id, name }) => `${name} (${id})`)
  const more = pages.length > mostNamed ? ` and ${pages.length - mostNamed} more` : ''
  return (
    `No professional photo account is linked to ${named.join(', ')}${more}: ` +
    "link one in the Page's settings and connect again."
  )
}
