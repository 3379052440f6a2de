import { classifyMedium, maxAltText } from '@atrium/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { describeFileMutation, fileQuery } from '../../../platform/files/assets.ts'
import { SavedField } from '../../../ui/text/saved-field.tsx'
import { ownAddress, ownKey } from '../preview/own-address.ts'
import classes from './media.module.css'

/**
 * Shows the description of each picture. It belongs to the file, so other posts use it too, and
 * people who cannot see the picture hear it.
 */
export function AltTextFields({ media }: { media: readonly string[] }) {
  const pictures = [...media.entries()].filter(
    ([, url]) => classifyMedium(url) === 'image' && ownKey(url) !== undefined,
  )
  if (pictures.length === 0) return null
  return (
    <ul
      className={`plain-list ${classes.descriptions}`}
      aria-label="Descriptions of the pictures"
      data-descriptions
    >
      {pictures.map(([index, url]) => (
        <AltTextField key={url} url={url} number={index + 1} isOnly={media.length === 1} />
      ))}
    </ul>
  )
}

/** Saves the description that is being typed, because a field saves when it loses the focus. */
export function leaveDescription(): void {
  const field = document.activeElement
  if (field instanceof HTMLElement && field.closest('[data-descriptions]') !== null) field.blur()
}

function AltTextField({ url, number, isOnly }: { url: string; number: number; isOnly: boolean }) {
  const { data: file } = useQuery(fileQuery(ownKey(url) ?? ''))
  const change = useMutation(describeFileMutation(useQueryClient()))
  if (file == null) return null
  return (
    <li>
      {!isOnly && (
        <span className={`picture sunken ${classes.small}`} aria-hidden>
          <img src={ownAddress(url, 160)} alt="" draggable={false} />
        </span>
      )}
      <SavedField
        label={isOnly ? 'Description of the picture' : `Description of picture ${number}`}
        placeholder="What it shows, for people who cannot see it"
        value={file.altText}
        maxLength={maxAltText}
        hasLines
        minRows={1}
        onSave={(altText) => change.mutateAsync({ file, patch: { altText } })}
      />
    </li>
  )
}
