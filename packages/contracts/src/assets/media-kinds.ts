/** The visible file kind. The content type is more exact. */
export const mediaKinds = ['image', 'audio', 'video'] as const
export type MediaKind = (typeof mediaKinds)[number]
