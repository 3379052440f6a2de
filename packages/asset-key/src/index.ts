export {
  type AssetKey,
  assetKeyOfDigest,
  assetPrefix,
  assetUrl,
  buildAssetKey,
  parseAssetKey,
  type Visibility,
  visibilities,
} from './asset-key.ts'
export { findAssetKeys, findAssetOrgs } from './find-asset-keys.ts'
export {
  type AssetContentType,
  type AssetExtension,
  findContentType,
  findExtension,
  findMediaClass,
  type MediaClass,
  type MediaContentType,
  type MediaExtension,
  mediaTypes,
} from './media-types.ts'
