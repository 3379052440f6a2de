import { findAssetKeys, findAssetOrgs } from '@atrium/asset-key'
import { CardPatch, canonicalUrl, NewTemplateInstance, QuoteRequest } from '@atrium/contracts'
import { listLexemes, searchQuery } from '@atrium/database'
import {
  MarkupError,
  parseMarkup,
  RenderError,
  renderMarkup,
  resolveMarkup,
  resolveValues,
} from '@atrium/site-page'
import { expectLinear } from '@atrium/testkit'
import { describe, expect, test } from 'vitest'
import { cardVector } from '../src/card-vector.db.ts'
import { freezePage } from '../src/sites/freeze-page.ts'

const url = 'https://api.atrium.example'
const org = `org_${'1'.repeat(32)}`

const texts: Readonly<Record<string, (n: number) => string>> = {
  'a tag that never ends': (n) => `{{${' '.repeat(n)}`,
  'opening braces': (n) => '{{'.repeat(n / 2),
  'opening braces and blanks': (n) => `{{${' '.repeat(500)}`.repeat(n / 502),
  'closed tags of blanks': (n) => `{{${' '.repeat(500)}x y}}`.repeat(n / 507),
  'braces of one kind': (n) => '{{ } '.repeat(n / 5),
  'an attribute and blanks': (n) => `<a href=${' '.repeat(n)}x{{ a }}`,
  'attributes and blanks': (n) => `${` href=${' '.repeat(300)}`.repeat(n / 306)}{{ a }}`,
  'names of attributes': (n) => ` href ${'href '.repeat(n / 5)}{{ a }}`,
  'addresses of assets': (n) => '"/api/assets/'.repeat(n / 13),
  'halves of keys': (n) => `${org}/pub/`.repeat(n / 41),
  'lanes of one key': (n) => `${org}${'pub'.repeat(n / 3)}`,
  slashes: (n) => `api${'/'.repeat(n)}`,
  backslashes: (n) => '\\'.repeat(n),
  'escapes of escapes': (n) => '%25'.repeat(n / 3),
  entities: (n) => '&amp;'.repeat(n / 5),
  'marks that change their order': (n) => `a${'\u0301\u0316'.repeat(n / 2)}`,
  'marks from halfwidth letters': (n) => `a${'\uff9e\u0316'.repeat(n / 2)}`,
  'plain words': (n) => 'hello '.repeat(n / 6),
  dots: (n) => 'a.'.repeat(n / 2),
  'lone surrogates': (n) => '\ud800'.repeat(n),
}

const refusing = (run: () => unknown): unknown => {
  try {
    return run()
  } catch (error) {
    if (error instanceof MarkupError || error instanceof RenderError || error instanceof TypeError)
      return
    throw error
  }
}

// The sizes are the routes' limits: 500,000 markup characters, a 1 MiB body, and a search text.
describe.each(Object.entries(texts))('input of %s', (_, make) => {
  const linear = (name: string, largest: number, run: (text: string) => unknown) =>
    expectLinear(name, largest, (size) => {
      const text = make(size)
      return () => run(text)
    })

  test('parses markup and freezes pages in linear time', async () => {
    const page = (text: string) =>
      refusing(() => freezePage(url, 'x', { variables: [], markup: text }, {}))
    await linear('parse', 500_000, (text) => refusing(() => parseMarkup(text)))
    await linear('freeze', 500_000, page)
    await linear('resolve', 500_000, (text) => resolveMarkup(url, text))
    await linear('values', 1_000_000, (text) => resolveValues(url, { text }))
  })

  test('finds references in linear time', async () => {
    await linear('keys', 200_000, findAssetKeys)
    await linear('orgs', 200_000, findAssetOrgs)
  })

  test('indexes and searches in linear time', async () => {
    await linear('lexemes', 150_000, (text) => [...listLexemes(text)])
    const card = { org_id: org, title: '', tags: [], fields: {} }
    await linear('vector', 1_000_000, (body) => cardVector({ ...card, body }))
    await linear('query', 1_000_000, searchQuery)
  })

  test('validates links and bodies in linear time', async () => {
    await linear('link', 1_000_000, (text) =>
      refusing(() => canonicalUrl(`https://a.example/${text}`)),
    )
    await linear('query', 100_000, (text) =>
      refusing(() => canonicalUrl(`https://a.example/?${text}`)),
    )
    await linear('card', 1_000_000, (text) =>
      CardPatch.safeParse({
        title: text,
        tags: [text],
        destination: { scheme: text, host: text },
        dueDate: text,
      }),
    )
    await linear('values', 1_000_000, (text) =>
      NewTemplateInstance.safeParse({ templateId: text, name: text, values: { [text]: text } }),
    )
    await linear('quote', 1_000_000, (text) =>
      QuoteRequest.safeParse({
        org: text,
        name: text,
        email: `${text}@example.com`,
        message: text,
      }),
    )
  })
})

test('counts nested lists without text towards the limit of parts', () => {
  const depth = 3
  const markup = `${'{{#each l}}'.repeat(depth)}${'{{/each}}'.repeat(depth)}`
  const list = Array.from({ length: 200_000 }, () => 1)
  expect(() => renderMarkup(parseMarkup(markup), { l: list })).toThrow(RenderError)
})
