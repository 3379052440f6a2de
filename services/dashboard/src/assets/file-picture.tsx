import type { StoredAsset } from '@atrium/contracts'
import { IconFile, IconMusic, IconVideo } from '@tabler/icons-react'
import { findMediaKind, thumbnailAddress } from '../platform/files/assets.ts'

const glyphs = { audio: IconMusic, video: IconVideo, other: IconFile } as const

interface FilePictureProps {
  readonly file: Pick<StoredAsset, 'key' | 'contentType'>
  readonly width: number
}

export function FilePicture({ file, width }: FilePictureProps) {
  const kind = findMediaKind(file)
  if (kind !== 'image') {
    const Glyph = glyphs[kind]
    return <Glyph size={32} stroke={1.25} aria-hidden />
  }
  return (
    <img
      src={thumbnailAddress(file.key, 480)}
      srcSet={`${thumbnailAddress(file.key, 160)} 160w, ${thumbnailAddress(file.key, 480)} 480w`}
      sizes={`${Math.round(width)}px`}
      alt=""
      loading="lazy"
      decoding="async"
    />
  )
}
