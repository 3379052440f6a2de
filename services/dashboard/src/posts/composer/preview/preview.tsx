import { classifyMedium, type PostContent, platformRules, publishedParts } from '@atrium/contracts'
import { Box, Flex } from '@mantine/core'
import { IconEyeOff, IconLink, IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import { networkName } from '../../../ui/network.tsx'
import { ChannelMark } from '../channel-mark.tsx'
import { toContent } from '../draft/content.ts'
import type { Draft } from '../draft/draft.ts'
import type { Target } from '../draft/targets.ts'
import { type AltTexts, useAltTexts } from '../draft/use-alt-texts.ts'
import { foldedText } from './folded-text.ts'
import { ownAddress } from './own-address.ts'
import classes from './preview.module.css'

const shownMedia = 4

export function Preview({ draft, target, when }: { draft: Draft; target: Target; when: string }) {
  const content = toContent(draft, target)
  const { text, previewLink, comment } = publishedParts(content)
  const titled = platformRules[target.platform].title !== null
  const altTexts = useAltTexts(content.media)
  return (
    <Flex
      className="raised firm"
      component="article"
      direction="column"
      gap={12}
      p={16}
      style={{ overflow: 'hidden' }}
      aria-label={`Preview for ${target.name}`}
    >
      <header className="line" style={{ gap: 12 }}>
        <ChannelMark name={target.name} platform={target.platform} large />
        <span className={'words'}>
          <b className="bold clipped" dir="auto">
            {target.name}
          </b>
          <span className="quiet">
            {networkName(target.platform)} · {when}
          </span>
        </span>
      </header>
      {titled && content.title.trim() !== '' && (
        <p className="title" style={{ fontSize: 16 }} dir="auto">
          {content.title}
        </p>
      )}
      {text.trim() === '' ? (
        <p className="muted flush">
          {content.media.length > 0 ? 'No text' : 'The text appears here'}
        </p>
      ) : (
        <FoldedText key={target.id} text={text} />
      )}
      {content.media.length > 0 && <MediaGrid media={content.media} altTexts={altTexts} />}
      <MissingTexts platform={target.platform} media={content.media} altTexts={altTexts} />
      {previewLink !== null && content.media.length === 0 && <LinkCard link={previewLink} />}
      {(content.thread ?? []).map((part, index) => (
        <div key={index} className={classes.previewComment}>
          <ChannelMark name={target.name} platform={target.platform} />
          <p dir="auto">
            <span className="quiet">Post {index + 2}</span>
            {part === '' ? <span className="muted">The text appears here</span> : part}
          </p>
        </div>
      ))}
      {comment !== null && (
        <div className={classes.previewComment}>
          <ChannelMark name={target.name} platform={target.platform} />
          <p dir="auto">
            <span className="quiet">First comment</span>
            {comment}
          </p>
        </div>
      )}
    </Flex>
  )
}

function FoldedText({ text }: { text: string }) {
  const [open, setOpen] = useState(false)
  const folded = open ? undefined : foldedText(text)
  return (
    <p className="flush preserved" dir="auto">
      {folded ?? text}
      {folded !== undefined && (
        <>
          …{' '}
          <button
            type="button"
            className="plain-button plain-link muted"
            onClick={() => setOpen(true)}
          >
            more
          </button>
        </>
      )}
    </p>
  )
}

/** Says how many pictures have no description, or that the network takes none. */
function MissingTexts({
  platform,
  media,
  altTexts,
}: Pick<PostContent, 'platform' | 'media'> & { altTexts: AltTexts }) {
  const pictures = media.filter((url) => classifyMedium(url) === 'image')
  if (pictures.length === 0) return null
  if (platformRules[platform].media.pictures?.altText === undefined) {
    return <p className="quiet">{networkName(platform)} takes no descriptions with pictures.</p>
  }
  const missing = pictures.filter((url) => altTexts.get(url) === '').length
  if (missing === 0) return null
  return (
    <p className="quiet warn icon-line">
      <IconEyeOff size={14} stroke={1.75} aria-hidden />
      {missing === 1 && pictures.length === 1
        ? 'The picture has no description for people who cannot see it.'
        : `${missing} of ${pictures.length} pictures have no description.`}
    </p>
  )
}

const MediaGrid = ({ media, altTexts }: { media: PostContent['media']; altTexts: AltTexts }) => (
  <div className={classes.grid} data-count={Math.min(media.length, shownMedia)}>
    {media.slice(0, shownMedia).map((url, index) => (
      <span key={url} className={`picture ${classes.cell}`}>
        {classifyMedium(url) === 'image' ? (
          <img src={ownAddress(url, 480)} alt={altTexts.get(url) || `File ${index + 1}`} />
        ) : (
          <span className="middled">
            <IconPlayerPlay
              size={32}
              stroke={1.5}
              aria-label={`Video, file ${index + 1}`}
              role="img"
            />
          </span>
        )}
        {index === shownMedia - 1 && media.length > shownMedia && (
          <Box
            className="bold"
            component="span"
            pos="absolute"
            inset={0}
            display="grid"
            bg="rgb(0 0 0 / 60%)"
            c="#fff"
            fz={20}
            style={{ placeItems: 'center' }}
          >
            +{media.length - shownMedia}
          </Box>
        )}
      </span>
    ))}
  </div>
)

function LinkCard({ link }: { link: string }) {
  const host = URL.canParse(link) ? new URL(link).host : link
  return (
    <div className="sunken line" style={{ gap: 12, padding: 12 }}>
      <IconLink size={18} stroke={1.75} className="glyph" aria-hidden />
      <span className={'words'}>
        <b className="bold clipped">{host}</b>
        <span className={'quiet clipped'}>{link}</span>
      </span>
    </div>
  )
}
