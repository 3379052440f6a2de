import { Stack } from '@mantine/core'
import { IconCornerDownRight, IconLink, IconMail } from '@tabler/icons-react'
import { Thumbnail } from '../calendar/thumbnail.tsx'
import type { PostCard } from '../post-card.ts'
import classes from './post.module.css'

const handling = {
  keep: 'shown with the post',
  omit: 'left out',
  reply: 'put into a comment',
} as const

export const PostBody = ({ card: { title, body, post } }: { card: PostCard }) => (
  <Stack
    component="section"
    gap={12}
    p={16}
    bd="1px solid var(--line)"
    bdrs={10}
    aria-label="Content"
  >
    {post.to.length > 0 && (
      <p className="flush icon-line">
        <IconMail size={16} stroke={1.75} className="muted" aria-label="To" role="img" />
        <span dir="auto">{post.to.join(', ')}</span>
      </p>
    )}
    {title.trim() !== '' && (
      <h3 className="title" style={{ fontSize: 15 }} dir="auto">
        {title}
      </h3>
    )}
    {body.trim() === '' ? (
      <p className="quiet">No text yet</p>
    ) : (
      <p className="flush preserved" style={{ maxHeight: 360, overflowY: 'auto' }} dir="auto">
        {body}
      </p>
    )}
    {post.thread.length > 0 && (
      <ol className={`plain-list ${classes.thread}`} aria-label="Thread">
        {post.thread.map((text, index) => (
          <li key={index} className="preserved" dir="auto">
            {text}
          </li>
        ))}
      </ol>
    )}
    {post.media.length > 0 && (
      <ul className={`plain-list wrapped ${classes.media}`} aria-label="Media">
        {post.media.map((url) => (
          <li key={url}>
            <a href={url} target="_blank" rel="noopener" aria-label="Open the file">
              <Thumbnail url={url} size={96} />
            </a>
          </li>
        ))}
      </ul>
    )}
    {post.link !== null && (
      <p className="flush icon-line">
        <IconLink size={16} stroke={1.75} className="muted" aria-hidden />
        <span>
          <a href={post.link} className="link" target="_blank" rel="noopener noreferrer">
            {post.link}
          </a>
          <span className="quiet"> {handling[post.linkHandling]}</span>
        </span>
      </p>
    )}
    {post.firstComment !== null && (
      <p className="flush icon-line">
        <IconCornerDownRight
          size={16}
          stroke={1.75}
          className="muted"
          aria-label="First comment"
          role="img"
        />
        <span dir="auto">{post.firstComment}</span>
      </p>
    )}
  </Stack>
)
