import type { AssetPage, StoredAsset } from '@atrium/contracts'
import type { InfiniteData } from '@tanstack/react-query'

export type LibraryPages = InfiniteData<AssetPage>

/** The files of the pages, each once: one may have moved to the next page meanwhile. */
export function flattenFiles(pages: LibraryPages | undefined): StoredAsset[] {
  const files = new Map<string, StoredAsset>()
  for (const { items } of pages?.pages ?? []) for (const file of items) files.set(file.key, file)
  return [...files.values()]
}

export const withoutFile = (pages: LibraryPages, key: string): LibraryPages => ({
  ...pages,
  pages: pages.pages.map((page) => ({
    ...page,
    items: page.items.filter((file) => file.key !== key),
  })),
})

/** The pages with a file as it is now. */
export const withFile = (pages: LibraryPages, changed: StoredAsset): LibraryPages => ({
  ...pages,
  pages: pages.pages.map((page) => ({
    ...page,
    items: page.items.map((file) => (file.key === changed.key ? changed : file)),
  })),
})

/**
 * The pages with the newest one as it is now. Older files stay where they are; all of them go when no file joins the
 * two, since more may have been stored between them than the newest page holds.
 */
export function withNewest(old: LibraryPages, newest: AssetPage): LibraryPages {
  const alone: LibraryPages = { pages: [newest], pageParams: [undefined] }
  const last = newest.items.at(-1)
  const [first, ...others] = old.pages
  if (last === undefined || newest.next === null || first === undefined) return alone
  const known = new Set(flattenFiles(old).map(({ key }) => key))
  if (!newest.items.some(({ key }) => known.has(key))) return alone
  const older = ({ items }: AssetPage) =>
    items.filter(
      ({ createdAt, key }) =>
        createdAt < last.createdAt || (createdAt === last.createdAt && key < last.key),
    )
  const [second, ...more] = others
  if (second === undefined) {
    return {
      ...old,
      pages: [{ items: [...newest.items, ...older(first)], next: first.next ?? newest.next }],
    }
  }
  return {
    ...old,
    pages: [
      newest,
      { ...second, items: [...older(first), ...older(second)] },
      ...more.map((page) => ({ ...page, items: older(page) })),
    ],
  }
}
