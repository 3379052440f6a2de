// Everything that the format reserves, but for the `#` of a hashtag.
const reserved = /[|{}@[\]()<>\\*_~]|#(?![\p{L}\p{N}])|(?<=[\p{L}\p{N}])#/gu

/** Plain text in the network's own markup, where an unescaped reserved character cuts the post off. */
export const littleText = (text: string): string => text.replace(reserved, '\\$&')
