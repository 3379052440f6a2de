import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fontkit from '@cantoo/fontkit'
import { type PDFDocument, type PDFFont, StandardFonts } from '@cantoo/pdf-lib'
import { oneLine, printable } from './format.ts'

export interface Fonts {
  regular: PDFFont
  bold: PDFFont
  /** A text in one line, of characters that the fonts have. */
  printable(text: string): string
}

/**
 * The fonts for these texts: the standard PDF fonts when they suffice, else a subset of Noto Sans (SIL Open Font
 * License). A character that it lacks, such as a Chinese one, becomes a question mark.
 */
export async function embedFonts(document: PDFDocument, texts: readonly string[]): Promise<Fonts> {
  if (texts.every((text) => printable(text) === oneLine(text))) {
    return {
      regular: await document.embedFont(StandardFonts.Helvetica),
      bold: await document.embedFont(StandardFonts.HelveticaBold),
      printable,
    }
  }
  document.registerFontkit(fontkit)
  const [regular, bold] = await Promise.all(
    [await notoSans.regular(), await notoSans.bold()].map((bytes) =>
      document.embedFont(bytes, { subset: true }),
    ),
  )
  if (regular === undefined || bold === undefined) throw new Error('A font was not embedded')
  const known = new Set(regular.getCharacterSet())
  const drawable = (character: string): string => (known.has(character.codePointAt(0) ?? 0) ? character : '?')
  return { regular, bold, printable: (text) => Array.from(oneLine(text), drawable).join('') }
}

/** The package's folder, or its copy beside a bundled service. */
function fontFolder(): string {
  try {
    return dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/noto-sans/package.json'))
  } catch {
    return fileURLToPath(new URL('@expo-google-fonts/noto-sans/', import.meta.url))
  }
}

// Half a megabyte each: read when first needed, and once.
const once = (file: string): (() => Promise<Uint8Array>) => {
  let reading: Promise<Uint8Array> | undefined
  return () => {
    reading ??= readFile(join(fontFolder(), file))
    return reading
  }
}
const notoSans = {
  regular: once('400Regular/NotoSans_400Regular.ttf'),
  bold: once('700Bold/NotoSans_700Bold.ttf'),
}
