import { expect, test } from 'vitest'
import { Post, sameText, sentText } from './read-back.ts'

test('expands shortened links and removes media links and escapes', () => {
  const post = Post.parse({
    id: '1',
    text: 'Rye &amp; &lt;rolls&gt; https://t.co/aaa https://t.co/bbb',
    entities: {
      urls: [
        { url: 'https://t.co/aaa', expanded_url: 'https://example.com/$&?a=1' },
        { url: 'https://t.co/bbb', expanded_url: 'https://x.com/i/photo/1', media_key: '3_1' },
      ],
    },
  })
  expect(sentText(post)).toBe('Rye & <rolls> https://example.com/$&?a=1')
})

test.each([
  ['See example.com', 'See http://example.com/', true],
  ['One  two\n', 'One two', true],
  ['caf\u00e9', 'cafe\u0301', true],
  ['One', 'Two', false],
  ['See https://example.com/a', 'See https://example.com/b', false],
])('decides if %j and %j are the same post: %s', (one, other, same) => {
  expect(sameText(one, other)).toBe(same)
})
