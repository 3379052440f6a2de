import type { AssetPage, StoredAsset } from '@atrium/contracts'
import { expect, test } from 'vitest'
import { flattenFiles, type LibraryPages, withNewest, withoutFile } from './library-cache.ts'

/** Builds a file of the given age. The newest has age 0. */
const buildFile = (age: number): StoredAsset => ({
  key: `org_1/pub/${age}.png`,
  url: `http://localhost/${age}.png`,
  visibility: 'pub',
  contentType: 'image/png',
  bytes: 1,
  name: null,
  altText: '',
  tags: [],
  createdAt: new Date(Date.UTC(2026, 0, 2) - age * 1_000).toISOString(),
  usedBy: [],
})
const buildPage = (ages: readonly number[], next: string | null = 'more'): AssetPage => ({
  items: ages.map(buildFile),
  next,
})
const buildPages = (...pages: AssetPage[]): LibraryPages => ({
  pages,
  pageParams: pages.map((_, index) => (index === 0 ? undefined : `cursor ${index}`)),
})
const ages = (pages: LibraryPages) =>
  flattenFiles(pages).map(({ key }) => Number(key.match(/\d+(?=\.png)/)?.[0]))

test('puts a new file first and loses no older one', () => {
  const old = buildPages(buildPage([1, 2, 3]), buildPage([4, 5], null))
  const merged = withNewest(old, buildPage([0, 1, 2]))
  expect(ages(merged)).toEqual([0, 1, 2, 3, 4, 5])
  expect(merged.pages.at(-1)?.next).toBeNull()
  expect(merged.pages).toHaveLength(2)
})

test('keeps the files that a new one pushes off the only loaded page', () => {
  const merged = withNewest(buildPages(buildPage([1, 2, 3])), buildPage([0, 1, 2]))
  expect(ages(merged)).toEqual([0, 1, 2, 3])
  expect(merged.pages).toHaveLength(1)
})

test('removes a file if it is missing from the newest page', () => {
  expect(
    ages(withNewest(buildPages(buildPage([0, 1, 2]), buildPage([3, 4])), buildPage([0, 2, 3]))),
  ).toEqual([0, 2, 3, 4])
  expect(ages(withNewest(buildPages(buildPage([0, 1], null)), buildPage([1], null)))).toEqual([1])
  expect(ages(withNewest(buildPages(buildPage([0], null)), buildPage([], null)))).toEqual([])
})

test('reloads files if a gap may precede them', () => {
  const merged = withNewest(buildPages(buildPage([10, 11]), buildPage([12])), buildPage([0, 1]))
  expect(ages(merged)).toEqual([0, 1])
  expect(merged.pageParams).toEqual([undefined])
})

test('removes a deleted file from every page', () => {
  expect(
    ages(withoutFile(buildPages(buildPage([0, 1]), buildPage([2, 3])), buildFile(2).key)),
  ).toEqual([0, 1, 3])
})
