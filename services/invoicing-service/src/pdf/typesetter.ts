import type { PDFDocument, PDFFont } from '@cantoo/pdf-lib'
import { type Family, type FontFile, families, latinFonts, sliceFor } from './font-files.ts'
import { oneLine } from './format.ts'
import { mirrored, readsRightToLeft, visualRuns } from './visual-runs.ts'

/** Glyphs at their place in a run, in parts of the font's size. */
export interface PlacedGlyphs {
  hex: string
  x: number
  y: number
}

/** Glyphs of one font, ready to be shown; the width is that of size 1. */
export interface GlyphRun {
  font: PDFFont
  glyphs: readonly PlacedGlyphs[]
  width: number
}

/** A line from left to right. */
export interface SetLine {
  runs: readonly GlyphRun[]
  width: number
}

// Letters whose form depends on their neighbours, and marks that a font composes; the rest is set by characters, since
// shaping a line takes a thousand times as long.
const shaped =
  /[\p{sc=Arab}\p{sc=Hebr}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Deva}\p{sc=Beng}\p{sc=Gujr}\p{sc=Guru}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Taml}\p{sc=Telu}\p{M}]/u
const joining = /[\p{M}\u200C\u200D]/u
// A longer word is shaped in pieces.
const shapedPieces = /\s+|\S{1,60}/gu

// Without ligatures a width is the sum of its characters.
const features = { liga: false, clig: false, dlig: false }

interface Piece {
  file: FontFile
  text: string
}

let latinCharacters: ReadonlySet<number> | undefined

/** The order of the families: Han characters look as in the language of the other texts. */
export function familiesFor(texts: readonly string[]): readonly Family[] {
  const all = texts.join('\n')
  const first: Family = /[\u3040-\u30FF]/u.test(all) ? 'jp' : /[\uAC00-\uD7AF]/u.test(all) ? 'kr' : 'sc'
  return [...families.filter((family) => family === first), ...families.filter((family) => family !== first)]
}

/** Sets texts of any script in the fonts of a document, of which it embeds those that are used. */
export class Typesetter {
  readonly #document: PDFDocument
  readonly #families: readonly Family[]
  readonly #fonts = new Map<string, PDFFont>()
  readonly #files = new Map<number, FontFile | null>()
  readonly #glyphs = new Map<PDFFont, Map<string, Omit<GlyphRun, 'font'>>>()

  constructor(document: PDFDocument, order: readonly Family[]) {
    this.#document = document
    this.#families = order
  }

  /** Embeds what the texts need. Before `set`, since embedding is asynchronous. */
  async prepare(texts: readonly string[]): Promise<void> {
    const files = new Set<FontFile>([latinFonts.regular, latinFonts.bold])
    for (const text of texts) {
      for (const character of this.drawable(text)) {
        const file = this.#fileFor(character)
        if (file !== null) files.add(file)
      }
    }
    for (const file of files) {
      if (this.#fonts.has(file.name)) continue
      // The parsed font outlives the document.
      this.#document.registerFontkit({ create: () => file.parsed() })
      this.#fonts.set(file.name, await this.#document.embedFont(file.bytes(), { subset: true, features }))
    }
  }

  /** A text in one line; a character without a glyph in any font is named by its code: `[U+1F9FF]`. */
  drawable(text: string): string {
    let result = ''
    for (const character of oneLine(text)) {
      const hasGlyph = character === ' ' || this.#fileFor(character) !== null
      result += hasGlyph ? character : `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}]`
    }
    return result
  }

  /** A drawable line. `base` is the direction of the paragraph that it is from. */
  set(line: string, bold = false, base: 'ltr' | 'rtl' = readsRightToLeft(line) ? 'rtl' : 'ltr'): SetLine {
    const runs = visualRuns(line, base).flatMap(({ text, rightToLeft }) => {
      const pieces = this.#pieces(text, bold)
      return (rightToLeft ? pieces.reverse() : pieces).flatMap((piece) => this.#setPiece(piece, rightToLeft))
    })
    return { runs, width: runs.reduce((sum, { width }) => sum + width, 0) }
  }

  widthOf(text: string, bold = false): number {
    return this.set(text, bold, 'ltr').width
  }

  #fileFor(character: string): FontFile | null {
    const code = character.codePointAt(0) ?? 0
    const known = this.#files.get(code)
    if (known !== undefined) return known
    latinCharacters ??= new Set(latinFonts.regular.parsed().characterSet)
    let file: FontFile | null = latinCharacters.has(code) ? latinFonts.regular : null
    for (const family of file === null ? this.#families : []) file ??= sliceFor(family, code) ?? null
    this.#files.set(code, file)
    return file
  }

  /** Parts of one font each, in logical order; marks and joiners stay with the letter before them. */
  #pieces(text: string, bold: boolean): Piece[] {
    const pieces: Piece[] = []
    for (const character of text) {
      const last = pieces.at(-1)
      const found = this.#fileFor(character) ?? latinFonts.regular
      const stays =
        joining.test(character) && last?.file.parsed().hasGlyphForCodePoint(character.codePointAt(0) ?? 0)
      const own = stays && last !== undefined ? last.file : found
      const file = own === latinFonts.regular && bold ? latinFonts.bold : own
      if (last?.file === file) last.text += character
      else pieces.push({ file, text: character })
    }
    return pieces
  }

  #setPiece({ file, text }: Piece, rightToLeft: boolean): GlyphRun[] {
    const font = this.#fonts.get(file.name)
    if (font === undefined) throw new Error('A font is not prepared')
    if (shaped.test(text)) {
      // The font turns a word of these scripts around by itself.
      const words = text.match(shapedPieces) ?? []
      return (rightToLeft ? words.reverse() : words).map((word) => this.#shapedWord(font, file, word))
    }
    const characters = Array.from(text)
    const ordered = rightToLeft ? characters.reverse().map(mirrored) : characters
    let hex = ''
    let width = 0
    for (const character of ordered) {
      const { glyphs, width: own } = this.#cached(font, character, () => ({
        glyphs: [{ hex: font.encodeText(character).asString(), x: 0, y: 0 }],
        width: font.widthOfTextAtSize(character, 1),
      }))
      hex += glyphs[0]?.hex ?? ''
      width += own
    }
    return [{ font, glyphs: [{ hex, x: 0, y: 0 }], width }]
  }

  /** A word with its marks where the font puts them: dots of Arabic letters are glyphs of their own. */
  #shapedWord(font: PDFFont, file: FontFile, word: string): GlyphRun {
    const set = this.#cached(font, word, () => {
      const hex = font.encodeText(word).asString()
      const { positions } = file.parsed().layout(word, features)
      const unit = file.parsed().unitsPerEm
      let pen = 0
      const glyphs = (positions ?? []).map(({ xAdvance, xOffset, yOffset }, index) => {
        const x = (pen + xOffset) / unit
        pen += xAdvance
        return { hex: hex.slice(index * 4, index * 4 + 4), x, y: yOffset / unit }
      })
      return { glyphs, width: pen / unit }
    })
    return { font, ...set }
  }

  #cached(font: PDFFont, text: string, set: () => Omit<GlyphRun, 'font'>): Omit<GlyphRun, 'font'> {
    const known = this.#glyphs.get(font) ?? new Map<string, Omit<GlyphRun, 'font'>>()
    this.#glyphs.set(font, known)
    const run = known.get(text) ?? set()
    known.set(text, run)
    return run
  }
}
