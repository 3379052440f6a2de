import { Modal } from '@mantine/core'

/** Writes a new post, or edits one that has not gone out. */
export const Composer = ({
  post,
  onClose,
}: {
  post: string
  /** The moment of a new post, ISO 8601. */
  due?: string
  onClose: () => void
}) => (
  <Modal opened onClose={onClose} title={post === 'new' ? 'New post' : 'Edit the post'} size="xl">
    <p style={{ margin: 0 }}>Nothing to fill in yet.</p>
  </Modal>
)
