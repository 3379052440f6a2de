import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { extensionText, keyParts, orgIdText } from '../test/key-arbitraries.ts'
import {
  assetPrefix,
  assetUrl,
  buildAssetKey,
  parseAssetKey,
  type Visibility,
} from './asset-key.ts'
import type { AssetExtension } from './media-types.ts'

const orgId = `org_${'0123456789abcdef'.repeat(2)}`
const uuid = '9b2f6f0e-3c1d-4a5b-8c7d-0123456789ab'
const key = `${orgId}/pub/${uuid}.png`

describe('buildAssetKey', () => {
  test('builds a key that parses back into its parts', () => {
    fc.assert(
      fc.property(keyParts, (parts) => {
        const built = buildAssetKey(parts)
        const parsed = parseAssetKey(built)
        expect(parsed).toMatchObject({ ...parts, key: built })
        expect(built).toBe(`${parts.orgId}/${parts.visibility}/${parsed?.uuid}.${parts.extension}`)
      }),
    )
  })

  test('builds a new key each time, with a uuid that is random in all 122 bits', () => {
    const keys = Array.from({ length: 2_000 }, () =>
      buildAssetKey({ orgId, visibility: 'priv', extension: 'mp4' }),
    )
    expect(new Set(keys).size).toBe(keys.length)
    const hex = keys.map((built) => (parseAssetKey(built)?.uuid ?? '').replaceAll('-', ''))
    for (let position = 0; position < 32; position++) {
      const seen = new Set(hex.map((text) => text[position]))
      expect([position, seen.size]).toEqual([
        position,
        position === 12 ? 1 : position === 16 ? 4 : 16,
      ])
    }
  })

  test('throws if a part breaks the grammar', () => {
    const valid = { orgId, visibility: 'pub', extension: 'png' } as const
    for (const wrong of [
      { orgId: 'org_1' },
      { orgId: `${orgId}/pub` },
      { orgId: orgId.toUpperCase() },
      { orgId: '' },
      { visibility: 'public' },
      { visibility: undefined },
      { visibility: '' },
      { extension: 'svg' },
      { extension: '.png' },
      { extension: 'png/../x.png' },
    ]) {
      const parts = { ...valid, ...wrong } as {
        orgId: string
        visibility: Visibility
        extension: AssetExtension
      }
      expect(() => buildAssetKey(parts)).toThrow(TypeError)
    }
  })
})

