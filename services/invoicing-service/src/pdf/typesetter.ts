import type { PDFDocument, PDFFont } from '@cantoo/pdf-lib'
import { type Family, type FontFile, families, latinFonts, sliceFor } from './font-files.ts'
import { oneLine } from './format.ts'
import { mirrored, readsRightToLeft, visualRuns } from './visual-runs.ts'

/** Glyphs with their positions in a run, in font-size units. */
export interface PlacedGlyphs {
  hex: string
  x: number
  y: number
  /** Draws nothing. Only tells programs how far a letter extends. */
  invisible?: true
}

/** Glyphs of one font, ready to be drawn. The width is for font size 1. */
export interface GlyphRun {
  font: PDFFont
  glyphs: readonly PlacedGlyphs[]
  width: number
  /** True if the font has no bold file, so the glyphs are drawn with an outline. */
  bolder?: true
  /** The characters behind the glyphs, set if a program cannot find them from the glyphs alone. */
  says?: string
}

/** A line, ordered from left to right. */
export interface SetLine {
  runs: readonly GlyphRun[]
  width: number
}

// Letters whose form depends on their neighbours, and marks that a font composes. Other text is set
// by characters, because shaping a line takes a thousand times as long.
const shaped =
  /[\p{sc=Arab}\p{sc=Hebr}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Deva}\p{sc=Beng}\p{sc=Gujr}\p{sc=Guru}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Taml}\p{sc=Telu}\p{M}]/u
const joining = /[\p{M}\u200C\u200D]/u
// The font itself reverses words in these scripts, including digits.
const turned = /[\p{scx=Arab}\p{scx=Hebr}]/u
// A longer word is shaped in pieces.
const shapedPieces = /\s+|\S{1,60}/gu

// Without ligatures a width is the sum of its characters.
const features = { liga: false, clig: false, dlig: false }

interface Piece {
  file: FontFile
  text: string
}

/** Splits a word into letters, each with its marks and joiners. */
const lettersIn = (word: string): string[] =>
  word.match(/[^\p{M}\u200C\u200D]?[\p{M}\u200C\u200D]*/gu)?.filter(Boolean) ?? []

/**
 * Puts a letter before its marks. Programs measure a letter from its first to its last glyph and
 * break words at gaps, so the letter appears again after its marks.
 */
function letterFirst(glyphs: PlacedGlyphs[]): PlacedGlyphs[] {
  const letter = glyphs.at(-1)
  if (letter === undefined || glyphs.length === 1) return glyphs
  return [letter, ...glyphs.slice(0, -1), { ...letter, invisible: true }]
}

let latinCharacters: ReadonlySet<number> | undefined

/** Orders the families, so Han characters look as in the other texts' language. */
export function familiesFor(texts: readonly string[]): readonly Family[] {
  const all = texts.join('\n')
  const first: Family = /[\u3040-\u30FF]/u.test(all)
    ? 'jp'
    : /[\uAC00-\uD7AF]/u.test(all)
      ? 'kr'
      : 'sc'
  return [
    ...families.filter((family) => family === first),
    ...families.filter((family) => family !== first),
  ]
}

/** Sets texts in any script with a document's fonts and embeds only the fonts used. */
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

  /**
   * Embeds the fonts that the texts need. Call it before `set`, because embedding is asynchronous.
   */
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
      this.#fonts.set(
        file.name,
        await this.#document.embedFont(file.bytes(), { subset: true, features }),
      )
    }
  }

  /**
   * Returns a text on one line. If no font has a glyph for a character, its code is shown:
   * `[U+1F9FF]`.
   */
  drawable(text: string): string {
    let result = ''
    for (const character of oneLine(text)) {
      const hasGlyph = character === ' ' || this.#fileFor(character) !== null
      result += hasGlyph
        ? character
        : `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}]`
    }
    return result
  }

  /** Sets a drawable line. `base` is the direction of its paragraph. */
  set(
    line: string,
    bold = false,
    base: 'ltr' | 'rtl' = readsRightToLeft(line) ? 'rtl' : 'ltr',
  ): SetLine {
    const runs = visualRuns(line, base).flatMap(({ text, rightToLeft }) => {
      const pieces = this.#pieces(text, bold)
      return (rightToLeft ? pieces.reverse() : pieces).flatMap((piece) =>
        this.#setPiece(piece, rightToLeft).map(
          (run): GlyphRun =>
            bold && piece.file !== latinFonts.bold ? { ...run, bolder: true } : run,
        ),
      )
    })
    return { runs, width: runs.reduce((sum, { width }) => sum + width, 0) }
  }

  widthOf(text: string, bold = false): number {
    return this.set(text, bold, 'ltr').width
  }

  #fileFor(character: string): FontFile | null {
    const code = character.codePointAt(0) ?? 0
    const cachedFile = this.#files.get(code)
    if (cachedFile !== undefined) return cachedFile
    latinCharacters ??= new Set(latinFonts.regular.parsed().characterSet)
    let file: FontFile | null = latinCharacters.has(code) ? latinFonts.regular : null
    for (const family of file === null ? this.#families : [])
      file ??= sliceFor(family, code) ?? null
    this.#files.set(code, file)
    return file
  }

  /**
   * Splits a text into parts with one font each, in logical order. Marks and joiners stay with the
   * letter before them.
   */
  #pieces(text: string, bold: boolean): Piece[] {
    const pieces: Piece[] = []
    for (const character of text) {
      const last = pieces.at(-1)
      const found = this.#fileFor(character) ?? latinFonts.regular
      const stays =
        joining.test(character) &&
        last?.file.parsed().hasGlyphForCodePoint(character.codePointAt(0) ?? 0)
      const regularFile = stays && last !== undefined ? last.file : found
      const file = regularFile === latinFonts.regular && bold ? latinFonts.bold : regularFile
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
    // The fonts use one glyph for some Arabic and Persian digits.
    const says = turned.test(text) ? { says: text } : {}
    return [{ font, glyphs: [{ hex, x: 0, y: 0 }], width, ...says }]
  }

  /**
   * Shapes a word with its marks where the font puts them, because dots of Arabic letters are
   * separate glyphs. In a right-to-left word each letter is a run, because programs reverse the
   * letters when they read a page.
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
        // From left to right, marks come before their letter.
        if (!hasRunPerLetter || xAdvance === 0) continue
        found.push({
          glyphs: letterFirst(glyphs),
          width: pen / unit,
          says: letters[found.length] ?? '',
        })
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
    const runsByText =
      this.#glyphs.get(font) ?? new Map<string, readonly Omit<GlyphRun, 'font'>[]>()
    this.#glyphs.set(font, runsByText)
    const run = runsByText.get(text) ?? set()
    runsByText.set(text, run)
    return run
  }
}
