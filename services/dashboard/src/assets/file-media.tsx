import type { StoredAsset } from '@atrium/contracts'
import { findMediaKind, readAddress, thumbnailAddress } from '../platform/files/assets.ts'
import classes from './assets.module.css'
import { FilePicture } from './file-picture.tsx'

export function FileMedia({
  file,
}: {
  file: Pick<StoredAsset, 'key' | 'contentType' | 'altText'>
}) {
  const kind = findMediaKind(file)
  if (kind === 'image')
    return (
      <img className={classes.media} src={thumbnailAddress(file.key, 1080)} alt={file.altText} />
    )
  if (kind === 'video') {
    return (
      // biome-ignore lint/a11y/useMediaCaption: an uploaded film has no captions
      <video
        key={file.key}
        className={classes.media}
        src={readAddress(file.key)}
        controls
        preload="metadata"
      />
    )
  }
  return (
    <div className={classes.sound}>
      <FilePicture file={file} width={160} />
      {kind === 'audio' && (
        // biome-ignore lint/a11y/useMediaCaption: an uploaded sound has no captions
        <audio key={file.key} src={readAddress(file.key)} controls preload="metadata" />
      )}
    </div>
  )
}
