import type { StoredAsset } from '@atrium/contracts'
import { findMediaKind } from '../platform/files/assets.ts'
import { bytesLabel } from '../ui/text/bytes.ts'

const kinds = { image: 'Image', audio: 'Audio', video: 'Video', other: 'File' } as const

export const laneLabels = { pub: 'Public', priv: 'Private' } as const

export const formatType = ({ contentType }: Pick<StoredAsset, 'contentType'>): string =>
  contentType.split('/')[1]?.toUpperCase() ?? ''

/** Returns a file's kind and format, for example "Image, PNG". */
export const formatLabel = (file: Pick<StoredAsset, 'contentType'>): string =>
  `${kinds[findMediaKind(file)]}, ${formatType(file)}`

/** Describes a file for screen readers. */
export const fileLabel = (file: StoredAsset): string =>
  [
    kinds[findMediaKind(file)],
    // The tile shows these three in this order. With voice control, people say what they see.
    ...(file.name === null ? [] : [file.name]),
    formatType(file),
    bytesLabel(file.bytes),
    laneLabels[file.visibility].toLowerCase(),
    `stored ${new Date(file.createdAt).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}`,
    ...(file.usedBy !== null && file.usedBy.length > 0 ? ['in use'] : []),
  ].join(', ')
