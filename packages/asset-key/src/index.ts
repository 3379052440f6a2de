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
  contentTypeOf,
  extensionOf,
  type MediaClass,
  type MediaContentType,
  type MediaExtension,
  mediaClassOf,
  mediaTypes,
} from './media-types.ts'
