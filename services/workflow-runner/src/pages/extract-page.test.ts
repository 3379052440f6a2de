import { describe, expect, it } from 'vitest'
import { articlePage, sentence } from '../../test/web.ts'
import { type ExtractedPage, extractPage, pageLimits } from './extract-page.ts'
import { stripMarkup } from './strip-markup.ts'

const url = 'https://news.example/story?from=mail'
const read = (html: string | Uint8Array, contentType = 'text/html'): ExtractedPage =>
  extractPage({ bytes: typeof html === 'string' ? Buffer.from(html) : html, contentType, url })

describe('page extraction', () => {
  it('returns the article text and the page metadata', () => {
    const head = `<meta property="og:title" content="Bread &amp; butter"><meta name="description" content="About bread">
      <meta property="og:image" content="/bread.jpg"><meta property="og:site_name" content="The Harbour">
      <meta name="author" content="Millside Baker"><meta property="article:published_time" content="2026-03-01T09:00:00+01:00">
      <link rel="canonical" href="/story">`
    const page = read(articlePage('Bread', 4, head))
    expect(page).toEqual({
      title: 'Bread & butter',
      summary: 'About bread',
      description: 'About bread',
      image: 'https://news.example/bread.jpg',
      siteName: 'The Harbour',
      author: 'Millside Baker',
      publishedAt: '2026-03-01T08:00:00.000Z',
      canonical: 'https://news.example/story',
      text: Array.from({ length: 4 }, () => sentence).join('\n'),
      truncated: false,
      verdict: null,
      needsScripts: false,
      refresh: '',
    })
  })

  it('rates a page as thin if it has only a menu and a footer but not if they frame an article', () => {
    const link = (at: number) =>
      `<li><a href="/s/${at}">Section ${at} about bread, flour and ovens</a></li>`
    const menu = `<ul>${Array.from({ length: 40 }, (_, at) => link(at)).join('')}</ul>`
    const footer = `<footer><p>${'Harbour Bakery, 12 Quay Street, all rights reserved. '.repeat(12)}</p></footer>`
    const frame = (main: string) => `<html><body><nav>${menu}</nav>${main}${footer}</body></html>`
    expect(read(frame('')).verdict).toBe('thin')
    expect(
      read(`<html><body><div>${menu}</div><div class="site-footer">${footer}</div></body></html>`)
        .verdict,
    ).toBe('thin')
    expect(read(`<html><body><div>${menu}</div></body></html>`).verdict).toBe('thin')
    const paragraphs = `<p>${sentence}</p>`.repeat(4)
    expect(read(frame(`<article><h1>Bread</h1>${paragraphs}</article>`)).verdict).toBeNull()
    expect(read(frame(`<div class="nav-open"><div>${paragraphs}</div></div>`)).verdict).toBeNull()
  })

  it('summarises a page by its beginning if it has no description', () => {
    const { summary } = read(articlePage('Bread'))
    expect(summary.startsWith(sentence)).toBe(true)
    expect(summary.length).toBeLessThanOrEqual(pageLimits.summary + 1)
  })

  it('ignores a canonical address of another site and a picture that is not on the web', () => {
    const head = `<link rel="canonical" href="https://bank.example/"><meta property="og:image" content="data:image/png;base64,AA">`
    expect(read(articlePage('Bread', 4, head))).toMatchObject({ canonical: '', image: '' })
  })

  it('decodes by header, declaration or byte order mark and falls back to UTF-8', () => {
    const title = (bytes: Uint8Array, type?: string) => read(bytes, type).title
    const latin = (head = '') =>
      Buffer.from(`<html><head>${head}<title>Caf\u00e9</title></head></html>`, 'latin1')
    expect(title(latin(), 'text/html; charset=ISO-8859-1')).toBe('Café')
    expect(title(latin('<meta charset="windows-1252">'))).toBe('Café')
    expect(title(latin())).toBe('Café')
    expect(title(Buffer.from('\uFEFF<title>Café</title>', 'utf16le'))).toBe('Café')
    expect(title(Buffer.from('<title>Café</title>'))).toBe('Café')
    const japan = Buffer.concat([
      Buffer.from('<title>'),
      Buffer.from([0x93, 0xfa, 0x96, 0x7b]),
      Buffer.from('</title>'),
    ])
    expect(title(japan, 'text/html; charset=Shift_JIS')).toBe('日本')
    expect(title(latin(), 'text/html; charset=no-such-charset')).toBe('Café')
  })

  it('rates a page with little text as thin and reports if it needs scripts', () => {
    expect(read('<title>Video</title><p>Watch it.</p>')).toMatchObject({
      verdict: 'thin',
      needsScripts: false,
    })
    const app = '<title>App</title><div id="root"></div><script src="/app.js"></script>'
    expect(read(app)).toMatchObject({ verdict: 'thin', needsScripts: true })
  })

  it('rates a notice as boilerplate but not a long article about the same words', () => {
    for (const notice of [
      'Please enable JavaScript to go on',
      'Checking your browser before you proceed',
      'Access denied',
    ])
      expect(read(`<title>News</title><p>${notice}</p>`).verdict, notice).toBe('boilerplate')
    const about = read(articlePage('A story about a captcha', 30))
    expect(about.verdict).toBeNull()
  })

  it('treats plain text as the article', () => {
    const page = read(`A note\n${sentence.repeat(5)}`, 'text/plain; charset=utf-8')
    expect(page).toMatchObject({ title: 'A note', verdict: null })
  })

  it('cuts a very long page and marks it as truncated', () => {
    const page = read(articlePage('Long', 3_000))
    expect(page.truncated).toBe(true)
    expect(page.text.length).toBeLessThanOrEqual(pageLimits.text)
    expect(page.verdict).toBeNull()
  })

  it('reads broken, deep and hostile pages', () => {
    const deep = '<div>'.repeat(20_000) + sentence.repeat(5)
    expect(read(deep).text).toContain(sentence)
    for (const html of [
      '',
      '<',
      '<html',
      '<!--',
      '<script>',
      '<title>',
      '\u0000\u0001',
      '<p>'.repeat(5_000),
      '&#x110000;',
    ])
      expect(() => read(html), html.slice(0, 20)).not.toThrow()
    expect(read(`<p>a\u0000b</p>${articlePage('x')}`).text).not.toContain('\u0000')
  })
})

it('strips scripts, styles and comments and stops at the limit', () => {
  const html = '<p>a</p><!-- b --><SCRIPT>c</SCRIPT><style>d</style><svg><path/></svg><p>e</p>'
  expect(stripMarkup(html, 1_000)).toEqual({
    html: '<p>a</p><p>e</p>',
    truncated: false,
    scripts: 1,
  })
  expect(stripMarkup('<p>abcdef</p>', 5)).toMatchObject({ html: '<p>ab', truncated: true })
  const data = '<script type="application/ld+json">{}</script>'
  expect(stripMarkup(data, 1_000)).toMatchObject({ html: data, scripts: 0 })
  expect(stripMarkup('<scripted>a</scripted><script>b', 1_000).html).toBe('<scripted>a</scripted>')
})
