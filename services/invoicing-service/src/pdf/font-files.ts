import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fontkit, { type Font } from '@cantoo/fontkit'

/** Returns the package's folder, or its copy next to a bundled service. */
function findFolder(name: string): string {
  try {
    return dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
  } catch {
    return fileURLToPath(new URL(`${name}/`, import.meta.url))
  }
}

/** A font file, which each thread parses once, when a document first needs it. */
export interface FontFile {
  name: string
  bytes(): Uint8Array
  parsed(): Font
}

function fontFile(path: string): FontFile {
  let parsed: Font | undefined
  const bytes = (): Uint8Array => readFileSync(path)
  return {
    name: path,
    bytes,
    parsed() {
      if (parsed !== undefined) return parsed
      const found = fontkit.create(bytes())
      if (found === null || 'fonts' in found) throw new Error(`${path} is no single font`)
      // A glyph keeps the character of its first use. This makes it its own character, because
      // later the glyph may be part of an accented letter.
      for (const code of found.characterSet) found.glyphForCodePoint(code)
      parsed = found
      return found
    },
  }
}

const latinFolder = findFolder('@expo-google-fonts/noto-sans')

/**
 * Noto Sans for Latin, Greek, Cyrillic and Devanagari (SIL Open Font License, like all fonts here).
 */
export const latinFonts = {
  regular: fontFile(join(latinFolder, '400Regular/NotoSans_400Regular.ttf')),
  bold: fontFile(join(latinFolder, '700Bold/NotoSans_700Bold.ttf')),
} as const

/** Families for other scripts. Like web fonts, they are split into slices of characters. */
export const families = [
  ...(['arabic', 'hebrew', 'thai', 'lao', 'khmer', 'georgian', 'armenian', 'ethiopic'] as const),
  ...([
    'bengali',
    'gujarati',
    'gurmukhi',
    'kannada',
    'malayalam',
    'sinhala',
    'tamil',
    'telugu',
  ] as const),
  ...(['jp', 'sc', 'kr', 'emoji'] as const),
] as const
export type Family = (typeof families)[number]

const coveredSlices = new Set([
  'latin',
  'latin-ext',
  'cyrillic',
  'cyrillic-ext',
  'greek-ext',
  'vietnamese',
  'math',
  'symbols',
])

const packageName = (family: Family): string =>
  family === 'emoji' ? 'noto-emoji' : `noto-sans-${family}`

/** Parses `U+0600-06FF,U+200C` to pairs of code points. */
const parseRanges = (text: string): Array<[number, number]> =>
  text.split(',').map((range) => {
    const [from = '', to = from] = range.replace('U+', '').split('-')
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
  })

function readSlices(family: Family): Map<number, FontFile> {
  const name = packageName(family)
  const folder = findFolder(`@fontsource/${name}`)
  const given = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8')) as Record<
    string,
    string
  >
  const byCodePoint = new Map<number, FontFile>()
  for (const [key, ranges] of Object.entries(given)) {
    if (coveredSlices.has(key)) continue
    const slice = key.replace(/[[\]]/g, '')
    const file = fontFile(join(folder, `files/${name}-${slice}-400-normal.woff`))
    for (const [from, to] of parseRanges(ranges)) {
      for (let code = from; code <= to; code += 1) byCodePoint.set(code, file)
    }
  }
  return byCodePoint
}

const loadedFonts = new Map<Family, Map<number, FontFile>>()

/** Returns the family's slice with the character. Each thread reads a family's index once. */
export function sliceFor(family: Family, codePoint: number): FontFile | undefined {
  const slices = loadedFonts.get(family) ?? readSlices(family)
  loadedFonts.set(family, slices)
  const file = slices.get(codePoint)
  return file?.parsed().hasGlyphForCodePoint(codePoint) === true ? file : undefined
}
