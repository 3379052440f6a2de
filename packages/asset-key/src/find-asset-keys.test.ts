import { expectLinear } from '@atrium/testkit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keyParts } from '../test/key-arbitraries.ts'
import { assetUrl, buildAssetKey, parseAssetKey } from './asset-key.ts'
import { findAssetKeys, findAssetOrgs } from './find-asset-keys.ts'

const orgId = `org_${'0123456789abcdef'.repeat(2)}`
const key = `${orgId}/pub/9b2f6f0e-3c1d-4a5b-8c7d-0123456789ab.png`
const other = `${orgId}/priv/f00dfeed-2f2e-4b0b-bbbb-2d5f2f2e0000.jpg`
const url = assetUrl('https://api.example.test', key)

/** Percent-encodes every character. Nobody needs to do this, but anybody may. */
const percentAll = (text: string): string =>
  [...text].map((c) => `%${c.charCodeAt(0).toString(16).padStart(2, '0')}`).join('')
const escapeAll = (text: string): string =>
  [...text].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')

/** Possible encodings of a key in a record. Some reader decodes each of them back into the key. */
const writings: Record<string, (text: string) => string> = {
  plainly: (text) => text,
  'in JSON': (text) => JSON.stringify({ body: text }),
  'in JSON with escaped slashes': (text) => JSON.stringify({ body: text }).replaceAll('/', '\\/'),
  'in JSON with unicode escapes': (text) => text.replaceAll('/', '\\u002F'),
  'in JSON with every character escaped': escapeAll,
  'in script with hex escapes': (text) => text.replaceAll('/', '\\x2f').replaceAll('.', '\\u{2e}'),
  'percent-encoded': (text) => encodeURIComponent(text),
  'percent-encoded in lower case': (text) => encodeURIComponent(text).replaceAll('%2F', '%2f'),
  'percent-encoded in every character': percentAll,
  'in upper case': (text) => text.toUpperCase(),
  'with numeric entities': (text) => text.replaceAll('/', '&#47;').replaceAll('.', '&#046;'),
  'with hexadecimal entities': (text) => text.replaceAll('/', '&#x2F;').replaceAll('_', '&#X005f;'),
  'with unterminated entities': (text) => text.replaceAll('/p', '&#47p'),
  'with named entities': (text) =>
    text.replaceAll('/', '&sol;').replaceAll('.', '&period;').replaceAll('_', '&lowbar;'),
  'in escaped HTML': (text) => `&lt;img src=&quot;${text.replaceAll('/', '&amp;sol;')}&quot;&gt;`,
  'in Markdown': (text) => `![cover](${text} "title")`,
  'in CSS': (text) => `background:url("${text}")`,
  'in CSS with escapes': (text) =>
    text.replaceAll('\\', '\\5c ').replaceAll('/', '\\2f ').replaceAll('.', '\\00002e '),
  'with backslashes': (text) => text.replaceAll('/', '\\'),
  'with backslashes in JSON': (text) => JSON.stringify(text.replaceAll('/', '\\')),
  'with doubled slashes': (text) => text.replaceAll('/', '//'),
  'with dot segments': (text) => text.replaceAll('/p', '/./p'),
  'with parent segments': (text) => text.replaceAll('/p', '/x/../y/z/../../p'),
  'with encoded parent segments': (text) => text.replaceAll('/p', '/x/%2e%2E/p'),
  'broken over lines': (text) => text.replaceAll('/p', '/\n\tp'),
  'broken over lines in JSON': (text) => JSON.stringify(text.replaceAll('-', '-\r\n')),
  'with a query and a fragment': (text) => `${text}?w=200#top`,
  'between other text': (text) => `a${text}b`,
}

