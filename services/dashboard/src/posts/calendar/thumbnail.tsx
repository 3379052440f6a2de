import { IconMovie } from '@tabler/icons-react'
import { useState } from 'react'

const width = 160

export function Thumbnail({ url, size }: { url: string; size: number }) {
  const [isImage, setIsImage] = useState(true)
  return (
    <span
      className="picture glyph"
      style={{ width: size, height: size, borderRadius: 6, background: 'var(--sunken)' }}
    >
      {isImage ? (
        <img
          src={`${url}?w=${width}`}
          alt=""
          loading="lazy"
          draggable={false}
          width={size}
          height={size}
          onError={() => setIsImage(false)}
        />
      ) : (
        <IconMovie size={Math.min(20, size)} stroke={1.5} aria-hidden />
      )}
    </span>
  )
}
