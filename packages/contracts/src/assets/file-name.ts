import { z } from 'zod'
import { normalizeText } from '../core/normalize-text.ts'
import { visible } from '../core/schemas.ts'

/** The limit for a file name in characters. */
export const maxFileName = 200
/** The maximum number of cleaned characters, because a file name is cut anyway. */
const mostRead = 2_000
/** The limit for a kept ending such as `.jpeg`, in characters. */
const maxEnding = 16

/** Joiners and variation selectors belong to emoji and, in some scripts, to words. */
const joiners = /\u200c|\u200d|\ufe0e|\ufe0f/
const invisible = /[\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** Cuts the middle of a long name so that its ending still shows the file type. */
function shorten(name: string): string {
  const characters = [...name]
  if (name.length <= maxFileName) return name
  const dot = characters.lastIndexOf('.')
  const ending =
    dot > 0 && characters.length - dot <= maxEnding ? characters.slice(dot).join('') : ''
  let kept = ''
  for (const character of characters) {
    if (kept.length + character.length + ending.length > maxFileName) break
    kept += character
  }
  return kept.trimEnd() + ending
}

/**
 * Returns a one-line name without control, direction and other invisible characters. Undefined if
 * nothing visible is left.
 */
function cleanName(text: string): string | undefined {
  const name = shorten(
    normalizeText(text.slice(0, mostRead), 'NFC')
      .replace(/[\p{Cc}\p{Z}\s]+/gu, ' ')
      .replace(invisible, (character) => (joiners.test(character) ? character : ''))
      .trim(),
  )
  return visible.test(name) && !/^\.+$/.test(name) ? name : undefined
}

/** Returns an uploaded file's name: the last part of the path from the client, cleaned. */
export const nameUploadedFile = (path: string): string | undefined =>
  cleanName(path.slice(-mostRead).split(/[\\/]/).at(-1) ?? '')

/**
 * A file's name given by a user. A slash becomes a hyphen because on a reader's disk it would
 * create a folder.
 */
export const FileName = z
  .string()
  .max(mostRead)
  .overwrite((name) => cleanName(name.replace(/[\\/]/g, '-')) ?? '')
  .min(1, 'Enter a name')
