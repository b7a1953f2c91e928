import packageFile from '../../package.json' with { type: 'json' };

/** Bundled from package.json, so that the two cannot differ. */
export const { version } = packageFile;
