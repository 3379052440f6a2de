/** What a file is for people; its content type says more. */
export const mediaKinds = ['image', 'audio', 'video'] as const
export type MediaKind = (typeof mediaKinds)[number]
