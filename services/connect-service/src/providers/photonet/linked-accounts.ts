import { z } from 'zod'
import { isLasting, rescued } from '../../network/network-error.ts'
import type { Api } from '../api.ts'
import { describeGrant } from '../graph/describe-grant.ts'
import type { DebugToken } from '../graph/graph-app.ts'
import { nodePath } from '../graph/graph-client.ts'
import { managedPages } from '../graph/managed-pages.ts'
import type { Account, Accounts, Grant } from '../provider.ts'

const Linked = z.object({
  id: z.coerce.string().min(1),
  username: z.string().nullish(),
  profile_picture_url: z.string().nullish(),
})
const Link = z.object({ instagram_business_account: Linked.nullish() })
const Page = z.object({
  id: z.coerce.string(),
  name: z.string().catch('Page'),
  access_token: z.string().nullish(),
  instagram_business_account: Linked.nullish(),
})
type ListedPage = z.output<typeof Page>

const fields = 'id,name,access_token,instagram_business_account{id,username,profile_picture_url}'
const mostNamed = 5
const mostAsked = 20

/** Returns the photo accounts linked to the Pages of a grant, or the reason why there are none. */
export async function linkedAccounts(
  graph: Api,
  grant: Grant,
  debug: DebugToken,
): Promise<Accounts> {
  const listed = await managedPages(graph, grant, fields, Page)
  const stated = listed.some(({ instagram_business_account: linked }) => linked)
  const pages = stated ? listed : await askedOneByOne(graph, listed)
  const accounts = new Map<string, Account>()
  for (const { access_token: accessToken, instagram_business_account: linked, name } of pages) {
    if (!accessToken || !linked) continue
    accounts.set(linked.id, {
      id: linked.id,
      name: linked.username ?? name,
      pictureUrl: linked.profile_picture_url ?? null,
      // The Page token acts for the account and does not expire.
      accessToken,
      expiresAt: null,
    })
  }
  if (accounts.size > 0) return { accounts: [...accounts.values()] }
  const { who, what } = await describeGrant(graph, grant, debug)
  return { accounts: [], reason: `No photo account found for ${who}; ${what}. ${hint(pages)}` }
}

/** Requests each Page for its linked account, because a listing may leave the account out. */
const askedOneByOne = (graph: Api, pages: readonly ListedPage[]): Promise<ListedPage[]> =>
  Promise.all(
    pages.map(async (page, index) => {
      const { id, access_token: accessToken } = page
      if (!accessToken || index >= mostAsked) return page
      const read = <S extends z.ZodType>(node: string, asked: string, schema: S) =>
        graph({ path: nodePath(node), by: { accessToken }, query: { fields: asked }, schema })
      const asked = read(id, 'instagram_business_account', Link)
      const link = await rescued(asked, isLasting, () => undefined)
      const linked = link?.instagram_business_account
      if (!linked) return page
      const about = await read(linked.id, 'id,username,profile_picture_url', Linked).catch(
        () => linked,
      )
      return { ...page, instagram_business_account: { ...about, id: linked.id } }
    }),
  )

function hint(pages: readonly ListedPage[]): string {
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
