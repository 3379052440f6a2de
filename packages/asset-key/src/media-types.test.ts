import { expect, test } from 'vitest'
import { findContentType, findExtension, findMediaClass, mediaTypes } from './media-types.ts'

test.each([
  ['image/png', 'png', 'image'],
  ['image/jpeg', 'jpg', 'image'],
  ['image/webp', 'webp', 'image'],
  ['image/gif', 'gif', 'image'],
  ['image/avif', 'avif', 'image'],
  ['audio/wav', 'wav', 'audio'],
  ['video/mp4', 'mp4', 'video'],
])('stores %s as .%s in class %s', (contentType, extension, mediaClass) => {
  expect(findExtension(contentType)).toBe(extension)
  expect(findContentType(extension)).toBe(contentType)
  expect(findMediaClass(contentType)).toBe(mediaClass)
  expect(findMediaClass(extension)).toBe(mediaClass)
})

test('allows no other type', () => {
  expect(mediaTypes).toHaveLength(7)
  for (const contentType of [
    'image/svg+xml',
    'text/html',
    'image/PNG',
    'image/png; q=1',
    'image/jpg',
    'png',
    '',
  ]) {
    expect(findExtension(contentType)).toBeUndefined()
  }
  for (const extension of ['jpeg', 'svg', '.png', 'PNG', 'image/png', 'constructor', '']) {
    expect(findContentType(extension)).toBeUndefined()
  }
  expect(findMediaClass('image/svg+xml')).toBeUndefined()
})
