/**
 * Returns a `like` or `ilike` pattern for texts that contain `text`. Pattern characters in `text`
 * are escaped.
 */
export const patternOf = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
