import type { PDFDocument, PDFFont } from '@cantoo/pdf-lib'
import { type Family, type FontFile, families, latinFonts, sliceFor } from './font-files.ts'
import { oneLine } from './format.ts'
import { mirrored, readsRightToLeft, visualRuns } from './visual-runs.ts'

/** Glyphs at their place in a run, in parts of the font's size. */
export interface PlacedGlyphs {
  hex: string
  x: number
  y: number
  /** Shows nothing, and only tells programs how far a letter reaches. */
  invisible?: true
}

/** Glyphs of one font, ready to be shown; the width is that of size 1. */
export interface GlyphRun {
  font: PDFFont
  glyphs: readonly PlacedGlyphs[]
  width: number
  /** The characters that the glyphs stand for, if the glyphs alone do not tell a program that searches or copies. */
  says?: string
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
// The font turns words of these scripts around by itself, digits as well.
const turned = /[\p{scx=Arab}\p{scx=Hebr}]/u
// A longer word is shaped in pieces.
const shapedPieces = /\s+|\S{1,60}/gu

// Without ligatures a width is the sum of its characters.
const features = { liga: false, clig: false, dlig: false }

interface Piece {
  file: FontFile
  text: string
}

/** The letters of a word, each with the marks and joiners behind it. */
const lettersIn = (word: string): string[] =>
  word.match(/[^\p{M}\u200C\u200D]?[\p{M}\u200C\u200D]*/gu)?.filter(Boolean) ?? []

/**
 * A letter before its marks. Programs take the space from the first glyph to the last one for that of the letter, and
 * break words at gaps, so the letter comes again behind its marks.
 */
function letterFirst(glyphs: PlacedGlyphs[]): PlacedGlyphs[] {
  const letter = glyphs.at(-1)
  if (letter === undefined || glyphs.length === 1) return glyphs
  return [letter, ...glyphs.slice(0, -1), { ...letter, invisible: true }]
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
  readonly #glyphs = new Map<PDFFont, Map<string, readonly Omit<GlyphRun, 'font'>[]>>()

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
    // Numbers in Arabic and Persian digits read from left to right, so they are set by characters.
    if (shaped.test(text) && (rightToLeft || !turned.test(text))) {
      const words = text.match(shapedPieces) ?? []
      return (rightToLeft ? words.reverse() : words).flatMap((word) =>
        this.#shapedWord(font, file, word, rightToLeft),
      )
    }
    const characters = Array.from(text)
    const ordered = rightToLeft ? characters.reverse().map(mirrored) : characters
    let hex = ''
    let width = 0
    for (const character of ordered) {
      const [glyph] = this.#cached(font, character, () => [
        {
          glyphs: [{ hex: font.encodeText(character).asString(), x: 0, y: 0 }],
          width: font.widthOfTextAtSize(character, 1),
        },
      ])
      hex += glyph?.glyphs[0]?.hex ?? ''
      width += glyph?.width ?? 0
    }
    // The fonts draw some digits of Arabic and Persian with one glyph.
    const says = turned.test(text) ? { says: text } : {}
    return [{ font, glyphs: [{ hex, x: 0, y: 0 }], width, ...says }]
  }

  /**
   * A word with its marks where the font puts them: dots of Arabic letters are glyphs of their own. Of a word that reads
   * from right to left, each letter is a run, because programs turn the letters around when they read a page.
   */
  #shapedWord(font: PDFFont, file: FontFile, word: string, rightToLeft: boolean): GlyphRun[] {
    const runs = this.#cached(font, word, () => {
      const hex = font.encodeText(word).asString()
      const { positions } = file.parsed().layout(word, features)
      const unit = file.parsed().unitsPerEm
      const letters = rightToLeft ? lettersIn(word).reverse() : []
      const advances = (positions ?? []).filter(({ xAdvance }) => xAdvance > 0).length
      const hasRunPerLetter = rightToLeft && letters.length === advances
      const found: Array<{ glyphs: PlacedGlyphs[]; width: number; says: string }> = []
      let glyphs: PlacedGlyphs[] = []
      let pen = 0
      for (const [index, { xAdvance, xOffset, yOffset }] of (positions ?? []).entries()) {
        const placed = { x: (pen + xOffset) / unit, y: yOffset / unit }
        glyphs.push({ hex: hex.slice(index * 4, index * 4 + 4), ...placed })
        pen += xAdvance
        // Marks come before their letter, from left to right.
        if (!hasRunPerLetter || xAdvance === 0) continue
        found.push({ glyphs: letterFirst(glyphs), width: pen / unit, says: letters[found.length] ?? '' })
        glyphs = []
        pen = 0
      }
      return hasRunPerLetter ? found : [{ glyphs, width: pen / unit, says: word }]
    })
    return runs.map((run) => ({ font, ...run }))
  }

  #cached(
    font: PDFFont,
    text: string,
    set: () => readonly Omit<GlyphRun, 'font'>[],
  ): readonly Omit<GlyphRun, 'font'>[] {
    const known = this.#glyphs.get(font) ?? new Map<string, readonly Omit<GlyphRun, 'font'>[]>()
    this.#glyphs.set(font, known)
    const run = known.get(text) ?? set()
    known.set(text, run)
    return run
  }
}
