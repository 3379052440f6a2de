import { expect, test } from 'vitest'
import { FileName, maxFileName, nameUploadedFile } from './file-name.ts'

test.each([
  ['harbour.png', 'harbour.png'],
  ['C:\\fakepath\\Menü Sommer.png', 'Menü Sommer.png'],
  ['../../etc/passwd', 'passwd'],
  ['a\r\nb\t\u0000c.png', 'a b c.png'],
  ['invoice\u202egnp.exe', 'invoicegnp.exe'],
  ['\ufeffx\u200b\u00ad.png', 'x.png'],
  ['👩‍🍳 ❤️.png', '👩‍🍳 ❤️.png'],
  ['売上.png', '売上.png'],
  ['e\u0301te\u0301.jpg', 'été.jpg'],
  ['\ud800x.png', 'x.png'],
])('turns the uploaded name %j into %j', (sent, kept) => {
  expect(nameUploadedFile(sent)).toBe(kept)
})

test.each(['', ' ', '.', '..', 'folder/', '\u200b\u202e', '\u2800', '\u200d\ufe0f'])(
  'gives a file no name when it is called %j',
  (sent) => {
    expect(nameUploadedFile(sent)).toBeUndefined()
    expect(FileName.safeParse(sent.replace('folder/', '')).success).toBe(false)
  },
)

test('cuts a long name but keeps its ending and whole characters', () => {
  const name = nameUploadedFile(`${'😀'.repeat(300)}.jpeg`) ?? ''
  expect(name).toMatch(/^(😀)+\.jpeg$/u)
  expect(name.length).toBeLessThanOrEqual(maxFileName)
  expect(nameUploadedFile(`x.${'y'.repeat(500)}`)?.length).toBe(maxFileName)
  expect(nameUploadedFile(`${'/'.repeat(1_000_000)}last.png`)).toBe('last.png')
})

test('turns slashes into hyphens when a user names a file', () => {
  expect(FileName.parse(' Menu 1/2 ')).toBe('Menu 1-2')
})
