/** Pages that had another address before. Bookmarks, mails and published links still use it. */
const renamedPages: ReadonlyMap<string, string> = new Map([
  ['happenings', 'events'],
  ['happening', 'event'],
  ['offers', 'products'],
  ['offer', 'product'],
  ['schedules', 'subscriptions'],
  ['skills', 'writing-guides'],
  ['agent-runs', 'agent-tasks'],
  ['assets', 'files'],
])

/** Replaces a page's old address and keeps the rest of its path, its query and its hash. */
export const renameOldAddress = (address: string): string =>
  address.replace(/^\/([a-z-]+)(?=[/?#]|$)/, (path, page: string) => {
    const renamed = renamedPages.get(page)
    return renamed === undefined ? path : `/${renamed}`
  })

const records: Readonly<Record<string, string>> = { product: 'products', event: 'events' }

/**
 * Returns the path on the API's origin if this is a page for visitors that the dashboard had before,
 * for example `/p/acme/products/sails` for `/product/acme/sails`. Otherwise returns undefined.
 */
export function movedPage(path: string): string | undefined {
  if (/^\/(?:pay|estimate|ticket|order|waiting)\/[^/]+$/.test(path)) return path
  const [, page = '', org, slug] =
    /^\/(product|event)\/([^/]+)\/([^/]+)$/.exec(renameOldAddress(path)) ?? []
  return org === undefined ? undefined : `/p/${org}/${records[page]}/${slug}`
}
