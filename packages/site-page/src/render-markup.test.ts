import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MarkupError, parseMarkup } from './parse-markup.ts'
import { RenderError, renderMarkup } from './render-markup.ts'

const render = (markup: string, values: Record<string, unknown>) =>
  renderMarkup(parseMarkup(markup), values)

test('renders values, conditions and lists', () => {
  expect(render('{{ a }} {{a.b}}{{missing}}', { a: 'x' })).toBe('x ')
  expect(render('{{#if a}}yes{{else}}no{{/if}}', { a: [] })).toBe('no')
  expect(
    render('{{#each a}}{{ index }}:{{ this }}{{ name }}{{ t }};{{else}}none{{/each}}', {
      a: ['x', { name: 'n' }],
      t: '!',
    }),
  ).toBe('0:x!;1:n!;')
  expect(render('{{#each a}}x{{else}}none{{/each}}', { a: 'text' })).toBe('none')
  expect(render('{{ constructor }}{{ __proto__ }}{{ a.length }}', { a: 'x' })).toBe('')
})

test('prevents a value from opening a tag, leaving its attribute or adding one', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.constantFrom('"', "'"),
      (value, quote) => {
        const html = render(`<p title=${quote}{{ x }}${quote}>{{ x }}</p>`, { x: value })
        expect(html.split('<').length).toBe(3)
        expect(html.split('>').length).toBe(3)
        expect(html.split(quote).length).toBe(3)
      },
    ),
  )
})

test('empties an executable URL if it is in a URL attribute and keeps it as text elsewhere', () => {
  for (const url of [
    'javascript:alert(1)',
    ' JaVa\nScRiPt:alert(1)',
    '\u0001javascript:x',
    'vbscript:x',
    'data:text/html,x',
  ]) {
    expect(render('<a href="{{ x }}">', { x: url })).toBe('<a href="">')
    expect(render('<a href={{x}}>', { x: url })).toBe('<a href=>')
    expect(render('<img\n src = "{{ x }}">', { x: url })).toBe('<img\n src = "">')
  }
  expect(render('<h1>{{ x }}</h1>', { x: 'JavaScript: the good parts' })).toBe(
    '<h1>JavaScript: the good parts</h1>',
  )
  expect(render('<a href="{{ x }}">', { x: 'https://example.com/?a&b' })).toBe(
    '<a href="https://example.com/?a&amp;b">',
  )
})

test('rejects invalid markup with its line and finishes parsing any text', () => {
  for (const [markup, line] of [
    ['{{#if a}}', 1],
    ['\n\n{{/if}}', 3],
    ['{{#each a}}\n{{/if}}', 2],
    ['{{else}}', 1],
    ['{{#if a}}{{else}}{{else}}{{/if}}', 1],
    ['{{ a b }}', 1],
    ['{{ }}', 1],
  ] as const) {
    expect(() => parseMarkup(markup), markup).toThrow(MarkupError)
    try {
      parseMarkup(markup)
    } catch (error) {
      expect((error as MarkupError).line, markup).toBe(line)
    }
  }
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom('{{', '}}', '#if', '#each', 'else', '/if', '/each', ' a', '\n', '<p>'),
        {
          maxLength: 30,
        },
      ),
      (parts) => {
        try {
          render(parts.join(''), { a: [1, 2] })
        } catch (error) {
          expect(error).toBeInstanceOf(MarkupError)
        }
      },
    ),
  )
})

test('rejects nested lists if they exceed the step limit', () => {
  const a = Array.from({ length: 1_000 }, () => 'x')
  expect(() =>
    render('{{#each a}}{{#each a}}{{#each a}}x{{/each}}{{/each}}{{/each}}', { a }),
  ).toThrow(RenderError)
})
