import { classifyMedium, type PostContent, platformRules, publishedParts } from '@atrium/contracts'
import { Box, Flex } from '@mantine/core'
import { IconLink, IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import { networkName } from '../../../ui/network.tsx'
import { ChannelMark } from '../channel-mark.tsx'
import { toContent } from '../draft/content.ts'
import type { Draft } from '../draft/draft.ts'
import type { Target } from '../draft/targets.ts'
import { foldedText } from './folded-text.ts'
import { ownAddress } from './own-address.ts'
import classes from './preview.module.css'

const shownMedia = 4

export function Preview({ draft, target, when }: { draft: Draft; target: Target; when: string }) {
  const content = toContent(draft, target)
  const { text, previewLink, comment } = publishedParts(content)
  const titled = platformRules[target.platform].title !== null
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
      {content.media.length > 0 && <MediaGrid media={content.media} />}
      {previewLink !== null && content.media.length === 0 && <LinkCard link={previewLink} />}
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

const MediaGrid = ({ media }: { media: PostContent['media'] }) => (
  <div className={classes.grid} data-count={Math.min(media.length, shownMedia)}>
    {media.slice(0, shownMedia).map((url, index) => (
      <span key={url} className={`picture ${classes.cell}`}>
        {classifyMedium(url) === 'image' ? (
          <img src={ownAddress(url, 480)} alt={`File ${index + 1}`} />
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
