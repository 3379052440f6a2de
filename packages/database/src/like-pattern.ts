/**
 * Returns a `like` or `ilike` pattern for texts that contain `text`. Pattern characters in `text`
 * are escaped.
 */
export const toLikePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
