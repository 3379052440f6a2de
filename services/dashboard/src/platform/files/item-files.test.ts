import { expect, test } from 'vitest'
import { readItemFiles } from './item-files.ts'

const file = {
  fileId: `file_${'a'.repeat(32)}`,
  name: 'a.png',
  contentType: 'image/png',
  bytes: 70,
}

test('reads each file once if the value is one file or a list', () => {
  expect(readItemFiles(file)).toEqual([file])
  expect(readItemFiles([file, file])).toEqual([file])
})

test('leaves out a value if it is no file', () => {
  const wrong = [
    null,
    'file',
    { ...file, fileId: '../x' },
    { ...file, bytes: '70' },
    { fileId: file.fileId },
  ]
  expect(readItemFiles(wrong)).toEqual([])
  expect(readItemFiles(undefined)).toEqual([])
})
