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
