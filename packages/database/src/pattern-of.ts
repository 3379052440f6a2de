/** The pattern of `like` and `ilike` for texts that contain a text, whose own signs of patterns stand for themselves. */
export const patternOf = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
