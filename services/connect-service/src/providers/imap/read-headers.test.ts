import { expect, test } from 'vitest'
import { readMailHeaders } from './read-headers.ts'

const read = (text: string, encoding: BufferEncoding = 'utf8') =>
  Object.fromEntries(
    readMailHeaders(Buffer.from(text, encoding)).map(({ name, value }) => [name, value]),
  )

test('decodes words and raw text when headers are not ASCII', () => {
  expect(
    read(
      'Subject: =?utf-8?Q?Bestellung_f=C3=BCr?=\r\n =?utf-8?B?IE3DvGhsZQ==?=\r\nFrom: Müller <a@mill.example>\r\n\r\n',
    ),
  ).toEqual({ Subject: 'Bestellung für Mühle', From: 'Müller <a@mill.example>' })
  expect(read('From: M\u00fcller <a@mill.example>\r\n', 'latin1')).toEqual({
    From: 'Müller <a@mill.example>',
  })
})
