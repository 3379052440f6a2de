// Every reserved character in the format, except a hashtag's `#`.
const reserved = /[|{}@[\]()<>\\*_~]|#(?![\p{L}\p{N}])|(?<=[\p{L}\p{N}])#/gu

/**
 * Escapes plain text for the network's markup. An unescaped reserved character would cut the post
 * off.
 */
export const littleText = (text: string): string => text.replace(reserved, '\\$&')