describe('encodings of a key', () => {
  test.each(Object.entries(writings))('finds a key %s', (_, write) => {
    expect(findAssetKeys(write(key))).toContain(key)
    expect(findAssetKeys(write(other))).toContain(other)
    expect(findAssetKeys(write(url))).toContain(key)
  })

  test('finds a key when two or three encodings are nested', () => {
    const layers = Object.values(writings)
    fc.assert(
      fc.property(
        keyParts,
        fc.array(fc.constantFrom(...layers), { minLength: 1, maxLength: 3 }),
        (parts, chosen) => {
          const built = buildAssetKey(parts)
          expect(findAssetKeys(chosen.reduce((text, write) => write(text), built))).toContain(built)
        },
      ),
      { numRuns: 3_000 },
    )
  })

  test('reads a key anywhere in a record of any shape', () => {
    fc.assert(
      fc.property(
        keyParts,
        fc.jsonValue(),
        fc.string(),
        fc.string(),
        (parts, value, before, after) => {
          const built = buildAssetKey(parts)
          const record = { value, list: [{ deep: { [`${before}`]: `${before}${built}${after}` } }] }
          expect(findAssetKeys(JSON.stringify(record))).toContain(built)
          expect(findAssetKeys(JSON.stringify(JSON.stringify(record)))).toContain(built)
          expect(
            findAssetKeys(encodeURIComponent(JSON.stringify(record).toWellFormed())),
          ).toContain(built)
        },
      ),
      { numRuns: 1_000 },
    )
  })

  test('reads the resulting key if removed parent segments look like another key', () => {
    expect(findAssetKeys(key.replace('/pub', '/priv/../pub'))).toContain(key)
    expect(
      findAssetKeys(key.replace('/9b', '/f00dfeed-2f2e-4b0b-bbbb-2d5f2f2e0000.jpg/../9b')),
    ).toContain(key)
    expect(findAssetKeys(key.replace('/pub', '/priv/%2E./pub'))).toContain(key)
  })

  test('reads a key that is percent-encoded or HTML-escaped a hundred times', () => {
    expect(findAssetKeys(key.replaceAll('/', `%${'25'.repeat(100)}2F`))).toEqual([key])
    expect(findAssetKeys(key.replaceAll('/', `&${'amp;'.repeat(100)}sol;`))).toEqual([key])
  })

  test('finds a key when it is a property name of the record', () => {
    expect(findAssetKeys(JSON.stringify({ [url]: true }))).toEqual([key])
  })

  test('finds each of many keys once, in canonical form', () => {
    const text = `${key} ${key.toUpperCase()} ${encodeURIComponent(url)} ${other}${key}`
    expect(findAssetKeys(text).sort()).toEqual([key, other].sort())
  })
})

test('finds only valid keys', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ...Object.values(writings).map((write) => write(key)),
      '/',
      '%',
      '\\',
      '&#',
      'org_',
      'pub',
    ),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      for (const found of findAssetKeys(pieces.join('')))
        expect(parseAssetKey(found)?.key).toBe(found)
    }),
    { numRuns: 1_000 },
  )
})

test('finds nothing in text without a key', () => {
  expect(findAssetKeys('')).toEqual([])
  expect(findAssetKeys('{"title":"a card","uuid":"9b2f6f0e-3c1d-4a5b-8c7d-0123456789ab"}')).toEqual(
    [],
  )
  expect(findAssetKeys(`${orgId}/9b2f6f0e-3c1d-4a5b-8c7d-0123456789ab.png`)).toEqual([])
})

test("finds an asset address's organisation in every encoding, even if other text follows", () => {
  const origin = 'https://api.example.test/api/assets'
  for (const [org, address] of [
    [orgId, url],
    [orgId, `${origin}/${orgId}/pub/x.png`],
    [orgId, `${origin}/${orgId}/pub/00000000-0000-0000-0000-000000000000.png`],
    [orgId, `${origin}/${orgId}/priv/9b2f6f0e-3c1d-4a5b-8c7d-0123456789ab`],
    [orgId, `/api/assets/${orgId}/9b2f6f0e-3c1d-4a5b-8c7d-0123456789ab.png`],
    [orgId, `${orgId}/pub/{{ file }}`],
  ] as const) {
    for (const write of Object.values(writings)) {
      expect(findAssetOrgs(write(address)), write(address)).toContain(org)
    }
    expect(findAssetOrgs(JSON.stringify({ markup: `<img src="${address}">` }))).toEqual([org])
  }
})

test("reports the folder where an organisation's id belongs as an organisation, even if it is no valid id", () => {
  for (const [org, address] of [
    ['org_other', '/api/assets/org_other/x.png'],
    ['another', 'https://cdn.example.test/api/assets/another/pub/x.png'],
    ['another', '/api/assets/./another//priv/x.png'],
  ] as const) {
    expect(findAssetOrgs(address), address).toEqual([org])
    expect(findAssetOrgs(encodeURIComponent(address)), address).toEqual([org])
  }
})

test('finds no organisation unless the address points to an asset', () => {
  for (const text of [
    '',
    `Ask ${orgId}.`,
    'https://api.example.test/api/assets/usage',
    'https://example.test/api/assets/v2/img/logo.png',
    '/api/assets/{{ org }}/pub/{{ file }}',
    'https://example.test/assets/another/pub/x.png',
  ]) {
    expect(findAssetOrgs(text), text).toEqual([])
  }
})

test.each([
  ['slashes', '/'],
  ['backslashes', '\\'],
  ['percent signs', '%25'],
  ['ampersands', '&amp;'],
  ['entities', '&#0'],
  ['parent segments', 'x/../'],
  ['openings', `${orgId}/`],
  ['opened segments', '/x'],
  ['dot segments', './'],
  ['keys', `${key} `],
  ['keys and parent segments', `${key}/../`],
  ['addresses', '/api/assets/x/./'],
  ['lanes without a name', `${orgId}${'pub'.repeat(40)}..`],
])('reads a megabyte of %s in linear time', (name, unit) =>
  expectLinear(name, 1_000_000, (size) => {
    const text = unit.repeat(Math.ceil(size / unit.length))
    return () => [findAssetKeys(text), findAssetOrgs(text)]
  }),
)
