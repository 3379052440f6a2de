export {
  type AssetKey,
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
  mediaClassOf,
  mediaTypes,
} from './media-types.ts'