describe('parseAssetKey', () => {
  test('splits a key into its parts', () => {
    expect(parseAssetKey(key)).toEqual({ orgId, visibility: 'pub', uuid, extension: 'png', key })
  })

  test.each([
    ['the flat form', `${uuid}.png`],
    ['the two-segment form', `${orgId}/${uuid}.png`],
    ['four segments', `${orgId}/pub/x/${uuid}.png`],
    ['nothing', ''],
    ['another lane', `${orgId}/public/${uuid}.png`],
    ['a lane in upper case', `${orgId}/PUB/${uuid}.png`],
    ['an org in upper case', `${orgId.toUpperCase()}/pub/${uuid}.png`],
    ['a uuid in upper case', `${orgId}/pub/${uuid.toUpperCase()}.png`],
    ['an extension in upper case', `${orgId}/pub/${uuid}.PNG`],
    ['an unknown extension', `${orgId}/pub/${uuid}.svg`],
    ['a second extension of the same type', `${orgId}/pub/${uuid}.jpeg`],
    ['two extensions', `${orgId}/pub/${uuid}.png.png`],
    ['no extension', `${orgId}/pub/${uuid}`],
    ['a version 1 uuid', `${orgId}/pub/9b2f6f0e-3c1d-1a5b-8c7d-0123456789ab.png`],
    ['a version 7 uuid', `${orgId}/pub/0190f6f0-3c1d-7a5b-8c7d-0123456789ab.png`],
    ['a uuid of another variant', `${orgId}/pub/9b2f6f0e-3c1d-4a5b-cc7d-0123456789ab.png`],
    ['a uuid without hyphens', `${orgId}/pub/${uuid.replaceAll('-', '')}.png`],
    ['a short org', `org_abc/pub/${uuid}.png`],
    ['an org without its prefix', `${orgId.slice(4)}/pub/${uuid}.png`],
    ['a leading slash', `/${key}`],
    ['a trailing slash', `${key}/`],
    ['a doubled slash', `${orgId}//pub/${uuid}.png`],
    ['a backslash', `${orgId}\\pub\\${uuid}.png`],
    ['a percent-encoded slash', `${orgId}%2Fpub%2F${uuid}.png`],
    ['a percent-encoded dot', `${orgId}/pub/${uuid}%2Epng`],
    ['traversal', `${orgId}/pub/../pub/${uuid}.png`],
    ['traversal to another org', `../${key}`],
    ['a dot segment', `./${key}`],
    ['NUL at the end', `${key}\0`],
    ['NUL inside', `${orgId}/pub\0/${uuid}.png`],
    ['a line feed at the end', `${key}\n`],
    ['a space before', ` ${key}`],
    ['a query', `${key}?x=1`],
    ['a URL', `https://api.example.test/api/assets/${key}`],
    ['full-width characters', key.replace('pub', 'ｐｕｂ')],
  ])('rejects %s', (_, text) => {
    expect(parseAssetKey(text)).toBeUndefined()
  })

  test('rejects a value if it is not a string', () => {
    for (const value of [undefined, null, 1, {}, [key], { toString: () => key }]) {
      expect(parseAssetKey(value as unknown as string)).toBeUndefined()
    }
  })

  test("does not turn a key into another organisation's key when one character changes", () => {
    const character = fc.oneof(
      fc.constantFrom(
        '',
        '/',
        '\\',
        '.',
        '%',
        '\0',
        '\n',
        '-',
        '_',
        'A',
        'f',
        '0',
        '//',
        '%2f',
        '../',
      ),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    )
    fc.assert(
      fc.property(
        keyParts,
        fc.nat({ max: 90 }),
        character,
        fc.boolean(),
        (parts, at, replacement, insert) => {
          const original = buildAssetKey(parts)
          const mutated = original.slice(0, at) + replacement + original.slice(insert ? at : at + 1)
          const parsed = parseAssetKey(mutated)
          if (!parsed) return
          expect(parsed.key).toBe(mutated)
          expect(parsed.orgId).toBe(mutated.slice(0, 36))
          if (at >= 36) expect(parsed.orgId).toBe(parts.orgId)
        },
      ),
      { numRuns: 5_000 },
    )
  })

  test('parses a combination of pieces only if the builder could have produced it', () => {
    const piece = fc.oneof(
      orgIdText,
      fc.constantFrom(
        'pub',
        'priv',
        '/',
        '//',
        '..',
        '.',
        '\\',
        '%2f',
        '\0',
        uuid,
        uuid.toUpperCase(),
        '',
      ),
      extensionText,
      fc.string({ maxLength: 4 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 9 }), (pieces) => {
        const text = pieces.join('')
        const parsed = parseAssetKey(text)
        if (!parsed) return
        expect(`${parsed.orgId}/${parsed.visibility}/${parsed.uuid}.${parsed.extension}`).toBe(text)
        expect(text).toMatch(/^org_[0-9a-f]{32}\/(pub|priv)\/[0-9a-f-]{36}\.[a-z0-9]{3,4}$/)
      }),
      { numRuns: 5_000 },
    )
  })
})

describe('assetPrefix', () => {
  test('covers exactly one organisation or one of its lanes', () => {
    expect(assetPrefix(orgId)).toBe(`${orgId}/`)
    expect(assetPrefix(orgId, 'pub')).toBe(`${orgId}/pub/`)
    expect(assetPrefix(orgId, 'priv')).toBe(`${orgId}/priv/`)
    fc.assert(
      fc.property(keyParts, orgIdText, (parts, other) => {
        const built = buildAssetKey(parts)
        expect(built.startsWith(assetPrefix(parts.orgId, parts.visibility))).toBe(true)
        expect(built.startsWith(assetPrefix(other))).toBe(other === parts.orgId)
      }),
    )
  })

  test('throws if the organisation or lane is malformed', () => {
    for (const wrong of ['', 'org_', `${orgId}/`, `${orgId}\n`, '..']) {
      expect(() => assetPrefix(wrong)).toThrow(TypeError)
    }
    expect(() => assetPrefix(orgId, '' as Visibility)).toThrow(TypeError)
  })
})

describe('assetUrl', () => {
  test('joins the API origin, the route and the key', () => {
    expect(assetUrl('http://localhost:3000', key)).toBe(`http://localhost:3000/api/assets/${key}`)
    expect(assetUrl('https://api.example.test/', key)).toBe(
      `https://api.example.test/api/assets/${key}`,
    )
  })

  test('throws if the key is malformed', () => {
    expect(() => assetUrl('http://localhost:3000', `${orgId}/${uuid}.png`)).toThrow(TypeError)
  })
})
