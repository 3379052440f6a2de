import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createDeflate, deflateSync } from 'node:zlib'
import { aPdf, expectLinear } from '@atrium/testkit'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { attachedFiles } from './attached-files.ts'
import { fileText } from './file-text.ts'
import { mailText } from './mail-text.ts'
import { htmlText } from './markup-text.ts'
import { parseData } from './parse-data.ts'
import { stateCharsets } from './state-charsets.ts'
import { createTextReader } from './text-reader.ts'
import { longestText } from './text-requests.ts'

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
const office = 'application/vnd.openxmlformats-officedocument'

describe('message text', () => {
  it("returns the plain part with decoded headers and the attachments' texts", async () => {
    const mail = [
      'From: =?UTF-8?Q?M=C3=BCller?= <mill@example.com>',
      'To: us@example.com',
      'Subject: =?ISO-8859-1?Q?Rechnung_f=FCr_Mehl?=',
      'Date: Mon, 02 Mar 2026 10:00:00 +0100',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/plain; charset=iso-8859-1',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'Gr=FC=DFe',
      '--b',
      'Content-Type: application/pdf; name=bill.pdf',
      'Content-Disposition: attachment; filename=bill.pdf',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from(aPdf('Invoice 42')).toString('base64'),
      '--b',
      'Content-Type: image/png',
      'Content-Disposition: attachment; filename=logo.png',
      'Content-Transfer-Encoding: base64',
      '',
      'AAAA',
      '--b--',
    ].join('\r\n')
    expect(await mailText(bytes(mail))).toMatchObject({
      subject: 'Rechnung für Mehl',
      from: 'Müller <mill@example.com>',
      to: 'us@example.com',
      date: '2026-03-02T09:00:00.000Z',
      text: 'Grüße',
      attachments: [
        { name: 'bill.pdf', contentType: 'application/pdf', text: 'Invoice 42', truncated: false },
        { name: 'logo.png', text: undefined, truncated: false },
      ],
    })
  })

  it('falls back to the HTML without scripts and styles if there is no plain part', async () => {
    const mail =
      'Subject: x\r\nContent-Type: text/html\r\n\r\n<style>p{}</style><p>One &amp; two<p>Three<script>x()</script>'
    expect((await mailText(bytes(mail))).text).toBe('One & two\n\nThree')
  })

  it('prefers the HTML if the plain part is only a notice', async () => {
    const mail = (plain: string) =>
      [
        'Content-Type: multipart/alternative; boundary=b',
        '',
        '--b',
        'Content-Type: text/plain',
        '',
        plain,
        '--b',
        'Content-Type: text/html',
        '',
        `<p>${'The order was shipped today. '.repeat(5)}</p>`,
        '--b--',
      ].join('\r\n')
    const shipped = 'The order was shipped today. '.repeat(5).trim()
    for (const notice of ['Your client does not support HTML messages', '']) {
      expect((await mailText(bytes(mail(notice)))).text).toBe(shipped)
    }
    expect((await mailText(bytes(mail(shipped.toUpperCase())))).text).toBe(shipped.toUpperCase())
  })

  it('keeps link addresses', () => {
    const html = [
      '<p>Pay <a href="https://pay.example/42">your invoice</a> or <a href="mailto:us@example.com">write</a></p>',
      '<a href="https://pay.example/42">again</a> <a href="https://b.example">https://b.example</a>',
      '<a href="#top">Top</a> <a href="javascript:x()">Run</a> <a href="https://c.example"><img alt="Shop"></a>',
    ].join(' ')
    expect(htmlText(html)).toBe(
      'Pay your invoice (https://pay.example/42) or write (us@example.com)\nagain https://b.example Top Run Shop (https://c.example)',
    )
  })

  it.each([
    ['no charset', 'Content-Type: text/plain\r\n\r\nGr\xfc\xdfe'],
    ['no content type', 'Subject: x\r\n\r\nGr\xfc\xdfe'],
    ['no charset and UTF-8', 'Subject: x\r\n\r\nGr\xc3\xbc\xc3\x9fe'],
    [
      'a charset in <meta> alone',
      'Content-Type: text/html\r\n\r\n<meta charset="iso-8859-1"><p>Gr\xfc\xdfe',
    ],
    [
      'no charset and quoted-printable',
      'Content-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<p>Gr=FC=\r\n=DFe',
    ],
    [
      'no charset and base64',
      `Content-Type: text/plain;\r\n format=flowed\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from('Gr\xfc\xdfe', 'latin1').toString('base64')}`,
    ],
    [
      'no charset in a part',
      'Content-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nGr\xfc\xdfe\r\n--b--\r\n',
    ],
  ])('decodes a message that states %s', async (_name, mail) => {
    expect((await mailText(bytes(mail))).text).toBe('Grüße')
  })

  it('decodes headers written in Windows-1252', async () => {
    expect((await mailText(bytes('Subject: Gr\xfc\xdfe\r\n\r\nText'))).subject).toBe('Grüße')
  })

  it('reads a message forwarded as an attachment, with its files', async () => {
    const forwarded = [
      'Subject: Invoice 42',
      'From: mill@example.com',
      'Content-Type: multipart/mixed; boundary=i',
      '',
      '--i',
      'Content-Type: text/plain',
      '',
      'Please pay',
      '--i',
      'Content-Type: application/pdf',
      'Content-Disposition: attachment; filename=bill.pdf',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from(aPdf('Invoice 42')).toString('base64'),
      '--i--',
    ]
    const mail = [
      'Subject: Fwd',
      'Content-Type: multipart/mixed; boundary=o',
      '',
      '--o',
      'Content-Type: text/plain',
      '',
      'See below',
      '--o',
      'Content-Type: message/rfc822',
      'Content-Disposition: attachment; filename=invoice.eml',
      '',
      ...forwarded,
      '--o--',
    ].join('\r\n')
    expect(await mailText(bytes(mail))).toMatchObject({
      text: 'See below',
      attachments: [
        { name: 'invoice.eml', text: 'Invoice 42\nmill@example.com\n\nPlease pay' },
        { name: 'bill.pdf', text: 'Invoice 42' },
      ],
    })
    expect((await attachedFiles(bytes(mail))).map(({ name }) => name)).toEqual(['bill.pdf'])
    let nested = mail
    for (let depth = 0; depth < 40; depth += 1) {
      nested = `Content-Type: message/rfc822\r\nContent-Disposition: attachment\r\n\r\n${nested}`
    }
    expect((await mailText(bytes(nested))).attachments.length).toBeGreaterThan(0)
  })

  it('keeps a photo placed inline as a file and skips a picture from the HTML', async () => {
    const picture = (...headers: string[]) => [
      '--b',
      'Content-Type: image/jpeg',
      'Content-Transfer-Encoding: base64',
      ...headers,
      '',
      '/9j/',
    ]
    const mail = [
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/html',
      '',
      '<p>Hello <img src="cid:logo@x"></p>',
      ...picture('Content-Disposition: inline; filename=IMG_1.jpg'),
      ...picture('Content-Disposition: inline; filename=IMG_2.jpg', 'Content-ID: <photo@x>'),
      ...picture('Content-Disposition: inline; filename=logo.jpg', 'Content-ID: <logo@x>'),
      '--b--',
    ].join('\r\n')
    expect((await attachedFiles(bytes(mail))).map(({ name }) => name)).toEqual([
      'IMG_1.jpg',
      'IMG_2.jpg',
    ])
  })

  it('reads messages in linear time', async () => {
    const pieces = ['\r\n--b', '\r\n--b\r\n\r\n', '\n--', '\xfc', '\r\n\r\n', '=FC']
    const heads = ['\r\n--b\r\nX: y\r\n\r\n', '\r\n--b\r\nContent-Type: message/rfc822\r\n\r\nX: y']
    const messages = 'Content-Type: message/rfc822\n\n'
    for (const piece of [...pieces, ...heads, messages]) {
      await expectLinear(piece, 20_000, (count) => {
        const start = piece === messages ? '' : 'Content-Type: multipart/mixed; boundary=b\r\n\r\n'
        const source = bytes(start + piece.repeat(count))
        return () => void stateCharsets(source)
      })
    }
  })

  it('tolerates broken structures, unknown charsets and bytes outside the stated charset', async () => {
    for (const mail of [
      '',
      'no headers at all',
      'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c',
      'Content-Type: text/plain; charset=klingon\r\n\r\nText',
      'Content-Type: text/plain; charset=utf-8\r\n\r\n\xff\xfe\x00text',
      'Content-Transfer-Encoding: base64\r\n\r\n****',
      'Date: never\r\nSubject: =?broken?=\r\n\r\n',
    ]) {
      const { text, date } = await mailText(bytes(mail))
      expect(text.isWellFormed()).toBe(true)
      expect(text).not.toContain('\u0000')
      expect(date).toBeNull()
    }
  })

  it('cuts the text at its limit', async () => {
    const { text, truncated } = await mailText(bytes(`Subject: x\r\n\r\n${'a'.repeat(1_000_000)}`))
    expect([text.length, truncated]).toEqual([longestText, true])
  })
})

