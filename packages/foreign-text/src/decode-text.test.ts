import { expect, test } from 'vitest'
import { decodeText } from './index.ts'

const latin = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'))
const utf16 = (text: string) => Uint8Array.from(Buffer.from(`\ufeff${text}`, 'utf16le'))

test.each([
  ['the content type', latin('Café'), 'text/plain; charset=ISO-8859-1'],
  ['the content type in quotes', latin('Café'), 'application/json; charset="iso-8859-1"'],
  ['no charset and bytes that are not UTF-8', latin('Café'), 'text/plain'],
  ['no charset and bytes that are UTF-8', new TextEncoder().encode('Café'), 'text/plain'],
  ['the byte order mark', utf16('Café'), 'text/plain; charset=utf-8'],
  ['an unknown charset', new TextEncoder().encode('Café'), 'text/plain; charset=no-such'],
])('decodes a text by %s', (_name, bytes, contentType) => {
  expect(decodeText(bytes, contentType)).toBe('Café')
})

test('decodes HTML by its meta element even if the content type is missing', () => {
  const html = '<html><head><meta charset="windows-1251"></head><body>\xcf\xf0\xe8</body></html>'
  for (const type of ['text/html', '']) expect(decodeText(latin(html), type)).toContain('При')
})

test('decodes XML by its declaration', () => {
  const xml = '<?xml version="1.0" encoding="ISO-8859-2"?><a>\xb1</a>'
  for (const type of ['application/rss+xml', 'text/xml', ''])
    expect(decodeText(latin(xml), type)).toContain('<a>ą</a>')
})

test('ignores a meta element inside plain text', () => {
  const text = 'Write <meta charset="windows-1251"> for Café'
  expect(decodeText(new TextEncoder().encode(text), 'text/plain')).toBe(text)
})
