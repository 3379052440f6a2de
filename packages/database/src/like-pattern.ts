/**
 * Returns a `like` or `ilike` pattern for texts with `text` in them. Pattern characters in `text`
 * are escaped.
 */
export const toLikePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
