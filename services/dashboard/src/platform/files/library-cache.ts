import type { AssetPage, StoredAsset } from '@atrium/contracts'
import type { InfiniteData } from '@tanstack/react-query'

export type LibraryPages = InfiniteData<AssetPage>

/**
 * Returns the pages' files, each once, because a file may have moved to the next page between two
 * reads.
 */
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

/** Returns the pages with one file updated. */
export const withFile = (pages: LibraryPages, changed: StoredAsset): LibraryPages => ({
  ...pages,
  pages: pages.pages.map((page) => ({
    ...page,
    items: page.items.map((file) => (file.key === changed.key ? changed : file)),
  })),
})

/**
 * Returns the pages with a new first page. Older files keep their position. If no file is on both
 * the old and the new pages, all older files are dropped, because more files may have been stored
 * in between than one page holds.
 */
export function withNewest(old: LibraryPages, newest: AssetPage): LibraryPages {
  const alone: LibraryPages = { pages: [newest], pageParams: [undefined] }
  const last = newest.items.at(-1)
  const [first, ...others] = old.pages
  if (last === undefined || newest.next === null || first === undefined) return alone
  const cachedKeys = new Set(flattenFiles(old).map(({ key }) => key))
  if (!newest.items.some(({ key }) => cachedKeys.has(key))) return alone
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