describe('file text', () => {
  const zipped = (files: Record<string, string>) =>
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))

  it('reads PDF, office files, open documents, HTML and plain text', async () => {
    const docx = zipped({
      'word/document.xml':
        '<w:document><w:body><w:p><w:r><w:t>One &amp; </w:t></w:r><w:r><w:t>two</w:t></w:r></w:p><w:p><w:t>Three</w:t></w:p></w:body></w:document>',
    })
    const xlsx = zipped({
      'xl/sharedStrings.xml':
        '<sst><si><t>Flour</t></si><si><r><t>Sa</t></r><r><t>lt</t></r></si></sst>',
      'xl/worksheets/sheet1.xml':
        '<worksheet><sheetData><row><c t="s"><v>0</v></c><c><v>12.5</v></c></row><row><c t="s"><v>1</v></c><c t="inlineStr"><is><t>now</t></is></c></row></sheetData></worksheet>',
    })
    const pptx = zipped({
      'ppt/slides/slide10.xml': '<p:sld><a:p><a:t>Last</a:t></a:p></p:sld>',
      'ppt/slides/slide2.xml': '<p:sld><a:p><a:t>First</a:t></a:p></p:sld>',
    })
    const odt = zipped({
      'content.xml': '<office:text><text:p>Open</text:p><text:p>text</text:p></office:text>',
    })
    for (const [file, type, name, text] of [
      [aPdf('Invoice 42'), 'application/pdf', 'a', 'Invoice 42'],
      [docx, `${office}.wordprocessingml.document`, 'a', 'One & two\nThree'],
      [docx, 'application/octet-stream', 'letter.DOCX', 'One & two\nThree'],
      [xlsx, `${office}.spreadsheetml.sheet`, 'a', 'Flour\t12.5\nSalt\tnow'],
      [pptx, `${office}.presentationml.presentation`, 'a', 'First\n\nLast'],
      [odt, 'application/vnd.oasis.opendocument.text', 'a', 'Open\ntext'],
      [bytes('<p>Hello</p>'), 'text/html; charset=utf-8', 'a', 'Hello'],
      [bytes('caf\xe9'), 'text/plain', 'a', 'café'],
    ] as const) {
      expect([name, type, await fileText(file, type, name)]).toEqual([
        name,
        type,
        { text, truncated: false },
      ])
    }
  })

  const spreadsheet = `${office}.spreadsheetml.sheet`
  it('keeps columns, dates and percentages of a workbook and names its sheets', async () => {
    const xlsx = zipped({
      'xl/workbook.xml':
        '<workbook><sheets><sheet name="Costs" sheetId="2" r:id="r2"/><sheet name="Plan" sheetId="1" r:id="r1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Target="/xl/worksheets/sheet2.xml"/></Relationships>',
      'xl/styles.xml':
        '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy\\ hh:mm"/><numFmt numFmtId="165" formatCode="[broken"/></numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="9"/><xf numFmtId="164"/><xf numFmtId="4"/><xf numFmtId="165"/></cellXfs></styleSheet>',
      'xl/sharedStrings.xml': '<sst><si><t>Flour</t><rPh sb="0"><t>FU</t></rPh></si></sst>',
      'xl/worksheets/sheet1.xml':
        '<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="D1"><v>12.5</v></c></row><row r="3"><c r="B3" s="1"><v>46083</v></c><c r="C3" s="2"><v>0.19</v></c><c r="D3" s="3"><v>46083.4375</v></c><c r="E3" s="4"><v>1234.5</v></c><c r="F3" t="b"><v>1</v></c><c r="G3" s="5"><v>7</v></c><c r="H3"><v>1234567890123456</v></c></row></sheetData></worksheet>',
      'xl/worksheets/sheet2.xml':
        '<x:worksheet><x:sheetData><x:row r="1"><x:c r="B1" t="inlineStr"><x:is><x:t>Two\nlines</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>',
    })
    expect((await fileText(xlsx, spreadsheet, 'a')).text).toBe(
      'Costs\n\tTwo lines\n\nPlan\nFlour\t\t\t12.5\n\t2026-03-02\t19%\t2026-03-02 10:30\t1,234.50\tTRUE\t7\t1234567890123456',
    )
  })

  it('counts workbook dates from 1904 if the workbook says so', async () => {
    const xlsx = zipped({
      'xl/workbook.xml': '<workbook><workbookPr date1904="1"/></workbook>',
      'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>',
      'xl/worksheets/sheet1.xml': '<worksheet><row><c s="0"><v>44621</v></c></row></worksheet>',
    })
    expect((await fileText(xlsx, spreadsheet, 'a')).text).toBe('2026-03-02')
  })

  const openSheet = 'application/vnd.oasis.opendocument.spreadsheet'
  it('keeps columns, repeated cells, dates and percentages of an open spreadsheet', async () => {
    const ods = zipped({
      'content.xml': [
        '<office:spreadsheet><table:table table:name="Costs">',
        '<table:table-row><table:table-cell><text:p>Flour</text:p><office:annotation><text:p>Note</text:p></office:annotation></table:table-cell>',
        '<table:table-cell table:number-columns-repeated="2"/><table:table-cell table:number-columns-repeated="2"><text:p>x</text:p></table:table-cell>',
        '<table:table-cell table:number-columns-repeated="16379"/></table:table-row>',
        '<table:table-row table:number-rows-repeated="2"><table:table-cell office:value-type="date" office:date-value="2026-03-02"><text:p>02.03.26</text:p></table:table-cell>',
        '<table:covered-table-cell/><table:table-cell office:value-type="percentage" office:value="0.07"/>',
        '<table:table-cell office:date-value="2026-03-02T10:30:00"><text:p>x</text:p></table:table-cell></table:table-row>',
        '<table:table-row table:number-rows-repeated="1048000"><table:table-cell/></table:table-row>',
        '</table:table></office:spreadsheet>',
      ].join(''),
    })
    const row = '2026-03-02\t\t7%\t2026-03-02 10:30'
    expect((await fileText(ods, openSheet, 'a')).text).toBe(`Flour\t\t\tx\tx\n${row}\n${row}`)
  })

  it('stops at the text limit when a spreadsheet repeats rows or cells', async () => {
    const many =
      '<table:table-cell table:number-columns-repeated="9999999"><text:p>x</text:p></table:table-cell>'
    const row = `<table:table-row table:number-rows-repeated="9999999">${many}</table:table-row>`
    const ods = zipped({ 'content.xml': `<table:table>${row.repeat(50)}</table:table>` })
    const far = '<row><c r="XFD1"><v>1</v></c></row>'.repeat(5_000)
    const xlsx = zipped({ 'xl/worksheets/sheet1.xml': `<worksheet>${far}</worksheet>` })
    for (const [file, type] of [
      [ods, openSheet],
      [xlsx, spreadsheet],
    ] as const) {
      const { text, truncated } = await fileText(file, type, 'a')
      expect([text?.length, truncated]).toEqual([longestText, true])
    }
  })

  it('reads a sheet once when a workbook names it several times', async () => {
    const named = (count: number) =>
      `<workbook><sheets>${'<sheet name="Plan" r:id="r1"/>'.repeat(count)}<sheet name="Costs" r:id="r2"/></sheets></workbook>`
    const xlsx = zipped({
      'xl/workbook.xml': named(50_000),
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Target="worksheets/sheet2.xml"/></Relationships>',
      'xl/worksheets/sheet1.xml': `<worksheet>${'<row><c><v>1</v></c></row>'.repeat(2_000)}</worksheet>`,
      'xl/worksheets/sheet2.xml': '<worksheet><row><c><v>2</v></c></row></worksheet>',
    })
    expect(await fileText(xlsx, spreadsheet, 'a')).toEqual({
      text: `Plan\n${Array(2_000).fill('1').join('\n')}\n\nCosts\n2`,
      truncated: false,
    })
  })

  it('stops at the text limit when cells share a long text', async () => {
    const shared = `<sst><si><t>${'x\n'.repeat(2_000_000)}</t></si><si><t>${'\n'.repeat(4_000_000)}</t></si></sst>`
    const cells = [
      '<c t="s"><v>1</v></c>'.repeat(8_000),
      '<c t="s"><v>0</v></c>'.repeat(8_000),
    ].join('')
    const xlsx = zipped({
      'xl/sharedStrings.xml': shared,
      'xl/worksheets/sheet1.xml': `<worksheet>${`<row>${cells}</row>`.repeat(20)}</worksheet>`,
    })
    const row = `<table:table-row table:number-rows-repeated="9999999"><table:table-cell><text:p>${'x'.repeat(100)}</text:p></table:table-cell></table:table-row>`
    const ods = zipped({ 'content.xml': `<table:table>${row}</table:table>`.repeat(50_000) })
    const small =
      '<table:table><table:table-row><table:table-cell><text:p>x</text:p></table:table-cell></table:table-row></table:table>'
    const tables = zipped({ 'content.xml': small.repeat(120_000) })
    for (const [file, type] of [
      [xlsx, spreadsheet],
      [ods, openSheet],
      [tables, openSheet],
    ] as const) {
      const { text, truncated } = await fileText(file, type, 'a')
      expect([text?.length, truncated]).toEqual([longestText, true])
    }
  })

  it('returns no text for other kinds, broken files and archives that unpack to too much', async () => {
    const bomb = zipSync({ 'word/document.xml': new Uint8Array(80 * 1024 * 1024) })
    const docx = `${office}.wordprocessingml.document`
    expect(await fileText(bytes('x'), 'image/png', 'a.txt')).toEqual({
      text: undefined,
      truncated: false,
    })
    for (const [file, type] of [
      [bytes('%PDF-1.4 broken'), 'application/pdf'],
      [bytes('PK\u0003\u0004 broken'), docx],
      [bomb, docx],
    ] as const) {
      expect(await fileText(file, type, 'a')).toEqual({ text: undefined, truncated: true })
    }
  })

  it('reads markup in linear time', async () => {
    for (const piece of ['<div>', '<p>x', '<!--', '&amp;', '<a href="', '</td>']) {
      await expectLinear(piece, 20_000, (count) => {
        const html = piece.repeat(count)
        return async () => void htmlText(html)
      })
    }
    await expectLinear('nested elements', 200_000, (count) => {
      const html = '<div>'.repeat(count)
      return () => void htmlText(html)
    })
    expect(htmlText(`<p>Kept</p>${'<div>'.repeat(3_000)}too deep`)).toBe('Kept')
  })
})

