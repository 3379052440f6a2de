import { thumbnailAddress } from '../platform/files/assets.ts'
import classes from './happening-picture.module.css'

/**
 * Shows a happening's picture. Does not load a picture from another server, because that server
 * would learn about every visitor.
 */
export function HappeningPicture({ url }: { readonly url: string | null }) {
  const key = url === null ? undefined : /\/api\/assets\/(org_[^?#]+)/.exec(url)?.[1]
  if (key === undefined) return null
  return <img src={thumbnailAddress(key, 1080)} alt="" className={classes.picture} />
}
