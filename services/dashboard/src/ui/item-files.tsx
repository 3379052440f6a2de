import type { ItemFile } from '@atrium/contracts'
import { Anchor } from '@mantine/core'
import { IconFile } from '@tabler/icons-react'
import { apiOrigin } from '../platform/page-facts.ts'
import { bytesLabel } from './text/bytes.ts'

/** Returns the last part of a content type in upper case, for example "PNG". */
const typeWord = (contentType: string): string =>
  (contentType.split('/').at(-1) ?? '')
    .replace(/^(?:x-|vnd\.)/, '')
    .slice(0, 20)
    .toUpperCase()

/** Lists private files with name, type and size. Each one opens in a new tab. */
export function ItemFiles({ files }: { files: readonly ItemFile[] }) {
  if (files.length === 0) return null
  return (
    <ul
      className="column"
      style={{ listStyle: 'none', padding: 0, margin: 0, gap: 4 }}
      aria-label="Files"
    >
      {files.map(({ fileId, name, contentType, bytes }) => (
        <li key={fileId} style={{ display: 'flex', gap: 6, alignItems: 'center' }}>
          <IconFile size={16} aria-hidden />
          <Anchor
            href={`${apiOrigin}/api/files/${fileId}`}
            target="_blank"
            rel="noreferrer"
            fz="inherit"
          >
            <bdi>{name}</bdi>
          </Anchor>
          <span className="fine">
            {typeWord(contentType)} · {bytesLabel(bytes)}
          </span>
        </li>
      ))}
    </ul>
  )
}