describe('text reader', () => {
  it("ends the child process when a file unpacks to gigabytes and keeps the service's memory low", async () => {
    const reader = createTextReader()
    // 900 MB of blanks, compressed twice to a few kilobytes.
    const blanks = Buffer.alloc(1_048_576, ' ')
    const packed = Readable.from(Array.from({ length: 900 }, () => blanks)).pipe(createDeflate())
    const stream = deflateSync(await buffer(packed))
    const file = Buffer.concat([
      Buffer.from(
        `%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R >>\nendobj\n4 0 obj\n<< /Length ${stream.length} /Filter [/FlateDecode /FlateDecode] >>\nstream\n`,
      ),
      stream,
      Buffer.from('\nendstream\nendobj\ntrailer << /Size 5 /Root 1 0 R >>\n%%EOF'),
    ])
    const before = process.memoryUsage.rss()
    let most = 0
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss() - before)
    }, 10)
    const bomb = { bytes: new Uint8Array(file), contentType: 'application/pdf', name: 'a.pdf' }
    await expect(reader.file('org_1', bomb)).rejects.toThrow('Its text is too large to read')
    clearInterval(watch)
    expect(most).toBeLessThan(200_000_000)
    const good = { bytes: aPdf('Invoice 42'), contentType: 'application/pdf', name: 'a.pdf' }
    expect(await reader.file('org_2', good)).toMatchObject({ text: 'Invoice 42' })
    await reader.stop()
  })

  it('fails only the text that takes too long, in a child process', async () => {
    const reader = createTextReader()
    const file = { bytes: bytes('a,b'), contentType: 'text/csv', name: 'a.csv' }
    expect(await reader.file('org_1', file)).toEqual({ text: 'a,b', truncated: false })
    await reader.stop()
    const hasty = createTextReader(1)
    const long = { bytes: aPdf('x'), contentType: 'application/pdf', name: 'a.pdf' }
    const results = await Promise.allSettled([hasty.file('org_1', long), hasty.file('org_2', long)])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await hasty.stop()
    await expect(hasty.file('org_1', file)).rejects.toThrow('stopping')
  })
})

describe('data parsing', () => {
  it.each([
    ['csv', ','],
    ['csv', '"'],
    ['csv', 'a"'],
    ['csv', '\n'],
    ['csv', ';"\n'],
    ['xml', '<a>'],
    ['xml', '<a '],
    ['xml', '<a b="'],
    ['xml', '<!DOCTYPE ['],
    ['xml', '<?a>'],
    ['xml', '<!-- -'],
    ['xml', '<!-- -->'],
    ['xml', '&amp'],
    ['xml', ']]>'],
    ['json', '['],
    ['json', '{"a":'],
    ['pattern', 'ab'],
  ] as const)('reads %s of many %s in linear time', (format, piece) =>
    expectLinear(piece, 1_048_576, (size) => {
      const start = format === 'xml' && /^[&\]]/.test(piece) ? '<r>' : ''
      const text = start + piece.repeat(Math.ceil(size / piece.length)).slice(0, size)
      return () => {
        try {
          return parseData({ format, text, pattern: '((a|b)*)c', mostRows: 10_000 })
        } catch (error) {
          return error
        }
      }
    }),
  )
})
