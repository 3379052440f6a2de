import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { aBuyer, aDocument, buildLine } from '../../test/documents.ts'
import { invoicePdf } from './invoice-pdf.ts'

const run = promisify(execFile)
// The command comes from poppler-utils. The tests are skipped if it is not installed.
const programs = { text: 'pdftotext', picture: 'pdftoppm' }
const isInstalled = spawnSync(programs.text, ['-v']).error === undefined
if (!isInstalled) console.warn('Skipped: pdftotext and pdftoppm (poppler-utils) are not installed')

const folder = await mkdtemp(join(tmpdir(), 'atrium-pdf-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

/**
 * Writes the PDF of an invoice to a customer in this street, with these lines. Returns its path.
 */
const writePdf = (street: string, ...descriptions: string[]): Promise<string> =>
  writePdfFor({ billingLine1: street }, descriptions)

async function writePdfFor(
  buyer: Partial<typeof aBuyer>,
  descriptions: readonly string[] = [],
): Promise<string> {
  const lineItems = descriptions.map((description) => buildLine(description, 100))
  const content = aDocument({
    buyer: { ...aBuyer, ...buyer },
    ...(lineItems.length === 0 ? {} : { invoice: { lineItems } }),
  })
  const file = join(folder, `${Math.random()}.pdf`)
  await writeFile(file, await invoicePdf(content))
  return file
}

// pdftotext adds these around words that read from right to left.
const directions = /[\u200E\u200F\u202A-\u202E]/g

const readWords = async (file: string): Promise<string[]> => {
  const { stdout } = await run(programs.text, ['-raw', file, '-'])
  return stdout.replace(directions, '').split(/\s+/)
}

/** Returns the pixels of an area of the first page, in points from the top left. */
async function draw(
  file: string,
  [x, y, width, height]: readonly [number, number, number, number],
): Promise<Buffer> {
  const scale = 2
  const place = [x, y, width, height].map((points) => String(Math.round(points * scale)))
  const [left = '', top = '', w = '', h = ''] = place
  const args = [
    '-r',
    String(72 * scale),
    '-x',
    left,
    '-y',
    top,
    '-W',
    w,
    '-H',
    h,
    '-f',
    '1',
    '-l',
    '1',
    '-singlefile',
  ]
  await run(programs.picture, [...args, file, `${file}-part`])
  return readFile(`${file}-part.ppm`)
}

describe.skipIf(!isInstalled)('reads a PDF with other programs', () => {
  test.each([
    ['Arabic', 'مطبعة النور', 'خصم ٢٥ على الطباعة'],
    ['Persian', 'خیابان ۱۲', 'تخفیف ۲۵ برای چاپ'],
    ['Hebrew', 'רחוב הרצל 12', 'הנחה 25 אחוז'],
    ['Hindi', 'किताब घर १२', 'हिन्दी में छूट २५'],
  ])(
    'finds the words and numbers of %s as they were typed',
    async (_language, street, description) => {
      const words = await readWords(await writePdf(street, description))
      for (const word of `${street} ${description}`.split(' ')) expect(words).toContain(word)
    },
  )

  // In Arabic and Persian the sign is to the left of the number (UAX 9, rules W2 and N1).
  test.each([
    ['Arabic', 'خصم 25% على الطباعة', '%25'],
    ['Arabic digits', 'خصم ٢٥٪ على الطباعة', '٪٢٥'],
    ['Persian', 'تخفیف ۲۵٪ برای چاپ', '٪۲۵'],
    ['Hebrew', 'הנחה 25% על הדפסה', '25%'],
    ['Hindi', 'हिन्दी में 25% छूट', '25%'],
  ])(
    'keeps the digits of a percentage in order next to %s',
    async (_script, description, shown) => {
      expect(await readWords(await writePdf('Street', description))).toContain(shown)
    },
  )

  test('draws a Hindi vowel sign before its consonant, and joins consonants', async () => {
    const pictures = (place: readonly [number, number, number, number], ...streets: string[]) =>
      Promise.all(streets.map(async (street) => draw(await writePdf(street), place)))
    // The long vowel sign is behind the consonant, so the line begins like the consonant alone.
    const [short, long, none] = await pictures([310, 170, 3, 9], 'कि', 'की', 'क')
    expect(long?.equals(none ?? Buffer.alloc(0))).toBe(true)
    expect(short?.equals(none ?? Buffer.alloc(0))).toBe(false)
    const [joined, apart] = await pictures([310, 166, 60, 16], 'क्ष', 'क्\u200cष')
    expect(joined?.equals(apart ?? Buffer.alloc(0))).toBe(false)
  })

  test.each([
    ['Arabic', '١٢', 'شارع'],
    ['Persian', '۱۲', 'خیابان'],
    ['Hebrew', '12', 'רחוב'],
  ])('shows a house number in %s like the number alone', async (_language, number, word) => {
    // The number begins a right-to-left line, so it is at the right edge.
    const place = [535, 174, 11, 14] as const
    const [alone, inStreet, turned] = await Promise.all(
      [number, `${number} ${word}`, `${[...number].reverse().join('')} ${word}`].map(
        async (street) => draw(await writePdfFor({ name: word, billingLine1: street }), place),
      ),
    )
    expect(inStreet?.equals(alone ?? Buffer.alloc(0))).toBe(true)
    expect(turned?.equals(alone ?? Buffer.alloc(0))).toBe(false)
  })
})
